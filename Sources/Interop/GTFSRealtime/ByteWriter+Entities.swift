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
                // A list's iterator would copy each of them.
                let calls = update.calls.span
                for row in calls.indices { message.field(2, calls[row]) }
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
        field(Self.entityField) { entity in
            entity.field(1, vehicle.fix.vehicleID)
            entity.field(4) { message in
                if let trip = vehicle.trip { message.field(1, trip) }
                message.field(2) { position in
                    let fix = vehicle.fix
                    position.write(atMost: 20) { fields in
                        fields.append(field: 1, float: Float(fix.coordinate.latitude))
                        fields.append(field: 2, float: Float(fix.coordinate.longitude))
                        if let heading = fix.headingDegrees {
                            // A double just below 360 becomes 360 in 32 bits.
                            let bearing = Float(heading)
                            fields.append(field: 3, float: bearing == 360 ? 0 : bearing)
                        }
                        if let speed = fix.speedMetresPerSecond {
                            fields.append(field: 5, float: Float(speed))
                        }
                    }
                }
                if let stop = vehicle.stop {
                    message.field(3, Int64(stop.stopSequence))
                    message.field(4, Int64(stop.phase.wire.rawValue))
                }
                message.field(5, Int64(vehicle.fix.time.wireSeconds))
                if let stop = vehicle.stop { message.field(7, stop.stopID) }
                message.field(8, vehicle: vehicle.fix.vehicleID, label: vehicle.fix.label)
                if let occupancy = vehicle.fix.occupancy { message.put(occupancy) }
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
        let (start, day) = (trip.startTime?.description, trip.serviceDay?.compactDescription)
        func length(_ text: String?) -> Int { text?.utf8.count ?? 0 }
        let texts = length(trip.tripID) + length(start) + length(day) + length(trip.routeID)
        field(number) { descriptor in
            descriptor.write(atMost: texts + Self.mostBytes(texts: 4, integers: 2)) { fields in
                if let tripID = trip.tripID { fields.append(field: 1, tripID) }
                if let start { fields.append(field: 2, start) }
                if let day { fields.append(field: 3, day) }
                fields.append(field: 4, Int64(trip.relationship.wire.rawValue))
                if let routeID = trip.routeID { fields.append(field: 5, routeID) }
                fields.append(field: 6, trip.directionID.map(Int64.init))
            }
        }
    }

    private mutating func field(_ number: Int, _ call: RealtimeCall) {
        field(number) { message in
            let most = call.stopID.utf8.count + Self.mostBytes(texts: 3, integers: 8)
            message.write(atMost: most) { fields in
                fields.append(field: 1, Int64(call.stopSequence))
                if let event = call.arrival { fields.append(field: 2, event) }
                if let event = call.departure { fields.append(field: 3, event) }
                fields.append(field: 4, call.stopID)
                fields.append(field: 5, Int64(call.relationship.wire.rawValue))
            }
            if let assigned = call.assignedStopID {
                message.field(6) { $0.field(1, assigned) }
            }
            if let status = call.departureOccupancy {
                message.field(7, Int64(status.wire.rawValue))
            }
        }
    }

    /// Returns the most that fields take beside the bytes of their texts; a nested message counts
    /// as a text and its fields.
    private static func mostBytes(texts: Int, integers: Int) -> Int {
        texts * OutputSpan<UInt8>.maximumTextHeadBytes
            + integers * OutputSpan<UInt8>.maximumIntegerBytes
    }
}

extension OutputSpan<UInt8> {
    @inline(__always)
    fileprivate mutating func append(field: UInt8, _ event: RealtimeEvent) {
        append(
            field: field, integers: event.delaySeconds.map(Int64.init), event.time.seconds,
            event.uncertaintySeconds.map(Int64.init))
    }
}
