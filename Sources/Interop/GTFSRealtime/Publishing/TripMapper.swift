import Realtime
import Timetables
import TransitModel

/// The ids that a feed has for runs with a vehicle and for stops, each made once for several feeds.
struct PublishedIDs: Sendable {
    private var stops: [PatternIndex: [String]] = [:]
    /// The entities of runs with a vehicle in the feed before, and in this one.
    private var earlier: [DatedRun: String] = [:]
    private var entities: [DatedRun: String] = [:]

    /// Starts without ids.
    init() {}

    /// Starts with the ids of an earlier feed of the same network.
    init(after other: PublishedIDs) {
        (stops, earlier) = (other.stops, other.entities)
        entities.reserveCapacity(earlier.count)
    }

    /// Returns the id of a run's entity; nil if this feed has had it before.
    mutating func newEntity(of run: DatedRun, in timetable: Timetable) -> String? {
        let id = earlier[run] ?? TripMapper.entityID(of: run, in: timetable)
        return entities.updateValue(id, forKey: run) == nil ? id : nil
    }

    /// Returns whether this feed has an entity of a run with a vehicle.
    func contains(_ run: DatedRun) -> Bool { entities[run] != nil }

    /// Forgets what only the feed before had.
    mutating func end() { earlier = [:] }

    mutating func stops(of pattern: PatternIndex, in timetable: Timetable) -> [String] {
        if let known = stops[pattern] { return known }
        let ids = timetable.patterns.stops(of: pattern).map { timetable.stops.id($0) }
        stops[pattern] = ids
        return ids
    }
}

/// Maps a trip of the timetable to GTFS-Realtime.
struct TripMapper {
    private let dayStart: UnixTime
    private let timetable: Timetable
    // Columns are copied once for a trip and not for each of its calls.
    private let patterns: PatternColumns
    private let dated: DatedRun
    private let pattern: PatternIndex
    private let trip: TripIndex
    private let isHeadwayBased: Bool
    private let stopIDs: [String]
    /// The feed's `stop_sequence` of each call; nil if calls are numbered from 1.
    private let sequences: [Int]?

    init(_ timetable: Timetable, _ progress: VehicleProgress, _ ids: inout PublishedIDs) {
        self.init(
            timetable, progress.datedRun, progress.pattern, dayStart: progress.dayStart, &ids)
    }

    init(_ timetable: Timetable, _ dated: DatedRun, _ ids: inout PublishedIDs) {
        let pattern = timetable.patterns.pattern(of: dated.run)
        self.init(
            timetable, dated, pattern,
            dayStart: timetable.timeZone(of: pattern).start(of: dated.day), &ids)
    }

    private init(
        _ timetable: Timetable, _ dated: DatedRun, _ pattern: PatternIndex, dayStart: UnixTime,
        _ ids: inout PublishedIDs
    ) {
        self.timetable = timetable
        self.dated = dated
        self.pattern = pattern
        self.dayStart = dayStart
        patterns = timetable.patterns
        trip = patterns.runTrips[dated.run]
        let trips = timetable.trips
        isHeadwayBased = trips.isHeadwayBased(trip)
        stopIDs = ids.stops(of: pattern, in: timetable)
        sequences = trips.stopSequences(trip, count: stopIDs.count)
    }

    var callCount: Int { stopIDs.count }

    private func stopSequence(_ position: Int) -> UInt32 {
        UInt32(sequences?[position] ?? position + 1)
    }

    func scheduled(_ position: Int) -> (arrival: UnixTime, departure: UnixTime) {
        let times = patterns.times(of: dated.run, in: pattern, at: position)
        return (instant(times.arrival), instant(times.departure))
    }

    func instant(_ time: ServiceTime) -> UnixTime {
        UnixTime(milliseconds: dayStart.milliseconds + Int64(time.seconds) * 1000)
    }

    /// Returns the trip with everything that consumers may match by.
    func descriptor(isCancelled: Bool = false) -> RealtimeTrip {
        Self.descriptor(of: dated, pattern, in: timetable, isCancelled: isCancelled)
    }

    /// Returns the trip of a run on its pattern with everything that consumers may match by.
    static func descriptor(
        of dated: DatedRun, _ pattern: PatternIndex, in timetable: Timetable,
        isCancelled: Bool = false
    ) -> RealtimeTrip {
        let trip = timetable.patterns.runTrips[dated.run]
        return RealtimeTrip(
            tripID: timetable.trips.id(trip),
            routeID: timetable.routes.id(timetable.trips.routes[trip]),
            directionID: timetable.patterns.direction(of: pattern).map { UInt32($0) },
            serviceDay: dated.day,
            startTime: ServiceTime(seconds: timetable.patterns.runStarts[dated.run]),
            relationship: isCancelled
                ? .cancelled : timetable.trips.isHeadwayBased(trip) ? .unscheduled : .scheduled)
    }

    /// Returns the id of a run's entity, the same in every feed.
    static func entityID(of dated: DatedRun, in timetable: Timetable) -> String {
        var id = timetable.trips.id(timetable.patterns.runTrips[dated.run])
        id += "@"
        id += dated.day.compactDescription
        id += "@"
        id += ServiceTime(seconds: timetable.patterns.runStarts[dated.run]).description
        return id
    }

    /// Returns a stop call with its times.
    ///
    /// `uncertainty`: Seconds either way; nil if unknown.
    ///
    /// `word`: The live data of the call, used for platform and occupancy.
    func call(
        _ position: Int, arrival: UnixTime, departure: UnixTime, uncertainty: Int32?,
        word: ExpectedCall? = nil
    ) -> RealtimeCall {
        let times = scheduled(position)
        func event(_ time: UnixTime, _ planned: UnixTime) -> RealtimeEvent {
            RealtimeEvent(
                time: time,
                // Headway-based trips have no timetable to be late against.
                delaySeconds: isHeadwayBased
                    ? nil : Int32(clamping: time.seconds - planned.seconds),
                uncertaintySeconds: uncertainty)
        }
        return RealtimeCall(
            stopSequence: stopSequence(position),
            stopID: stopIDs[position],
            arrival: position == 0 ? nil : event(arrival, times.arrival),
            departure: position == callCount - 1 ? nil : event(departure, times.departure),
            assignedStopID: word?.stop.map { timetable.stops.id($0) },
            departureOccupancy: word?.occupancy,
            relationship: isHeadwayBased ? .unscheduled : .scheduled)
    }

    func skipped(_ position: Int) -> RealtimeCall {
        RealtimeCall(
            stopSequence: stopSequence(position),
            stopID: stopIDs[position], relationship: .skipped)
    }
}
