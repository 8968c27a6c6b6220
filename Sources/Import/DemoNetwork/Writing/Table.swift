internal import TransitModel

/// A GTFS file while it is written: a header and comma-separated rows.
struct Table {
    let name: String
    private let columnCount: Int
    private(set) var text: String

    init(_ name: String, _ columns: [String]) {
        self.name = name
        columnCount = columns.count
        text = columns.joined(separator: ",") + "\n"
    }

    /// Adds a row; fields with commas, quotes or line feeds are quoted.
    mutating func add(_ fields: [String]) {
        precondition(fields.count == columnCount, "\(name): a line with \(fields.count) fields")
        text += fields.map { Self.quoted($0) }.joined(separator: ",")
        text += "\n"
    }

    /// Adds preformatted text, for the long files.
    mutating func addRaw(_ parts: String...) {
        for part in parts { text += part }
    }

    static func quoted(_ field: String) -> String {
        let special = field.utf8.contains { $0 == 0x2c || $0 == 0x22 || $0 == 0x0a }
        guard special else { return field }
        let doubled = field.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"")
        return "\"\(doubled)\""
    }
}

/// Seconds after the service day's start in GTFS format, for example `24:05:00`.
func clockText(_ seconds: Int) -> String {
    precondition(seconds >= 0, "a time before the service day")
    return padded(seconds / 3600, to: 2) + ":" + padded(seconds / 60 % 60, to: 2) + ":"
        + padded(seconds % 60, to: 2)
}

/// `value` with exactly `digits` decimal places (1...6).
func fixed(_ value: Double, digits: Int) -> String {
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((value.magnitude * Double(scale)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return "\(sign)\(scaled / scale).\(padded(scaled % scale, to: digits))"
}

/// Converts metres of the plane to degrees.
struct Georeference {
    /// The coordinates of Seewil's main station.
    private static let plane = LocalPlane(
        around: Coordinate(latitude: 47.2, longitude: 8.3))

    static func coordinate(_ point: Point) -> Coordinate {
        plane.coordinate(x: point.x, y: point.y)
    }

    /// Latitude and longitude in degrees with six decimals (0.1 m).
    static func fields(_ point: Point) -> [String] {
        let place = coordinate(point)
        return [fixed(place.latitude, digits: 6), fixed(place.longitude, digits: 6)]
    }
}
