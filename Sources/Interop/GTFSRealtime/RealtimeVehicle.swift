package import TransitModel

/// A vehicle's position as we publish it (`VehiclePosition`).
package struct RealtimeVehicle: Hashable, Sendable {
    /// Where the vehicle is with respect to a stop of its run.
    package struct StopState: Hashable, Sendable {
        /// How near the vehicle is to the stop.
        package enum Phase: Hashable, Sendable, CaseIterable {
            /// It is about to arrive at the stop.
            case arriving
            /// It stands at the stop.
            case stopped
            /// It has left the stop before and is on its way to this one.
            case underWay
        }

        /// How near the stop is.
        package let phase: Phase
        /// GTFS `stop_sequence` of the stop.
        package let stopSequence: UInt32
        /// GTFS `stop_id` of the stop.
        package let stopID: String

        /// Says where a vehicle is with respect to one stop.
        package init(phase: Phase, stopSequence: UInt32, stopID: String) {
            self.phase = phase
            self.stopSequence = stopSequence
            self.stopID = stopID
        }
    }

    /// What was measured; its trip is not written, see ``trip``.
    package let fix: VehicleFix
    /// The run the vehicle is on; nil if it is on none, as on the way to the depot.
    package let trip: RealtimeTrip?
    /// Where on its run the vehicle is; nil if unknown.
    package let stop: StopState?

    /// Makes a position, complete as it will be written.
    package init(fix: VehicleFix, trip: RealtimeTrip?, stop: StopState? = nil) {
        self.fix = fix
        self.trip = trip
        self.stop = stop
    }
}

extension TransitRealtime_FeedEntity {
    /// The entity for a vehicle; its id is the vehicle's, so that it stays the same.
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
    /// As it is written.
    var wire: TransitRealtime_VehiclePosition.VehicleStopStatus {
        switch self {
        case .arriving: .incomingAt
        case .stopped: .stoppedAt
        case .underWay: .inTransitTo
        }
    }
}

extension TransitRealtime_Position {
    /// The message for a place.
    init(_ fix: VehicleFix) {
        self.init()
        latitude = Float(fix.coordinate.latitude)
        longitude = Float(fix.coordinate.longitude)
        if let heading = fix.headingDegrees {
            // A double just below 360 becomes 360 itself in 32 bits.
            let bearing = Float(heading)
            self.bearing = bearing == 360 ? 0 : bearing
        }
        if let speed = fix.speedMetresPerSecond { self.speed = Float(speed) }
    }
}

extension TransitRealtime_VehicleDescriptor {
    /// The message that names a vehicle.
    init(id: String, label: String?) {
        self.init()
        self.id = id
        if let label { self.label = label }
    }
}

extension UnixTime {
    /// POSIX seconds, rounded down; 0 before 1970, which cannot be written.
    var wireSeconds: UInt64 { UInt64(max(0, seconds)) }
}
