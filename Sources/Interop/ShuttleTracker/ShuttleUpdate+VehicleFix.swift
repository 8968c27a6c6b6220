package import TransitModel

extension ShuttleUpdate {
    /// Exactly one mile an hour.
    private static let metresPerSecondPerMilePerHour = 0.44704
    /// Higher speeds are treated as unknown; no road vehicle is faster.
    private static let topSpeedMetresPerSecond = 100.0

    /// Converts the update into a fix.
    ///
    /// The vehicle's id is its number, or `tracker-` and the tracker's id without one. The route's
    /// number becomes the GTFS `route_id`.
    ///
    /// - Parameter label: The vehicle's public label, as in ``ShuttleVehicle/name``; nil if
    ///   unknown.
    /// - Returns: Nil if the coordinate is invalid, or the (0, 0) of a receiver without satellites.
    package func vehicleFix(label: String? = nil) -> VehicleFix? {
        guard coordinate.isPlausible else { return nil }
        let speed = speedMilesPerHour * Self.metresPerSecondPerMilePerHour
        return VehicleFix(
            vehicleID: vehicleID.map(String.init) ?? "tracker-\(trackerID)", label: label,
            coordinate: coordinate, headingDegrees: normalisedDegrees(headingDegrees),
            speedMetresPerSecond: (0...Self.topSpeedMetresPerSecond).contains(speed) ? speed : nil,
            time: time.unixTime,
            trip: routeID.map { TripReference(routeID: String($0)) })
    }

    /// Converts a fix into an update, for the simulation and the server.
    ///
    /// An unknown heading or speed becomes 0, since the protocol has no value for unknown.
    ///
    /// `id`: The update's number, incremented by the caller.
    ///
    /// `fix`: The measured position.
    ///
    /// `vehicleID`: The vehicle's number in `/vehicles`.
    ///
    /// `routeID`: A route in `/routes`, since clients fail on others; nil if unknown.
    ///
    /// `created`: The time of receipt.
    ///
    /// `trackerID`: The device's id; nil uses the fix's vehicle id.
    ///
    /// Returns nil if a time is outside the years 1...9999.
    package init?(
        id: Int64, fix: VehicleFix, vehicleID: Int64, routeID: Int64?, created: UnixTime,
        trackerID: String? = nil
    ) {
        guard let time = ShuttleTime(fix.time), let created = ShuttleTime(created) else {
            return nil
        }
        self.init(
            id: id, trackerID: trackerID ?? fix.vehicleID, coordinate: fix.coordinate,
            headingDegrees: fix.headingDegrees ?? 0,
            speedMilesPerHour: (fix.speedMetresPerSecond ?? 0)
                / Self.metresPerSecondPerMilePerHour,
            time: time, created: created, vehicleID: vehicleID, routeID: routeID)
    }
}
