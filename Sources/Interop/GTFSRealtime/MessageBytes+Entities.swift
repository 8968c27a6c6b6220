import TransitModel

/// Encodes the entities of the two large feeds directly as bytes.
///
/// The result equals that of the messages in `RealtimeTripUpdate.swift` and
/// `RealtimeVehicle.swift`, from which the JSON form is made.
extension MessageBytes {
    /// The field number of a feed's entities.
    private static let entity: UInt8 = 2

    mutating func put(_ update: RealtimeTripUpdate) {
        put(Self.entity) { entity in
            entity.put(1, update.entityID)
            entity.put(3) { message in
                message.put(1, update.trip)
                for call in update.calls { message.put(2, call) }
                if let id = update.vehicleID {
                    message.put(3, vehicle: id, label: update.vehicleLabel)
                }
                if let time = update.time { message.put(4, Int64(time.wireSeconds)) }
                if let delay = update.delaySeconds { message.put(5, Int64(delay)) }
                if let headsign = update.headsign {
                    message.put(6) { $0.put(5, headsign) }
                }
            }
        }
    }

    mutating func put(_ vehicle: RealtimeVehicle) {
        let fix = vehicle.fix
        put(Self.entity) { entity in
            entity.put(1, fix.vehicleID)
            entity.put(4) { message in
                if let trip = vehicle.trip { message.put(1, trip) }
                message.put(2) { position in
                    let place = TransitRealtime_Position(fix)
                    position.put(1, place.latitude)
                    position.put(2, place.longitude)
                    if place.hasBearing { position.put(3, place.bearing) }
                    if place.hasSpeed { position.put(5, place.speed) }
                }
                if let stop = vehicle.stop {
                    message.put(3, Int64(stop.stopSequence))
                    message.put(4, Int64(stop.phase.wire.rawValue))
                }
                message.put(5, Int64(fix.time.wireSeconds))
                if let stop = vehicle.stop { message.put(7, stop.stopID) }
                message.put(8, vehicle: fix.vehicleID, label: fix.label)
                if let occupancy = fix.occupancy { message.put(occupancy) }
            }
        }
    }

    /// Adds the last fields of a vehicle position.
    private mutating func put(_ occupancy: Occupancy) {
        put(9, Int64(occupancy.status.wire.rawValue))
        if let share = occupancy.percentage { put(10, Int64(share)) }
        for (number, carriage) in occupancy.carriages.enumerated() {
            put(11) { details in
                if let label = carriage.label { details.put(2, label) }
                if let status = carriage.status { details.put(3, Int64(status.wire.rawValue)) }
                if let share = carriage.percentage { details.put(4, Int64(share)) }
                details.put(5, Int64(number + 1))
            }
        }
    }

    private mutating func put(_ field: UInt8, vehicle id: String, label: String?) {
        put(field) { descriptor in
            descriptor.put(1, id)
            if let label { descriptor.put(2, label) }
        }
    }

    private mutating func put(_ field: UInt8, _ trip: RealtimeTrip) {
        put(field) { descriptor in
            if let tripID = trip.tripID { descriptor.put(1, tripID) }
            if let startTime = trip.startTime { descriptor.put(2, startTime.description) }
            if let day = trip.serviceDay { descriptor.put(3, day.compactDescription) }
            descriptor.put(4, Int64(trip.relationship.wire.rawValue))
            if let routeID = trip.routeID { descriptor.put(5, routeID) }
            if let directionID = trip.directionID { descriptor.put(6, Int64(directionID)) }
        }
    }

    private mutating func put(_ field: UInt8, _ call: RealtimeCall) {
        put(field) { message in
            message.put(1, Int64(call.stopSequence))
            if let event = call.arrival { message.put(2, event) }
            if let event = call.departure { message.put(3, event) }
            message.put(4, call.stopID)
            message.put(5, Int64(call.relationship.wire.rawValue))
            if let assigned = call.assignedStopID {
                message.put(6) { $0.put(1, assigned) }
            }
            if let status = call.departureOccupancy {
                message.put(7, Int64(status.wire.rawValue))
            }
        }
    }

    private mutating func put(_ field: UInt8, _ event: RealtimeEvent) {
        put(field) { message in
            if let delay = event.delaySeconds { message.put(1, Int64(delay)) }
            message.put(2, event.time.seconds)
            if let uncertainty = event.uncertaintySeconds { message.put(3, Int64(uncertainty)) }
        }
    }
}
