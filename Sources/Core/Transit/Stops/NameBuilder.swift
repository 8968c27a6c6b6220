import Timetables
import TransitModel

/// Reads the names of all places: the displayed ones, those of their platforms, and translations.
struct NameBuilder {
    private(set) var names = NameColumns()
    private(set) var words = WordBuilder()
    private let places: StopGroupColumns
    private let timetable: Timetable
    private let hasTrains: [Bool]
    private var folding = TextFolding()
    private var byStop: [StopIndex: [Translation]] = [:]
    private var byName: [String: [Translation]] = [:]

    /// The maximum number of names by which one place is found.
    static let maximumNames = 64

    private typealias Translation = (text: String, language: String)

    init(_ places: StopGroupColumns, _ groups: StopGroups, _ timetable: Timetable) {
        self.places = places
        hasTrains = groups.hasTrains
        self.timetable = timetable
        // If translations cannot be read, the network is searched without them.
        for translation in (try? timetable.sources.stopNameTranslations()) ?? [] {
            let entry = (translation.text, translation.language)
            if let id = translation.stopID {
                guard let stop = timetable.stops.find(id: id) else { continue }
                byStop[stop, default: []].append(entry)
            } else if let original = translation.original {
                byName[original, default: []].append(entry)
            }
        }
    }

    mutating func addNames() {
        for place in 0..<places.count { addNames(of: place) }
    }

    private mutating func addNames(of place: Int) {
        let stops = timetable.stops
        let lead = places.leads[place]
        let shown = stops.name(lead)
        let shownWords = folding.words(of: shown)
        words.add(shownWords, of: names.count)
        words.addCompoundTails(of: shownWords, to: names.count)
        if places.members(of: place).contains(where: { hasTrains[$0.row] }) {
            words.addStation(to: names.count, unlessIn: shownWords)
        }
        names.addShown(shownWords.count, to: place)
        var known = [shownWords.map { $0.letters }]
        func isNew(_ found: [FoldedWord]) -> Bool {
            guard !found.isEmpty, known.count < Self.maximumNames else { return false }
            let letters = found.map { $0.letters }
            if known.contains(letters) { return false }
            known.append(letters)
            return true
        }
        var others: [(text: String, language: String?)] = []
        for stop in [lead] + stops.joined(to: lead) + places.members(of: place) {
            if stops.names[stop] != stops.names[lead],
                let name = timetable.strings.ifAny(stops.names[stop])
            {
                others.append((name, nil))
            }
            for translation in byStop[stop] ?? [] {
                others.append((translation.text, translation.language))
            }
        }
        if !byName.isEmpty {
            for translation in byName[shown] ?? [] {
                others.append((translation.text, translation.language))
            }
        }
        for other in others {
            let found = folding.words(of: other.text)
            guard isNew(found) else { continue }
            words.add(found, of: names.count)
            names.addOther(other.text, language: other.language, words: found.count, to: place)
        }
        names.endPlace()
    }
}
