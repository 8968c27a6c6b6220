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

extension RealtimeVehicle.StopState.Phase {
    var wire: TransitRealtime_VehiclePosition.VehicleStopStatus {
        switch self {
        case .arriving: .incomingAt
        case .stopped: .stoppedAt
        case .underWay: .inTransitTo
        }
    }
}

extension UnixTime {
    /// POSIX seconds, rounded down; 0 before 1970, which cannot be represented.
    var wireSeconds: UInt64 { UInt64(max(0, seconds)) }
}
