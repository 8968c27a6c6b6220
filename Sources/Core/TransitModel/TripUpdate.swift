/// A live update for one run (GTFS-Realtime `TripUpdate`).
public struct TripUpdate: Hashable, Sendable {
    /// The run's relation to the timetable.
    public enum Relationship: Hashable, Sendable, CaseIterable {
        /// It runs at the reported times.
        case scheduled
        /// It does not run.
        case cancelled
        /// It does not run and should not be shown to riders.
        case deleted
        /// It replaces the timetable's trip of that id, with the reported stops and times.
        case replacement
        /// It is not in the timetable and runs with the reported stops and times.
        case new
        /// It is an additional run of the timetable's trip of that id, at another time.
        case duplicated
    }

    /// The run that is updated.
    public let trip: TripReference
    /// The run's relation to the timetable.
    public let relationship: Relationship
    /// The updated calls, in order of travel.
    public let calls: [CallUpdate]
    /// The last observed delay, for calls without an update of their own; nil if the source does
    /// not say.
    public let delaySeconds: Int32?
    /// When the source produced the update; nil if it does not say.
    public let time: UnixTime?
    /// For a duplicated run, the id of the copy and its time in ``TripReference/serviceDay`` and
    /// ``TripReference/startTime``; nil for others.
    public let copy: TripReference?
    /// The headsign, for a run whose headsign is not in the timetable; nil if the source does not
    /// say.
    public let headsign: String?

    /// Creates an update.
    public init(
        trip: TripReference, relationship: Relationship = .scheduled,
        calls: [CallUpdate] = [], delaySeconds: Int32? = nil, time: UnixTime? = nil,
        copy: TripReference? = nil, headsign: String? = nil
    ) {
        self.trip = trip
        self.relationship = relationship
        self.calls = calls
        self.delaySeconds = delaySeconds
        self.time = time
        self.copy = copy
        self.headsign = headsign
    }
}

/// A live update for one call (GTFS-Realtime `StopTimeUpdate`).
public struct CallUpdate: Hashable, Sendable {
    /// The call's relation to the timetable.
    public enum Relationship: Hashable, Sendable, CaseIterable {
        /// The vehicle stops here.
        case scheduled
        /// The vehicle passes without stopping.
        case skipped
        /// No live data from this call on.
        case noData
    }

    /// GTFS `stop_sequence`; nil if the source does not say.
    public let stopSequence: Int?
    /// GTFS `stop_id`; nil if the source does not say.
    public let stopID: String?
    /// When it arrives; nil if the source does not say.
    public let arrival: EventUpdate?
    /// When it departs; nil if the source does not say.
    public let departure: EventUpdate?
    /// The stop used instead of the scheduled one; nil if unchanged.
    public let assignedStopID: String?
    /// The uncertainty of the times in seconds, in either direction; 0 if they are certain, nil if
    /// the source does not say.
    public let uncertaintySeconds: Int32?
    /// The expected occupancy at departure; nil if the source does not say.
    public let departureOccupancy: OccupancyStatus?
    /// The call's relation to the timetable.
    public let relationship: Relationship

    /// Creates an update.
    public init(
        stopSequence: Int? = nil, stopID: String? = nil, arrival: EventUpdate? = nil,
        departure: EventUpdate? = nil, assignedStopID: String? = nil,
        uncertaintySeconds: Int32? = nil, departureOccupancy: OccupancyStatus? = nil,
        relationship: Relationship = .scheduled
    ) {
        self.stopSequence = stopSequence
        self.stopID = stopID
        self.arrival = arrival
        self.departure = departure
        self.assignedStopID = assignedStopID
        self.uncertaintySeconds = uncertaintySeconds
        self.departureOccupancy = departureOccupancy
        self.relationship = relationship
    }
}

/// An arrival or departure as reported by a live source: an absolute time or a delay.
public enum EventUpdate: Hashable, Sendable {
    /// At that instant.
    case at(UnixTime)
    /// The delay in seconds against the timetable; negative if early.
    case delayed(Int32)
}
