import TransitModel

/// Assigns each house number to its street.
struct AddressPlacing {
    private(set) var entries: [EntryDraft]
    /// The number of addresses without a street name and without a street nearby.
    private(set) var strayCount = 0
    private var keys: NameKeys
    private var streets: [Int32: [Int32]] = [:]
    private var places: [Int32: [Int32]] = [:]

    /// The maximum distance in metres between a house number and the street it names.
    private static let streetMetres = 2_000.0

    init(_ entries: [EntryDraft], _ texts: TextPool) {
        self.entries = entries
        keys = NameKeys(texts)
        for entry in entries.indices where entries[entry].kind == .street { register(entry) }
    }

    private mutating func register(_ entry: Int) {
        for name in entries[entry].names {
            let key = keys.key(of: name.text)
            if entries[entry].kind == .street {
                streets[key, default: []].append(Int32(entry))
            } else {
                places[key, default: []].append(Int32(entry))
            }
        }
    }

    /// Assigns all addresses to entries, creating entries for unknown street names.
    mutating func place(_ addresses: [AddressDraft], _ map: inout LocalityMap) {
        if addresses.contains(where: { $0.tags.place != PlaceColumns.none }) {
            for entry in entries.indices where entries[entry].kind != .street { register(entry) }
        }
        var strays: [Int32] = []
        for (row, address) in addresses.enumerated() {
            let hasStreet = address.tags.street != PlaceColumns.none
            let name = hasStreet ? address.tags.street : address.tags.place
            guard name != PlaceColumns.none else {
                strays.append(Int32(row))
                continue
            }
            let key = keys.key(of: name)
            let entry =
                (hasStreet ? nil : nearest(places[key], to: address.point))
                ?? nearest(streets[key], to: address.point)
                ?? add(
                    hasStreet ? .street : .locality, name, at: address.point,
                    map.area(at: address.point))
            put(row, address, to: entry)
        }
        let nearest = StrayStreets(strays.map { addresses[Int($0)].point }).nearest(in: entries)
        for (stray, entry) in zip(strays, nearest) {
            guard let entry else {
                strayCount += 1
                continue
            }
            put(Int(stray), addresses[Int(stray)], to: entry)
        }
    }

    private mutating func put(_ row: Int, _ address: AddressDraft, to entry: Int) {
        entries[entry].addresses.append(Int32(row))
        entries[entry].box.include(address.point)
    }

    private func nearest(_ candidates: [Int32]?, to point: MapPoint) -> Int? {
        guard let candidates else { return nil }
        let scale = MapScale(at: point)
        var nearest: Int?
        var least = Self.streetMetres * Self.streetMetres
        for candidate in candidates {
            let entry = entries[Int(candidate)]
            let away = entry.box.squaredMetres(to: point, scale)
            if away < least, AddressOffset(of: point, from: entry.anchor) != nil {
                (nearest, least) = (Int(candidate), away)
            }
        }
        return nearest
    }

    private mutating func add(
        _ kind: PlaceKind, _ name: UInt32, at point: MapPoint, _ area: AreaKey
    ) -> Int {
        var entry = EntryDraft(
            kind: kind, importance: 40,
            names: [DraftName(text: name, language: PlaceColumns.none)], anchor: point, area: area)
        entry.box.include(point)
        entries.append(entry)
        register(entries.count - 1)
        return entries.count - 1
    }
}

/// Finds the nearest street for addresses without a street name.
private struct StrayStreets {
    private let points: [MapPoint]
    /// The points near each square of the map.
    private var squares: [UInt64: [Int32]] = [:]

    /// The side of a square in ten-millionths of a degree.
    private static let side: Int32 = 50_000
    private static let metres = 250.0

    init(_ points: [MapPoint]) {
        self.points = points
        // Near the poles the squares are too narrow, and streets are rare.
        for (number, point) in points.enumerated() where abs(point.latitude) < 850_000_000 {
            let box = BoundingBox(around: point.coordinate).expanded(byMetres: Self.metres)
            let first = MapPoint(Coordinate(latitude: box.south, longitude: box.west))
            let last = MapPoint(Coordinate(latitude: box.north, longitude: box.east))
            for row in first.latitude / Self.side...last.latitude / Self.side {
                for column in first.longitude / Self.side...last.longitude
                    / Self.side
                {
                    squares[Self.key(row, column), default: []].append(Int32(number))
                }
            }
        }
    }

    /// The index of the entry with the nearest street for each point; nil if none is near.
    func nearest(in entries: [EntryDraft]) -> [Int?] {
        var nearest = [Int?](repeating: nil, count: points.count)
        if points.isEmpty { return nearest }
        var least = [Double](repeating: Self.metres * Self.metres, count: points.count)
        for (row, entry) in entries.enumerated() where entry.kind == .street {
            for sample in entry.samples {
                let key = Self.key(
                    sample.latitude / Self.side, sample.longitude / Self.side)
                for number in squares[key] ?? [] {
                    let point = points[Int(number)]
                    let away = MapScale(at: point).squaredMetres(point, sample)
                    if away < least[Int(number)],
                        AddressOffset(of: point, from: entry.anchor) != nil
                    {
                        (nearest[Int(number)], least[Int(number)]) = (row, away)
                    }
                }
            }
        }
        return nearest
    }

    private static func key(_ row: Int32, _ column: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: row)) << 32 | UInt64(UInt32(bitPattern: column))
    }
}

/// The position of a house number relative to its entry, in steps.
struct AddressOffset {
    let north: Int16
    let east: Int16

    /// Nil if the point is beyond the range of 16-bit steps, some 36 km from north to south.
    init?(of point: MapPoint, from anchor: MapPoint) {
        let step = Double(PlaceColumns.addressStep)
        let north = (Double(point.latitude) - Double(anchor.latitude)) / step
        let east = (Double(point.longitude) - Double(anchor.longitude)) / step
        guard let north = Int16(exactly: north.rounded()),
            let east = Int16(exactly: east.rounded())
        else { return nil }
        (self.north, self.east) = (north, east)
    }
}

/// Numbers for names that differ only in case, accents, punctuation and common abbreviations.
private struct NameKeys {
    private let texts: TextPool
    private var ofText: [UInt32: Int32] = [:]
    private var ofLetters: [[UInt16]: Int32] = [:]
    private var folding = TextFolding()

    init(_ texts: TextPool) {
        self.texts = texts
    }

    mutating func key(of text: UInt32) -> Int32 {
        if let key = ofText[text] { return key }
        var letters: [UInt16] = []
        for word in folding.words(of: texts.texts[Int(text)]) {
            letters += Abbreviations.common(of: word.letters)
            letters.append(0x20)
        }
        let next = Int32(ofLetters.count)
        let key = ofLetters[letters] ?? next
        ofLetters[letters] = key
        ofText[text] = key
        return key
    }
}
