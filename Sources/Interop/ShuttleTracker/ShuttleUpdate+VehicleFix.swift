package import TransitModel

extension ShuttleUpdate {
    /// One mile an hour, exactly.
    private static let metresPerSecondPerMilePerHour = 0.44704
    /// Faster than any road vehicle: such a speed is taken for unknown.
    private static let topSpeedMetresPerSecond = 100.0

    /// The position as the rest of Takt knows it.
    ///
    /// The vehicle is called by its number, or `tracker-` and the tracker's id where it has none;
    /// a route becomes the fix's GTFS `route_id`.
    ///
    /// - Parameter label: what riders read on the vehicle, as ``ShuttleVehicle/name``; nil if
    ///   unknown.
    /// - Returns: nil if the place is not on Earth or is the (0, 0) of a receiver without
    ///   satellites.
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

    /// Writes a fix down as the shuttle tracker would; used by the simulation and the server.
    ///
    /// An unknown heading or speed becomes 0, for the protocol knows no unknown ones. nil if a time
    /// is outside the years 1...9999.
    ///
    /// - Parameters:
    ///   - id: the update's number, counted up by the caller.
    ///   - fix: what was measured.
    ///   - vehicleID: the vehicle's number in `/vehicles`; the fix's own id becomes the tracker's.
    ///   - routeID: a route that `/routes` lists, for clients stop at others; nil if unknown.
    ///   - created: when the fix was received.
    ///   - trackerID: the id of the device; nil takes the fix's own vehicle.
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
