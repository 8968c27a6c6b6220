import TransitModel

/// Converts entries to columns, sorted by descending importance.
struct PlaceAssembler {
    private var texts: TextPool
    private let addresses: [AddressDraft]
    private var areas: AreaBuilder
    private var entries: [EntryDraft] = []
    private var entryAreas: [UInt32] = []
    private var writer = SectionWriter()

    /// The number of streets that decide the order of street name and number.
    private static let judgedStreets = 1_000

    init(texts: TextPool, addresses: [AddressDraft], localities: [LocalityDraft]) {
        self.texts = texts
        self.addresses = addresses
        areas = AreaBuilder(localities)
    }

    /// Adds entries with their assigned house numbers.
    mutating func add(_ drafts: [EntryDraft]) {
        for draft in drafts {
            let postal = draft.addresses.map { addresses[Int($0)] }
            entryAreas.append(areas.area(draft.area, postal))
            entries.append(draft)
        }
    }

    /// Adds an entry for each postcode, in the middle of its addresses.
    mutating func addPostcodes(_ map: inout LocalityMap) {
        var points: [UInt32: [MapPoint]] = [:]
        for address in addresses where address.tags.postcode != PlaceColumns.none {
            points[address.tags.postcode, default: []].append(address.point)
        }
        for postcode in points.keys.sorted() {
            let middle = StreetJoining.middle(of: points[postcode, default: []])
            let name = DraftName(text: postcode, language: PlaceColumns.none)
            let draft = EntryDraft(
                kind: .postcode, importance: 100, names: [name], anchor: middle,
                area: map.area(at: middle))
            entryAreas.append(areas.area(draft.area, []))
            entries.append(draft)
        }
    }

    mutating func contents() -> PlaceIndexContents {
        let order = entries.indices.sorted {
            (entries[$1].importance, $0) < (entries[$0].importance, $1)
        }
        entries = order.map { entries[$0] }
        entryAreas = order.map { entryAreas[$0] }
        var doors = DoorColumns(addresses, plain: texts.number(of: ""))
        for entry in entries { doors.add(entry) }
        addEntries()
        addNumberOrder()
        addNames()
        addPoints()
        doors.write(to: &writer)
        areas.write(to: &writer)
        addTexts(doors.postcodeTexts)
        return PlaceIndexContents(
            placeCount: entries.count, addressCount: doors.count, writer: writer)
    }

    private mutating func addEntries() {
        writer.add(.entryKinds, entries.map(\.kind.rawValue))
        writer.add(.entryCategories, entries.map(\.category))
        writer.add(.entryImportance, entries.map(\.importance))
        writer.add(.entryLatitudes, entries.map(\.anchor.latitude))
        writer.add(.entryLongitudes, entries.map(\.anchor.longitude))
        writer.add(.entryNames, entries.map { $0.names[0].text })
        writer.add(.entryAreas, entryAreas)
    }

    /// Writes whether house numbers precede most street names.
    private mutating func addNumberOrder() {
        let streets = entries.filter { $0.kind == .street }.prefix(Self.judgedStreets)
        let names = streets.map { texts.texts[Int($0.names[0].text)] }
        let first = names.filter(HouseNumberOrder.isFirst).count
        writer.add(.numberOrder, [first * 2 > names.count ? 1 : 0] as [UInt8])
    }

    /// Writes the entries named by each text.
    private mutating func addNames() {
        var offsets = [UInt32](repeating: 0, count: texts.texts.count + 1)
        for entry in entries where !entry.isUnnamed {
            for name in entry.names { offsets[Int(name.text) + 1] += 1 }
        }
        for text in texts.texts.indices { offsets[text + 1] += offsets[text] }
        var next = offsets
        let count = Int(offsets[texts.texts.count])
        var named = [UInt32](repeating: 0, count: count)
        var languages = [UInt32](repeating: PlaceColumns.none, count: count)
        for (row, entry) in entries.enumerated() where !entry.isUnnamed {
            for name in entry.names {
                let place = Int(next[Int(name.text)])
                named[place] = UInt32(row)
                languages[place] = name.language
                next[Int(name.text)] += 1
            }
        }
        writer.add(.namedOffsets, offsets)
        writer.add(.namedEntries, named)
        writer.add(.namedLanguages, languages)
    }

    private mutating func addPoints() {
        var points: [(key: UInt64, entry: UInt32, point: MapPoint)] = []
        for (row, entry) in entries.enumerated()
        where entry.kind != .postcode && !entry.isUnnamed {
            let own =
                entry.samples.isEmpty
                ? entry.addresses.map { addresses[Int($0)].point } : entry.samples
            for point in own { points.append((PlaceSquares.key(of: point), UInt32(row), point)) }
        }
        points.sort { ($0.key, $0.entry) < ($1.key, $1.entry) }
        writer.add(.pointLatitudes, points.map(\.point.latitude))
        writer.add(.pointLongitudes, points.map(\.point.longitude))
        writer.add(.pointEntries, points.map(\.entry))
    }

    private mutating func addTexts(_ postcodes: [UInt32]) {
        var isSearched = [Bool](repeating: false, count: texts.texts.count)
        for entry in entries where !entry.isUnnamed {
            for name in entry.names { isSearched[Int(name.text)] = true }
        }
        for text in areas.searchedTexts + postcodes { isSearched[Int(text)] = true }
        var offsets: [UInt32] = [0]
        var bytes: [UInt8] = []
        var wordCounts: [UInt8] = []
        var builder = WordBuilder()
        var folding = TextFolding()
        for (number, text) in texts.texts.enumerated() {
            bytes.append(contentsOf: text.utf8)
            offsets.append(UInt32(bytes.count))
            let words = isSearched[number] ? folding.words(of: text) : []
            wordCounts.append(UInt8(min(255, words.count)))
            builder.add(words, of: number)
        }
        writer.add(.textOffsets, offsets)
        writer.add(.textBytes, bytes)
        writer.add(.textWordCounts, wordCounts)
        let words = builder.columns()
        writer.add(.wordOffsets, words.offsets)
        writer.add(.wordLetters, words.letters)
        writer.add(.wordTokens, words.tokens)
        writer.add(.wordMasks, words.masks)
        writer.add(.postingOffsets, words.postingOffsets)
        writer.add(.postings, words.postings)
    }
}
