package import TransitModel

/// The trip of an entity (`TripDescriptor`).
///
/// Consumers match trips in different ways, so give everything known.
package struct RealtimeTrip: Hashable, Sendable {
    /// The relation of the trip to the timetable.
    package enum Relationship: Hashable, Sendable, CaseIterable {
        /// The trip runs as scheduled, or nearly so.
        case scheduled
        /// The trip has no schedule (`frequencies.txt` with `exact_times` 0).
        case unscheduled
        /// The scheduled trip does not run.
        case cancelled
        /// The trip replaces the scheduled trip with the same id.
        case replacement
        /// The trip is not in the timetable.
        case new
    }

    /// GTFS `trip_id`, for ``Relationship/new`` one not in the timetable; nil if unknown.
    package let tripID: String?
    /// GTFS `route_id`; nil if unknown.
    package let routeID: String?
    /// GTFS `direction_id`, 0 or 1; nil if the timetable has none.
    package let directionID: UInt32?
    /// The service day; nil leaves it to the consumer.
    package let serviceDay: ServiceDay?
    /// The scheduled departure from the first stop, possibly beyond 24 h; nil if unknown.
    package let startTime: ServiceTime?
    package let relationship: Relationship

    package init(
        tripID: String?, routeID: String? = nil, directionID: UInt32? = nil,
        serviceDay: ServiceDay? = nil, startTime: ServiceTime? = nil,
        relationship: Relationship = .scheduled
    ) {
        self.tripID = tripID
        self.routeID = routeID
        self.directionID = directionID
        self.serviceDay = serviceDay
        self.startTime = startTime
        self.relationship = relationship
    }
}

extension RealtimeTrip.Relationship {
    var wire: TransitRealtime_TripDescriptor.ScheduleRelationship {
        switch self {
        case .scheduled: .scheduled
        case .unscheduled: .unscheduled
        case .cancelled: .canceled
        case .replacement: .replacement
        case .new: .new
        }
    }
}
