import TransitModel

@testable import GTFSRealtime

// The feeds' entities as generated messages, which must have the bytes that `ByteWriter` writes.

extension TransitRealtime_TripDescriptor {
    /// Creates the message of a trip; unknown fields stay unset.
    init(_ trip: RealtimeTrip) {
        self.init()
        if let tripID = trip.tripID { self.tripID = tripID }
        if let routeID = trip.routeID { self.routeID = routeID }
        if let directionID = trip.directionID { self.directionID = directionID }
        if let serviceDay = trip.serviceDay { startDate = serviceDay.compactDescription }
        if let startTime = trip.startTime { self.startTime = startTime.description }
        scheduleRelationship = trip.relationship.wire
    }
}

extension TransitRealtime_FeedEntity {
    init(_ update: RealtimeTripUpdate) {
        self.init()
        id = update.entityID
        tripUpdate = TransitRealtime_TripUpdate(update)
    }
}

extension TransitRealtime_TripUpdate {
    fileprivate init(_ update: RealtimeTripUpdate) {
        self.init()
        trip = TransitRealtime_TripDescriptor(update.trip)
        if let id = update.vehicleID {
            vehicle = TransitRealtime_VehicleDescriptor(id: id, label: update.vehicleLabel)
        }
        if let headsign = update.headsign { tripProperties.tripHeadsign = headsign }
        if let time = update.time { timestamp = time.wireSeconds }
        if let delay = update.delaySeconds { self.delay = delay }
        stopTimeUpdate = update.calls.map(StopTimeUpdate.init)
    }
}

extension TransitRealtime_TripUpdate.StopTimeUpdate {
    fileprivate init(_ call: RealtimeCall) {
        self.init()
        stopSequence = call.stopSequence
        stopID = call.stopID
        if let event = call.arrival { arrival = .init(event) }
        if let event = call.departure { departure = .init(event) }
        if let assigned = call.assignedStopID { stopTimeProperties.assignedStopID = assigned }
        if let status = call.departureOccupancy { departureOccupancyStatus = status.wire }
        scheduleRelationship = call.relationship.wire
    }
}

extension TransitRealtime_TripUpdate.StopTimeEvent {
    fileprivate init(_ event: RealtimeEvent) {
        self.init()
        time = event.time.seconds
        if let delay = event.delaySeconds { self.delay = delay }
        if let uncertainty = event.uncertaintySeconds { self.uncertainty = uncertainty }
    }
}

extension TransitRealtime_FeedEntity {
    /// Creates the entity of a vehicle, with the vehicle's id, so that it stays the same.
    init(_ vehicle: RealtimeVehicle) {
        self.init()
        id = vehicle.fix.vehicleID
        self.vehicle = TransitRealtime_VehiclePosition(vehicle)
    }
}

extension TransitRealtime_VehiclePosition {
    fileprivate init(_ vehicle: RealtimeVehicle) {
        self.init()
        let fix = vehicle.fix
        self.vehicle = TransitRealtime_VehicleDescriptor(id: fix.vehicleID, label: fix.label)
        position = TransitRealtime_Position(fix)
        timestamp = fix.time.wireSeconds
        if let trip = vehicle.trip { self.trip = TransitRealtime_TripDescriptor(trip) }
        if let occupancy = fix.occupancy { fill(occupancy) }
        guard let stop = vehicle.stop else { return }
        currentStopSequence = stop.stopSequence
        stopID = stop.stopID
        currentStatus = stop.phase.wire
    }
}

extension TransitRealtime_Position {
    init(_ fix: VehicleFix) {
        self.init()
        latitude = Float(fix.coordinate.latitude)
        longitude = Float(fix.coordinate.longitude)
        if let heading = fix.headingDegrees {
            // A double just below 360 becomes 360 in 32 bits.
            let bearing = Float(heading)
            self.bearing = bearing == 360 ? 0 : bearing
        }
        if let speed = fix.speedMetresPerSecond { self.speed = Float(speed) }
    }
}

extension TransitRealtime_VehicleDescriptor {
    init(id: String, label: String?) {
        self.init()
        self.id = id
        if let label { self.label = label }
    }
}

extension TransitRealtime_VehiclePosition {
    mutating func fill(_ occupancy: Occupancy) {
        occupancyStatus = occupancy.status.wire
        if let share = occupancy.percentage { occupancyPercentage = UInt32(share) }
        multiCarriageDetails = occupancy.carriages.enumerated().map { number, carriage in
            var details = CarriageDetails()
            if let label = carriage.label { details.label = label }
            if let status = carriage.status { details.occupancyStatus = status.wire }
            if let share = carriage.percentage { details.occupancyPercentage = Int32(share) }
            details.carriageSequence = UInt32(number + 1)
            return details
        }
    }
}
