package import Timetables
import TransitModel

#if !hasFeature(Embedded)
import Synchronization
#endif

/// Finds stations and stops by what riders type, and by location.
///
/// It is built once for a network, in a fraction of a second, and can be read concurrently. All
/// data is in columns: the words of all names as a sorted table, and for each word the names that
/// contain it. A place is a station or a group of stops with the same name. Places are numbered by
/// importance, so that the first of equal matches is the one that more riders want.
package final class StopSearchIndex: Sendable {
    package let timetable: Timetable
    let places: StopGroupColumns
    private let state: Mutex<State>

    /// What is searched beside ids.
    private struct Columns {
        let names: NameColumns
        let words: WordColumns
        let codes: CodeColumns
        let points: PointColumns
    }

    private enum State {
        /// Nothing was searched yet.
        case groups(StopGroups)
        case made(Columns)
    }

    /// Groups the stops of a network; with `isPrepared` it also indexes their names and places,
    /// which the first search does otherwise.
    ///
    /// - Complexity: linear in stops and calls, plus sorting the words of the names.
    package init(_ timetable: Timetable, isPrepared: Bool = true) {
        self.timetable = timetable
        let groups = StopGroups(timetable)
        places = StopGroupColumns(groups, timetable)
        state = Mutex(.groups(groups))
        if isPrepared { _ = columns }
    }

    private var columns: Columns {
        state.withLock { state in
            switch state {
            case .made(let columns): return columns
            case .groups(let groups):
                var builder = NameBuilder(places, groups, timetable)
                builder.addNames()
                let columns = Columns(
                    names: builder.names, words: builder.words.columns(),
                    codes: CodeColumns(places, timetable),
                    points: PointColumns(places, timetable))
                state = .made(columns)
                return columns
            }
        }
    }

    // Each of them waits for a lock; loops read them once.
    var names: NameColumns { columns.names }
    var words: WordColumns { columns.words }
    var codes: CodeColumns { columns.codes }
    var points: PointColumns { columns.points }

    package var count: Int { places.count }

    /// Returns the stop that represents a stop among those of its place; nil if it is in none.
    package func lead(of stop: StopIndex) -> StopIndex? {
        let place = places.ofStop[stop.row]
        return place == .max ? nil : places.leads[Int(place)]
    }

    /// The memory of the index in bytes, in addition to the network.
    package var memoryBytes: Int {
        places.bytes + names.bytes + words.bytes + codes.bytes + points.bytes
    }
}

/// The places in order of importance.
struct StopGroupColumns: Sendable {
    /// The stop that leads each place.
    let leads: [StopIndex]
    /// The offset of each place's members in `members`, plus one final entry.
    let memberOffsets: [UInt32]
    /// The stops where vehicles call.
    let members: [StopIndex]
    /// In 0...1, descending.
    let importance: [Float]
    /// In degrees; NaN for a place without a coordinate.
    let latitudes: [Float]
    /// In degrees; NaN for a place without a coordinate.
    let longitudes: [Float]
    /// The place of each stop of the network; `UInt32.max` for none.
    let ofStop: [UInt32]

    var count: Int { leads.count }

    var bytes: Int { (leads.count * 5 + members.count + ofStop.count) * 4 }

    init(_ groups: StopGroups, _ timetable: Timetable) {
        let stops = timetable.stops
        var totals = [Float](repeating: 0, count: stops.count)
        for stop in stops.indices { totals[groups.leads[stop.row].row] += groups.weights[stop.row] }
        let leads = stops.indices.filter {
            groups.leads[$0.row] == $0 && StopGroups.isSearchable($0, stops)
        }.sorted { left, right in
            let (first, second) = (totals[left.row], totals[right.row])
            if first != second { return first > second }
            let stations = (
                stops.locationType(left) == .station, stops.locationType(right) == .station
            )
            return stations.0 != stations.1 ? stations.0 : left < right
        }
        self.leads = leads
        let most = Float(leads.first.map { 1 + totals[$0.row] } ?? 2)
        let scale = most > 1 ? 1 / Self.log2(most) : 0
        importance = leads.map { min(1, Self.log2(1 + totals[$0.row]) * scale) }

        var numbers = [UInt32](repeating: .max, count: stops.count)
        for (place, lead) in leads.enumerated() { numbers[lead.row] = UInt32(place) }
        for stop in stops.indices { numbers[stop.row] = numbers[groups.leads[stop.row].row] }
        ofStop = numbers
        var counts = [UInt32](repeating: 0, count: leads.count + 1)
        let calling = stops.indices.filter {
            stops.locationType($0) == .stop && numbers[$0.row] != .max
        }
        for stop in calling { counts[Int(numbers[stop.row]) + 1] += 1 }
        for place in leads.indices { counts[place + 1] += counts[place] }
        memberOffsets = counts
        var members = [StopIndex](repeating: .none, count: calling.count)
        for stop in calling {
            let place = Int(numbers[stop.row])
            members[Int(counts[place])] = stop
            counts[place] += 1
        }
        self.members = members
        let offsets = memberOffsets
        let coordinates = leads.enumerated().map { place, lead in
            let own = Int(offsets[place])..<Int(offsets[place + 1])
            return stops.coordinate(lead)
                ?? members[own].lazy.compactMap { stops.coordinate($0) }.first
        }
        latitudes = coordinates.map { $0.map { Float($0.latitude) } ?? .nan }
        longitudes = coordinates.map { $0.map { Float($0.longitude) } ?? .nan }
    }

    func members(of place: Int) -> ArraySlice<StopIndex> {
        members[Int(memberOffsets[place])..<Int(memberOffsets[place + 1])]
    }

    /// Returns an approximate logarithm that is linear in the mantissa: monotonic, and accurate
    /// enough for weights.
    private static func log2(_ value: Float) -> Float {
        Float(value.exponent) + value.significand - 1
    }
}

/// The names of all places: first the displayed one, then others.
struct NameColumns: Sendable {
    /// The offset of each place's names, plus one final entry.
    fileprivate(set) var placeOffsets: [UInt32] = [0]
    /// The place of each name.
    fileprivate(set) var places: [UInt32] = []
    /// The number of words of each name, at most 255.
    fileprivate(set) var wordCounts: [UInt8] = []
    /// The row in the other names; `UInt32.max` for displayed names.
    fileprivate(set) var others: [UInt32] = []
    private var otherOffsets: [UInt32] = [0]
    private var otherBytes: [UInt8] = []
    private var otherLanguages: [UInt16] = []
    private var languages: [String] = [""]

    var count: Int { wordCounts.count }

    var bytes: Int {
        (placeOffsets.count + places.count + others.count + otherOffsets.count) * 4
            + wordCounts.count + otherBytes.count + otherLanguages.count * 2
    }

    /// Returns the text and the language of a name that is not displayed; nil for a displayed one.
    func other(_ name: Int) -> (text: String, language: String?)? {
        guard others[name] != .max else { return nil }
        let row = Int(others[name])
        let bytes = otherBytes[Int(otherOffsets[row])..<Int(otherOffsets[row + 1])]
        let language = languages[Int(otherLanguages[row])]
        return (String(decoding: bytes, as: UTF8.self), language.isEmpty ? nil : language)
    }

    fileprivate mutating func add(_ words: Int, to place: Int) {
        places.append(UInt32(place))
        wordCounts.append(UInt8(min(255, words)))
    }

    mutating func addShown(_ words: Int, to place: Int) {
        add(words, to: place)
        others.append(.max)
    }

    mutating func addOther(_ text: String, language: String?, words: Int, to place: Int) {
        add(words, to: place)
        others.append(UInt32(otherLanguages.count))
        otherBytes.append(contentsOf: text.utf8)
        otherOffsets.append(UInt32(otherBytes.count))
        let language = language ?? ""
        var row = languages.firstIndex(of: language)
        if row == nil, languages.count < Int(UInt16.max) {
            row = languages.count
            languages.append(language)
        }
        otherLanguages.append(UInt16(row ?? 0))
    }

    mutating func endPlace() {
        placeOffsets.append(UInt32(count))
    }
}
