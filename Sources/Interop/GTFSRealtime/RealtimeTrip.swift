package import TransitModel

/// The run that an entity is about (`TripDescriptor`).
///
/// Consumers match runs in different ways; give everything that is known, so that each succeeds.
package struct RealtimeTrip: Hashable, Sendable {
    /// What became of the run, as against the timetable.
    package enum Relationship: Hashable, Sendable, CaseIterable {
        /// It runs as a trip of the timetable, or close to it.
        case scheduled
        /// It has no timetable (`frequencies.txt` with `exact_times` 0).
        case unscheduled
        /// It was in the timetable and does not run.
        case cancelled
        /// It runs in place of the timetable's trip of the same id.
        case replacement
        /// It is in no timetable.
        case new
    }

    /// GTFS `trip_id`, for ``Relationship/new`` one that no timetable knows; nil if unknown.
    package let tripID: String?
    /// GTFS `route_id`; nil if unknown.
    package let routeID: String?
    /// GTFS `direction_id`, 0 or 1; nil where the timetable has none.
    package let directionID: UInt32?
    /// The service day; nil leaves it to the consumer to find.
    package let serviceDay: ServiceDay?
    /// The scheduled departure from the first stop, which may pass 24 h; nil if unknown.
    package let startTime: ServiceTime?
    /// What became of the run.
    package let relationship: Relationship

    /// Names a run by whatever is known of it.
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

extension TransitRealtime_TripDescriptor {
    /// The message for a run; what is unknown is left unset.
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

extension RealtimeTrip.Relationship {
    /// As it is written.
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
