package import TransitModel

/// The live data of a trip, as published (`TripUpdate`).
package struct RealtimeTripUpdate: Hashable, Sendable {
    /// The entity's id, unique in the feed and the same in every feed about this trip.
    package let entityID: String
    package let trip: RealtimeTrip
    /// The headsign of a trip not in the timetable; nil if unknown.
    package var headsign: String?
    /// The vehicle's id, as in the vehicle positions; nil if unknown.
    package var vehicleID: String?
    /// The vehicle's public label; nil if unknown.
    package var vehicleLabel: String?
    /// The time of the last observation; nil without one, as for a cancellation.
    package var time: UnixTime?
    /// The last observed delay, not a prediction; negative if early, nil if unknown.
    package var delaySeconds: Int32?
    /// The remaining stop calls in order of travel; empty for a cancelled trip.
    package let calls: [RealtimeCall]
}

/// The live data of a stop call (`StopTimeUpdate`).
package struct RealtimeCall: Hashable, Sendable {
    /// The relation of the stop call to the timetable.
    package enum Relationship: Hashable, Sendable, CaseIterable {
        /// The vehicle calls, possibly at another time.
        case scheduled
        /// The vehicle passes without stopping.
        case skipped
        /// Nothing is known; consumers differ in how they treat it, so give times if possible.
        case noData
        /// The call has no schedule; only for trips that are unscheduled themselves.
        case unscheduled
    }

    package let stopSequence: UInt32
    /// GTFS `stop_id` of the scheduled stop call.
    package let stopID: String
    /// Nil at the first stop, for a skipped call and if unknown.
    package var arrival: RealtimeEvent?
    /// Nil at the last stop, for a skipped call and if unknown.
    package var departure: RealtimeEvent?
    /// The stop used instead, such as another platform of the station; nil if unchanged.
    package var assignedStopID: String?
    /// The expected occupancy at departure; nil if unknown.
    package var departureOccupancy: OccupancyStatus?
    package var relationship: Relationship = .scheduled
}

/// An expected arrival or departure (`StopTimeEvent`).
///
/// Consumers differ in which they read, so give both time and delay.
package struct RealtimeEvent: Hashable, Sendable {
    package let time: UnixTime
    /// The delay against the timetable, negative if early; nil without a schedule.
    package let delaySeconds: Int32?
    /// The uncertainty in either direction; nil if unknown, 0 if certain.
    package var uncertaintySeconds: Int32?
}

extension RealtimeCall.Relationship {
    var wire: TransitRealtime_TripUpdate.StopTimeUpdate.ScheduleRelationship {
        switch self {
        case .scheduled: .scheduled
        case .skipped: .skipped
        case .noData: .noData
        case .unscheduled: .unscheduled
        }
    }
}
