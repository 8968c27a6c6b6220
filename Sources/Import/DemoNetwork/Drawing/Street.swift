/// Who may use a street.
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
    /// A footpath: scenery only.
    static let foot = Traffic(rawValue: 32)
}

/// A point that a street passes: something with a name, or just a bend.
enum Waypoint: ExpressibleByStringLiteral, Sendable {
    /// A stop of ``Place`` or a junction, by its name; streets meet where they share one.
    case named(String)
    /// Metres east and north of the main station.
    case bend(Double, Double)

    init(stringLiteral name: String) {
        self = .named(name)
    }
}

/// A street, railway line or ship's course, drawn as a smooth curve through its way points.
struct Street: Sendable {
    let name: String
    let traffic: Traffic
    let waypoints: [Waypoint]

    /// Makes a street that is used in both directions.
    init(_ name: String, _ traffic: Traffic, _ waypoints: [Waypoint]) {
        self.name = name
        self.traffic = traffic
        self.waypoints = waypoints
    }

    /// How far apart the points of the drawn curve lie, in metres.
    var spacingMetres: Double {
        traffic.contains(.railway) ? 60 : traffic.contains(.water) ? 80 : 22
    }
}
