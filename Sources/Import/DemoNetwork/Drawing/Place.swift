/// Somewhere vehicles call: a pair of kerbs in a street, a village pole, a railway station.
struct Place: Sendable {
    /// What a rider finds there.
    enum Layout: Sendable, Equatable {
        /// One pole for both directions.
        case pole
        /// Two kerbs, A along the street's drawn direction and B against it, under one station.
        case kerbs
        /// Railway tracks 1...n side by side from right to left of the line's drawn direction,
        /// under one station.
        case tracks(Int)
        /// Bays A, B, C... of a bus station, under one station.
        case bays(Int)
    }

    /// What lines and streets call the place; unique.
    let key: String
    /// What riders read, as in `Seewil, Rathaus`.
    let name: String
    let position: Point
    let layout: Layout
    /// The key of the place whose station the stops here belong to; nil: a station of its own.
    let station: String?
    /// GTFS `wheelchair_boarding`: 0 unknown, 1 yes, 2 no.
    let wheelchair: Int
    /// The fare zone, as in `10`.
    let zone: String

    /// A stop in the town of Seewil.
    init(
        _ key: String, _ x: Double, _ y: Double, _ layout: Layout = .kerbs,
        station: String? = nil, wheelchair: Int = 1
    ) {
        self.init(
            key: key, name: "Seewil, \(key)", position: Point(x, y), layout: layout,
            station: station, wheelchair: wheelchair, zone: "10")
    }

    /// A stop in a village; its key is `village, key`.
    init(
        in village: String, _ key: String, _ x: Double, _ y: Double, _ layout: Layout = .pole,
        station: String? = nil, wheelchair: Int = 0, zone: String
    ) {
        self.init(
            key: "\(village), \(key)", name: "\(village), \(key)", position: Point(x, y),
            layout: layout, station: station, wheelchair: wheelchair, zone: zone)
    }

    /// A railway station, which has its own name.
    init(
        railway name: String, _ x: Double, _ y: Double, tracks: Int, wheelchair: Int = 1,
        zone: String
    ) {
        self.init(
            key: name, name: name, position: Point(x, y), layout: .tracks(tracks), station: nil,
            wheelchair: wheelchair, zone: zone)
    }

    private init(
        key: String, name: String, position: Point, layout: Layout, station: String?,
        wheelchair: Int, zone: String
    ) {
        self.key = key
        self.name = name
        self.position = position
        self.layout = layout
        self.station = station
        self.wheelchair = wheelchair
        self.zone = zone
    }

    /// The GTFS id of the place's single stop or of its station.
    var id: String { slug(name) }

    /// The codes of the platforms; empty for a pole.
    var platformCodes: [String] {
        switch layout {
        case .pole: []
        case .kerbs: ["A", "B"]
        case .tracks(let count): (1...count).map { String($0) }
        case .bays(let count): "ABCDEFGHIJKL".prefix(count).map { String($0) }
        }
    }

    /// The GTFS id of the stop with the platform code `code`.
    func stopID(platform code: String) -> String {
        code.isEmpty ? id : "\(id):\(code)"
    }

    /// Where platform `code` lies, if the street runs along `axis` (length 1) here.
    func position(ofPlatform code: String, axis: Point) -> Point {
        guard let index = platformCodes.firstIndex(of: code) else { return position }
        let ordinal = Double(index)
        let middle = Double(platformCodes.count - 1) / 2
        switch layout {
        case .pole: return position
        case .kerbs: return position + axis.toTheRight * (index == 0 ? 6 : -6)
        case .tracks: return position + axis.toTheRight * ((middle - ordinal) * 8)
        case .bays:
            return position + axis * ((ordinal - middle) * 7)
                + axis.toTheRight * (index % 2 == 0 ? 8 : -8)
        }
    }
}

/// Lower-case ASCII for ids: umlauts become two letters, everything else a hyphen.
func slug(_ name: String) -> String {
    var result = ""
    for character in name.lowercased() {
        switch character {
        case "ä": result += "ae"
        case "ö": result += "oe"
        case "ü": result += "ue"
        case "a"..."z", "0"..."9": result.append(character)
        default: if result.last != "-" { result.append("-") }
        }
    }
    return result
}
