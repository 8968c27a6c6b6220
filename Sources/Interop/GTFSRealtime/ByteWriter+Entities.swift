import TransitModel

/// Encodes the entities of the two large feeds directly as bytes, without messages in between.
extension ByteWriter {
    /// The field number of a feed's entities.
    private static let entityField = 2

    mutating func put(_ update: RealtimeTripUpdate) {
        field(Self.entityField) { entity in
            entity.field(1, update.entityID)
            entity.field(3) { message in
                message.field(1, update.trip)
                for call in update.calls { message.field(2, call) }
                if let id = update.vehicleID {
                    message.field(3, vehicle: id, label: update.vehicleLabel)
                }
                if let time = update.time { message.field(4, Int64(time.wireSeconds)) }
                if let delay = update.delaySeconds { message.field(5, Int64(delay)) }
                if let headsign = update.headsign {
                    message.field(6) { $0.field(5, headsign) }
                }
            }
        }
    }

    mutating func put(_ vehicle: RealtimeVehicle) {
        let fix = vehicle.fix
        field(Self.entityField) { entity in
            entity.field(1, fix.vehicleID)
            entity.field(4) { message in
                if let trip = vehicle.trip { message.field(1, trip) }
                message.field(2) { position in
                    position.field(1, float: Float(fix.coordinate.latitude))
                    position.field(2, float: Float(fix.coordinate.longitude))
                    if let heading = fix.headingDegrees {
                        // A double just below 360 becomes 360 in 32 bits.
                        let bearing = Float(heading)
                        position.field(3, float: bearing == 360 ? 0 : bearing)
                    }
                    if let speed = fix.speedMetresPerSecond {
                        position.field(5, float: Float(speed))
                    }
                }
                if let stop = vehicle.stop {
                    message.field(3, Int64(stop.stopSequence))
                    message.field(4, Int64(stop.phase.wire.rawValue))
                }
                message.field(5, Int64(fix.time.wireSeconds))
                if let stop = vehicle.stop { message.field(7, stop.stopID) }
                message.field(8, vehicle: fix.vehicleID, label: fix.label)
                if let occupancy = fix.occupancy { message.put(occupancy) }
            }
        }
    }

    /// Adds the last fields of a vehicle position.
    private mutating func put(_ occupancy: Occupancy) {
        field(9, Int64(occupancy.status.wire.rawValue))
        if let share = occupancy.percentage { field(10, Int64(share)) }
        for (number, carriage) in occupancy.carriages.enumerated() {
            field(11) { details in
                if let label = carriage.label { details.field(2, label) }
                if let status = carriage.status { details.field(3, Int64(status.wire.rawValue)) }
                if let share = carriage.percentage { details.field(4, Int64(share)) }
                details.field(5, Int64(number + 1))
            }
        }
    }

    private mutating func field(_ number: Int, vehicle id: String, label: String?) {
        field(number) { descriptor in
            descriptor.field(1, id)
            if let label { descriptor.field(2, label) }
        }
    }

    private mutating func field(_ number: Int, _ trip: RealtimeTrip) {
        field(number) { descriptor in
            if let tripID = trip.tripID { descriptor.field(1, tripID) }
            if let startTime = trip.startTime { descriptor.field(2, startTime.description) }
            if let day = trip.serviceDay { descriptor.field(3, day.compactDescription) }
            descriptor.field(4, Int64(trip.relationship.wire.rawValue))
            if let routeID = trip.routeID { descriptor.field(5, routeID) }
            if let directionID = trip.directionID { descriptor.field(6, Int64(directionID)) }
        }
    }

    private mutating func field(_ number: Int, _ call: RealtimeCall) {
        field(number) { message in
            message.field(1, Int64(call.stopSequence))
            if let event = call.arrival { message.field(2, event) }
            if let event = call.departure { message.field(3, event) }
            message.field(4, call.stopID)
            message.field(5, Int64(call.relationship.wire.rawValue))
            if let assigned = call.assignedStopID {
                message.field(6) { $0.field(1, assigned) }
            }
            if let status = call.departureOccupancy {
                message.field(7, Int64(status.wire.rawValue))
            }
        }
    }

    private mutating func field(_ number: Int, _ event: RealtimeEvent) {
        field(
            number, event.delaySeconds.map(Int64.init), event.time.seconds,
            event.uncertaintySeconds.map(Int64.init))
    }
}
