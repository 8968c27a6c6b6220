package import TransitModel

/// A measured position of a shuttle, as in `GET /updates` and `GET /history`.
package struct ShuttleUpdate: Hashable, Sendable {
    package let id: Int64
    /// The id of the device in the vehicle.
    package let trackerID: String
    package let coordinate: Coordinate
    /// Degrees clockwise from north as received; encoded as a whole number 0...359.
    ///
    /// The original tracker may send fractions, but the iOS app fails on them.
    package let headingDegrees: Double
    /// Miles an hour, to which the original server converts its receivers' km/h.
    ///
    /// The iOS app displays the number as km/h. It is sent unchanged, since the other clients and
    /// the server's arrivals rely on miles.
    package let speedMilesPerHour: Double
    /// The time of measurement.
    package let time: ShuttleTime
    /// The time of receipt by the server.
    package let created: ShuttleTime
    /// Nil for a tracker without a vehicle; encoded as `null`.
    package let vehicleID: Int64?
    /// Nil if the route is unknown; encoded as `null`.
    package let routeID: Int64?

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

    /// Decodes an update.
    ///
    /// - Throws: `DecodingError` if a value is missing or has another type.
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

    /// Encodes an update, with the heading as a whole number, which clients require.
    ///
    /// - Throws: `EncodingError` if a number is not finite.
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
        // Not `encodeIfPresent`: clients expect the keys, with `null` for nil.
        try container.encode(vehicleID, forKey: .vehicleID)
        try container.encode(routeID, forKey: .routeID)
    }

    /// 0...359; 0 if the heading is not finite.
    private var wholeHeading: Int {
        guard let heading = normalisedDegrees(headingDegrees) else { return 0 }
        return Int(heading.rounded()) % 360
    }
}

/// Normalises an angle to 0..<360; nil if it is not finite.
func normalisedDegrees(_ degrees: Double) -> Double? {
    guard degrees.isFinite else { return nil }
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    let positive = rest < 0 ? rest + 360 : rest
    // For angles just below 0 the sum rounds to 360.
    return positive == 360 ? 0 : positive
}
