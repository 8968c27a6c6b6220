/// A place where vehicles call: a pair of kerbs in a street, a village pole, a railway station.
struct StopPlace: Sendable {
    /// The arrangement of a place's platforms.
    enum Layout: Sendable, Equatable {
        /// One pole for both directions.
        case pole
        /// Two kerbs in one station: A along the street's drawn direction, B against it.
        case kerbs
        /// Railway tracks 1...n in one station, from right to left of the line's drawn direction.
        case tracks(Int)
        /// Bays A, B, C... of a bus station, in one station.
        case bays(Int)
    }

    /// The unique name of the place in lines and streets.
    let key: String
    /// The name for riders, for example `Seewil, Rathaus`.
    let name: String
    let position: Point
    let layout: Layout
    /// The key of the place whose station the stops belong to; nil if it has a station of its own.
    let station: String?
    /// GTFS `wheelchair_boarding`: 0 unknown, 1 yes, 2 no.
    let wheelchair: Int
    /// The fare zone, for example `10`.
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

    /// A railway station, with a name of its own.
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

    /// The GTFS id of the place's station, or of its only stop.
    var id: String { slug(name) }

    /// Whether it is no railway station.
    var isInStreet: Bool {
        if case .tracks = layout { return false }
        return true
    }

    /// The codes of the platforms; empty for a pole.
    var platformCodes: [String] {
        switch layout {
        case .pole: []
        case .kerbs: ["A", "B"]
        case .tracks(let count): (1...count).map { String($0) }
        case .bays(let count): "ABCDEFGHIJKL".prefix(count).map { String($0) }
        }
    }

    /// The GTFS id of the stop with that platform code.
    func stopID(platform code: String) -> String {
        code.isEmpty ? id : "\(id):\(code)"
    }

    /// The position of a platform if the street runs along the unit vector `axis` here.
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

/// A name in lower-case ASCII for ids: umlauts become two letters, other characters a hyphen.
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
