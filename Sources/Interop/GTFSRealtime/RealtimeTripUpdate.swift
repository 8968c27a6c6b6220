package import TransitModel

/// The live data of a trip, as published (`TripUpdate`).
package struct RealtimeTripUpdate: Hashable, Sendable {
    /// The entity's id, unique in the feed and the same in every feed about this trip.
    package let entityID: String
    package let trip: RealtimeTrip
    /// The headsign of a trip not in the timetable; nil if unknown.
    package let headsign: String?
    /// The vehicle's id, as in the vehicle positions; nil if unknown.
    package let vehicleID: String?
    /// The vehicle's public label; nil if unknown.
    package let vehicleLabel: String?
    /// The time of the last observation; nil without one, as for a cancellation.
    package let time: UnixTime?
    /// The last observed delay, not a prediction; negative if early, nil if unknown.
    package let delaySeconds: Int32?
    /// The remaining stop calls in order of travel; empty for a cancelled trip.
    package let calls: [RealtimeCall]

    package init(
        entityID: String, trip: RealtimeTrip, headsign: String? = nil, vehicleID: String? = nil,
        vehicleLabel: String? = nil, time: UnixTime? = nil, delaySeconds: Int32? = nil,
        calls: [RealtimeCall]
    ) {
        self.entityID = entityID
        self.trip = trip
        self.headsign = headsign
        self.vehicleID = vehicleID
        self.vehicleLabel = vehicleLabel
        self.time = time
        self.delaySeconds = delaySeconds
        self.calls = calls
    }
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
    package let arrival: RealtimeEvent?
    /// Nil at the last stop, for a skipped call and if unknown.
    package let departure: RealtimeEvent?
    /// The stop used instead, such as another platform of the station; nil if unchanged.
    package let assignedStopID: String?
    /// The expected occupancy at departure; nil if unknown.
    package let departureOccupancy: OccupancyStatus?
    package let relationship: Relationship

    package init(
        stopSequence: UInt32, stopID: String, arrival: RealtimeEvent? = nil,
        departure: RealtimeEvent? = nil, assignedStopID: String? = nil,
        departureOccupancy: OccupancyStatus? = nil, relationship: Relationship = .scheduled
    ) {
        self.stopSequence = stopSequence
        self.stopID = stopID
        self.arrival = arrival
        self.departure = departure
        self.assignedStopID = assignedStopID
        self.departureOccupancy = departureOccupancy
        self.relationship = relationship
    }
}

/// An expected arrival or departure (`StopTimeEvent`).
package struct RealtimeEvent: Hashable, Sendable {
    package let time: UnixTime
    /// The delay against the timetable, negative if early; nil without a schedule.
    package let delaySeconds: Int32?
    /// The uncertainty in either direction; nil if unknown, 0 if certain.
    package let uncertaintySeconds: Int32?

    /// Creates an event; consumers differ in which they read, so give both time and delay.
    package init(time: UnixTime, delaySeconds: Int32?, uncertaintySeconds: Int32? = nil) {
        self.time = time
        self.delaySeconds = delaySeconds
        self.uncertaintySeconds = uncertaintySeconds
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

extension TransitRealtime_TripUpdate.StopTimeEvent {
    fileprivate init(_ event: RealtimeEvent) {
        self.init()
        time = event.time.seconds
        if let delay = event.delaySeconds { self.delay = delay }
        if let uncertainty = event.uncertaintySeconds { self.uncertainty = uncertainty }
    }
}
