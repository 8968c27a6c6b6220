package import TransitModel

/// What is expected of one run, as we publish it (`TripUpdate`).
package struct RealtimeTripUpdate: Hashable, Sendable {
    /// The id of the entity: unique in the feed and the same in every feed about this run.
    package let entityID: String
    /// The run that is told of.
    package let trip: RealtimeTrip
    /// Where the vehicle says it goes, for a run that no timetable knows; nil if unknown.
    package let headsign: String?
    /// The vehicle that serves the run, named as in the vehicle positions; nil if unknown.
    package let vehicleID: String?
    /// What riders read on that vehicle; nil if unknown.
    package let vehicleLabel: String?
    /// When the run was last observed; nil if it was not, as for a cancellation.
    package let time: UnixTime?
    /// The delay that was observed last, not a prediction; negative if early, nil if unknown.
    package let delaySeconds: Int32?
    /// The calls still to come, in order of travel; empty for a cancelled run.
    package let calls: [RealtimeCall]

    /// Makes an update, complete as it will be written.
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

/// What is expected of a run at one stop (`StopTimeUpdate`).
package struct RealtimeCall: Hashable, Sendable {
    /// What becomes of the call, as against the timetable.
    package enum Relationship: Hashable, Sendable, CaseIterable {
        /// The vehicle calls, though perhaps at another time.
        case scheduled
        /// The vehicle passes without stopping.
        case skipped
        /// Nothing is known; consumers differ in what they make of it, so give times if possible.
        case noData
        /// The run has no timetable; only for runs that are unscheduled themselves.
        case unscheduled
    }

    /// GTFS `stop_sequence`.
    package let stopSequence: UInt32
    /// GTFS `stop_id` of the call in the timetable.
    package let stopID: String
    /// nil at the first stop, for a skipped call and where nothing is known.
    package let arrival: RealtimeEvent?
    /// nil at the last stop, for a skipped call and where nothing is known.
    package let departure: RealtimeEvent?
    /// The stop the vehicle uses instead, as another platform of the station; nil for the planned.
    package let assignedStopID: String?
    /// How full the vehicle is expected to be when it leaves; nil if unknown.
    package let departureOccupancy: OccupancyStatus?
    /// What becomes of the call.
    package let relationship: Relationship

    /// Makes a call, complete as it will be written.
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
    /// When it is expected.
    package let time: UnixTime
    /// Against the timetable, negative if early; nil where there is no timetable.
    package let delaySeconds: Int32?
    /// By how much it may be off either way; nil if unknown, 0 if certain.
    package let uncertaintySeconds: Int32?

    /// Makes an event; consumers differ in which they read, so give both time and delay.
    package init(time: UnixTime, delaySeconds: Int32?, uncertaintySeconds: Int32? = nil) {
        self.time = time
        self.delaySeconds = delaySeconds
        self.uncertaintySeconds = uncertaintySeconds
    }
}

extension TransitRealtime_FeedEntity {
    /// The entity for a trip update.
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
    /// As it is written.
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
