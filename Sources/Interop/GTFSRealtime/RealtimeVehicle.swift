package import TransitModel

/// A vehicle's position, as published (`VehiclePosition`).
package struct RealtimeVehicle: Hashable, Sendable {
    /// The vehicle's position relative to a stop of its trip.
    package struct StopState: Hashable, Sendable {
        /// The progress towards the stop.
        package enum Phase: Hashable, Sendable, CaseIterable {
            /// The vehicle is about to arrive.
            case arriving
            /// The vehicle is at the stop.
            case stopped
            /// The vehicle has left the previous stop.
            case underWay
        }

        package let phase: Phase
        package let stopSequence: UInt32
        package let stopID: String

        package init(phase: Phase, stopSequence: UInt32, stopID: String) {
            self.phase = phase
            self.stopSequence = stopSequence
            self.stopID = stopID
        }
    }

    /// The measured position; its trip is not encoded, see ``trip``.
    package let fix: VehicleFix
    /// The vehicle's trip; nil without one, such as on the way to the depot.
    package let trip: RealtimeTrip?
    /// The position relative to a stop; nil if unknown.
    package let stop: StopState?

    package init(fix: VehicleFix, trip: RealtimeTrip?, stop: StopState? = nil) {
        self.fix = fix
        self.trip = trip
        self.stop = stop
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

extension RealtimeVehicle.StopState.Phase {
    var wire: TransitRealtime_VehiclePosition.VehicleStopStatus {
        switch self {
        case .arriving: .incomingAt
        case .stopped: .stoppedAt
        case .underWay: .inTransitTo
        }
    }
}

extension TransitRealtime_Position {
    init(_ fix: borrowing VehicleFix) {
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

extension UnixTime {
    /// POSIX seconds, rounded down; 0 before 1970, which cannot be represented.
    var wireSeconds: UInt64 { UInt64(max(0, seconds)) }
}
