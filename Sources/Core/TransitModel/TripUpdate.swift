/// What a live source says of one run (GTFS-Realtime `TripUpdate`).
public struct TripUpdate: Hashable, Sendable {
    /// What becomes of the run, as against the timetable.
    public enum Relationship: Hashable, Sendable, CaseIterable {
        /// It runs, at the times told.
        case scheduled
        /// It does not run.
        case cancelled
        /// It does not run, and need not be mentioned.
        case deleted
        /// It runs in place of the timetable's trip of that id, at the stops and times told.
        case replacement
        /// It is in no timetable and runs at the stops and times told.
        case new
        /// It runs as the timetable's trip of that id once more, at another time.
        case duplicated
    }

    /// The run.
    public let trip: TripReference
    /// What becomes of it.
    public let relationship: Relationship
    /// The calls that are told of, in order of travel.
    public let calls: [CallUpdate]
    /// The delay observed last, for calls of which nothing is told; nil if the source does not say.
    public let delaySeconds: Int32?
    /// When the source knew this; nil if it does not say.
    public let time: UnixTime?
    /// For a duplicated run the id and, in ``TripReference/serviceDay`` and
    /// ``TripReference/startTime``, the time of the copy; nil for others.
    public let copy: TripReference?
    /// Where the vehicle says it goes, for a run of which the timetable does not tell it; nil if
    /// the source does not say.
    public let headsign: String?

    /// Tells of a run.
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

/// What a live source says of one call (GTFS-Realtime `StopTimeUpdate`).
public struct CallUpdate: Hashable, Sendable {
    /// What becomes of the call.
    public enum Relationship: Hashable, Sendable, CaseIterable {
        /// The vehicle calls.
        case scheduled
        /// It passes without stopping.
        case skipped
        /// Nothing is known from here on.
        case noData
    }

    /// GTFS `stop_sequence`; nil if the source does not say.
    public let stopSequence: Int?
    /// GTFS `stop_id`; nil if the source does not say.
    public let stopID: String?
    /// When it arrives; nil if the source does not say.
    public let arrival: EventUpdate?
    /// When it leaves; nil if the source does not say.
    public let departure: EventUpdate?
    /// The stop used in place of the scheduled one; nil for that one.
    public let assignedStopID: String?
    /// By how much the times may be off either way, in seconds, 0 if they are certain; nil if the
    /// source does not say.
    public let uncertaintySeconds: Int32?
    /// How full the vehicle is expected to be when it leaves; nil if the source does not say.
    public let departureOccupancy: OccupancyStatus?
    /// What becomes of the call.
    public let relationship: Relationship

    /// Tells of a call.
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

/// A moment as a live source tells it: as a time, or against the timetable.
public enum EventUpdate: Hashable, Sendable {
    /// At that moment.
    case at(UnixTime)
    /// So many seconds after the timetable's time; negative if early.
    case delayed(Int32)
}
