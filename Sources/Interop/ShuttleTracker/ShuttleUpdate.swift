package import TransitModel

/// One measured position of a shuttle, as `GET /updates` and `GET /history` list it.
package struct ShuttleUpdate: Hashable, Sendable {
    /// The number of the update.
    package let id: Int64
    /// The id of the device in the vehicle.
    package let trackerID: String
    /// Where the vehicle was.
    package let coordinate: Coordinate
    /// Degrees clockwise from north as received; written as a whole number 0...359.
    ///
    /// The original tracker may write fractions, yet the iOS app stops when it reads one.
    package let headingDegrees: Double
    /// Miles an hour, as the original server writes it after converting from its receivers' km/h.
    ///
    /// The iOS app reads the number as km/h; it is written unchanged all the same, because the
    /// other clients, and the server's own arrivals, rely on miles.
    package let speedMilesPerHour: Double
    /// When the position was measured.
    package let time: ShuttleTime
    /// When the server received it.
    package let created: ShuttleTime
    /// nil for a tracker that belongs to no vehicle; written as `null`.
    package let vehicleID: Int64?
    /// nil when the route is not known; written as `null`.
    package let routeID: Int64?

    /// Makes an update, complete as measured.
    package init(
        id: Int64, trackerID: String, coordinate: Coordinate, headingDegrees: Double,
        speedMilesPerHour: Double, time: ShuttleTime, created: ShuttleTime, vehicleID: Int64?,
        routeID: Int64?
    ) {
        self.id = id
        self.trackerID = trackerID
        self.coordinate = coordinate
        self.headingDegrees = headingDegrees
        self.speedMilesPerHour = speedMilesPerHour
        self.time = time
        self.created = created
        self.vehicleID = vehicleID
        self.routeID = routeID
    }
}

extension ShuttleUpdate: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, latitude, longitude, time, created
        case trackerID = "tracker_id"
        case headingDegrees = "heading"
        case speedMilesPerHour = "speed"
        case vehicleID = "vehicle_id"
        case routeID = "route_id"
    }

    /// Reads one update.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int64.self, forKey: .id)
        trackerID = try container.decode(String.self, forKey: .trackerID)
        coordinate = Coordinate(
            latitude: try container.decode(Double.self, forKey: .latitude),
            longitude: try container.decode(Double.self, forKey: .longitude))
        headingDegrees = try container.decode(Double.self, forKey: .headingDegrees)
        speedMilesPerHour = try container.decode(Double.self, forKey: .speedMilesPerHour)
        time = try container.decode(ShuttleTime.self, forKey: .time)
        created = try container.decode(ShuttleTime.self, forKey: .created)
        vehicleID = try container.decodeIfPresent(Int64.self, forKey: .vehicleID)
        routeID = try container.decodeIfPresent(Int64.self, forKey: .routeID)
    }

    /// Writes one update; the heading as a whole number, as clients demand.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(trackerID, forKey: .trackerID)
        try container.encode(coordinate.latitude, forKey: .latitude)
        try container.encode(coordinate.longitude, forKey: .longitude)
        try container.encode(wholeHeading, forKey: .headingDegrees)
        try container.encode(speedMilesPerHour, forKey: .speedMilesPerHour)
        try container.encode(time, forKey: .time)
        try container.encode(created, forKey: .created)
        // Not `encodeIfPresent`: clients expect the keys, with `null` for nothing.
        try container.encode(vehicleID, forKey: .vehicleID)
        try container.encode(routeID, forKey: .routeID)
    }

    /// 0...359; 0 for numbers that are no direction.
    private var wholeHeading: Int {
        guard let heading = normalisedDegrees(headingDegrees) else { return 0 }
        return Int(heading.rounded()) % 360
    }
}

/// `degrees` turned into 0..<360, or nil if it is not finite.
func normalisedDegrees(_ degrees: Double) -> Double? {
    guard degrees.isFinite else { return nil }
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    let positive = rest < 0 ? rest + 360 : rest
    // Just below 0 the sum rounds up to 360 itself.
    return positive == 360 ? 0 : positive
}
