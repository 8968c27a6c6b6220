package import TransitModel

extension RealtimeFeed {
    /// Higher speeds are treated as unknown; no train is faster.
    private static let topSpeedMetresPerSecond: Float = 150

    /// Converts the feed's vehicle positions, in order.
    ///
    /// Deleted entities are skipped, and so are positions with an invalid coordinate, with the (0,
    /// 0) of a receiver without satellites, or without a time in the vehicle and the header. A
    /// vehicle without an id gets its label as id, or else its entity's id.
    package func vehicleFixes() -> [VehicleFix] {
        entities.compactMap(fix)
    }

    /// Converts the vehicle position of an entity; nil if it is skipped.
    func fix(of entity: TransitRealtime_FeedEntity) -> VehicleFix? {
        guard !entity.isDeleted, entity.vehicle.hasPosition else { return nil }
        return fix(PlainVehicle(entity), Occupancy(entity.vehicle))
    }

    /// Converts a vehicle position; nil if it is skipped.
    func fix(_ vehicle: PlainVehicle, _ occupancy: Occupancy? = nil) -> VehicleFix? {
        let coordinate = Coordinate(
            latitude: Double(vehicle.latitude), longitude: Double(vehicle.longitude))
        let measured = vehicle.timestamp.flatMap { UnixTime(wireSeconds: $0) }
        guard coordinate.isPlausible, let time = measured ?? self.time else { return nil }
        let label = nonEmpty(ControlCharacters.leftOut(of: vehicle.label))
        return VehicleFix(
            vehicleID: nonEmpty(vehicle.id) ?? label ?? vehicle.entityID, label: label,
            coordinate: coordinate, headingDegrees: vehicle.bearing.flatMap(heading),
            speedMetresPerSecond: vehicle.speed.flatMap(speed), time: time, trip: vehicle.trip,
            occupancy: occupancy)
    }

    private func heading(_ bearing: Float) -> Double? {
        guard bearing.isFinite else { return nil }
        let rest = Double(bearing).truncatingRemainder(dividingBy: 360)
        let positive = rest < 0 ? rest + 360 : rest
        // For angles just below 0 the sum rounds to 360.
        return positive == 360 ? 0 : positive
    }

    private func speed(_ speed: Float) -> Double? {
        (0...Self.topSpeedMetresPerSecond).contains(speed) ? Double(speed) : nil
    }
}

extension TripReference {
    /// Creates a reference from a descriptor; nil if it has neither trip nor route.
    package init?(_ descriptor: TransitRealtime_TripDescriptor) {
        let tripID = nonEmpty(descriptor.tripID)
        let routeID = nonEmpty(descriptor.routeID)
        guard tripID != nil || routeID != nil else { return nil }
        self.init(
            tripID: tripID, routeID: routeID,
            directionID: descriptor.hasDirectionID ? Int(descriptor.directionID) : nil,
            serviceDay: ServiceDay(descriptor.startDate),
            startTime: ServiceTime(descriptor.startTime))
    }
}

/// Many producers write an empty text for an unknown value.
func nonEmpty(_ text: String) -> String? {
    text.isEmpty ? nil : text
}
