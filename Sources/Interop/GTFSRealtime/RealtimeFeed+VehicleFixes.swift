package import TransitModel

extension RealtimeFeed {
    /// Faster than any train: such a speed is taken for unknown.
    private static let topSpeedMetresPerSecond: Float = 150

    /// The positions of the feed's vehicles, as the rest of Takt knows them, in the feed's order.
    ///
    /// Left out are entities without a vehicle or marked as deleted, positions that are no place
    /// on Earth or the (0, 0) of a receiver without satellites, and positions of which neither
    /// the vehicle nor the header tells the time. A vehicle without an id of its own is called by
    /// its label, or else by its entity's id.
    package func vehicleFixes() -> [VehicleFix] {
        entities.compactMap { entity in
            guard entity.hasVehicle, !entity.isDeleted else { return nil }
            return fix(of: entity.vehicle, entityID: entity.id)
        }
    }

    private func fix(of vehicle: TransitRealtime_VehiclePosition, entityID: String) -> VehicleFix? {
        guard vehicle.hasPosition else { return nil }
        let position = vehicle.position
        let coordinate = Coordinate(
            latitude: Double(position.latitude), longitude: Double(position.longitude))
        let measured = vehicle.hasTimestamp ? UnixTime(wireSeconds: vehicle.timestamp) : nil
        guard coordinate.isPlausible, let time = measured ?? self.time else { return nil }
        let label = nonEmpty(vehicle.vehicle.label)
        return VehicleFix(
            vehicleID: nonEmpty(vehicle.vehicle.id) ?? label ?? entityID, label: label,
            coordinate: coordinate,
            headingDegrees: position.hasBearing ? heading(position.bearing) : nil,
            speedMetresPerSecond: position.hasSpeed ? speed(position.speed) : nil,
            time: time, trip: vehicle.hasTrip ? TripReference(vehicle.trip) : nil,
            occupancy: Occupancy(vehicle))
    }

    private func heading(_ bearing: Float) -> Double? {
        guard bearing.isFinite else { return nil }
        let rest = Double(bearing).truncatingRemainder(dividingBy: 360)
        let positive = rest < 0 ? rest + 360 : rest
        // Just below 0 the sum rounds up to 360 itself.
        return positive == 360 ? 0 : positive
    }

    private func speed(_ speed: Float) -> Double? {
        (0...Self.topSpeedMetresPerSecond).contains(speed) ? Double(speed) : nil
    }
}

extension TripReference {
    /// What a descriptor tells of a run; nil if it tells nothing that could be looked up.
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

/// Many producers write an empty text for one they do not know.
private func nonEmpty(_ text: String) -> String? {
    text.isEmpty ? nil : text
}
