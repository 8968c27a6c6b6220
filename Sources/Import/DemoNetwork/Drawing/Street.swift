/// The kinds of traffic that may use a street.
struct Traffic: OptionSet, Sendable {
    let rawValue: Int

    /// A carriageway: buses and shuttles.
    static let road = Traffic(rawValue: 1)
    /// Rails in the street.
    static let tram = Traffic(rawValue: 2)
    /// A railway line.
    static let railway = Traffic(rawValue: 4)
    /// A ship's course.
    static let water = Traffic(rawValue: 8)
    /// A cable railway.
    static let cable = Traffic(rawValue: 16)
    /// A footpath, drawn as scenery only.
    static let foot = Traffic(rawValue: 32)
}

/// A point on a street: a named one or a mere bend.
enum Waypoint: ExpressibleByStringLiteral, Sendable {
    /// A stop of ``StopPlace`` or a junction, by name; streets connect where they share one.
    case named(String)
    /// Metres east and north of the main station.
    case bend(Double, Double)

    init(stringLiteral name: String) {
        self = .named(name)
    }
}

/// A street, railway line or shipping route, drawn as a smooth curve through its waypoints.
struct Street: Sendable {
    let name: String
    let traffic: Traffic
    let waypoints: [Waypoint]

    /// Creates a street for both directions.
    init(_ name: String, _ traffic: Traffic, _ waypoints: [Waypoint]) {
        self.name = name
        self.traffic = traffic
        self.waypoints = waypoints
    }

    /// The distance in metres between points of the drawn curve.
    var spacingMetres: Double {
        traffic.contains(.railway) ? 60 : traffic.contains(.water) ? 80 : 22
    }

    /// How it is drawn on the map; arteries and country roads are main streets.
    var rank: DemoStreet.Rank {
        guard traffic.contains(.road) else { return .lane }
        return Streets.main.contains(name) ? .main : .collector
    }
}
