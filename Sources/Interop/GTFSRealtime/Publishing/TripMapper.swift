import Realtime
import Timetables
import TransitModel

/// Tells of one run of the timetable in GTFS-Realtime's words.
struct TripMapper {
    private let dayStart: UnixTime
    private let timetable: Timetable
    private let dated: DatedRun
    private let pattern: PatternIndex
    private let trip: TripIndex
    private let isHeadwayBased: Bool

    /// Tells of the run that a vehicle is on.
    init(_ timetable: Timetable, _ progress: VehicleProgress) {
        self.timetable = timetable
        dated = progress.datedRun
        pattern = progress.pattern
        trip = progress.trip
        dayStart = progress.dayStart
        isHeadwayBased = timetable.trips.isHeadwayBased(trip)
    }

    init(_ timetable: Timetable, _ dated: DatedRun) {
        self.timetable = timetable
        self.dated = dated
        pattern = timetable.patterns.pattern(of: dated.run)
        trip = timetable.patterns.runTrips[dated.run]
        dayStart = timetable.timeZone(of: pattern).start(of: dated.day)
        isHeadwayBased = timetable.trips.isHeadwayBased(trip)
    }

    /// How many calls the run has.
    var callCount: Int { timetable.patterns.stops(of: pattern).count }

    private func stopID(_ position: Int) -> String {
        timetable.stops.id(timetable.patterns.stops(of: pattern)[position])
    }

    /// When a call is scheduled.
    func scheduled(_ position: Int) -> (arrival: UnixTime, departure: UnixTime) {
        let times = timetable.patterns.times(of: dated.run, in: pattern, at: position)
        return (instant(times.arrival), instant(times.departure))
    }

    func instant(_ time: ServiceTime) -> UnixTime {
        dayStart.advanced(bySeconds: Double(time.seconds))
    }

    /// The run, by everything that consumers may look for.
    func descriptor(isCancelled: Bool = false) -> RealtimeTrip {
        RealtimeTrip(
            tripID: timetable.trips.id(trip),
            routeID: timetable.routes.id(timetable.trips.routes[trip]),
            directionID: timetable.patterns.direction(of: pattern).map { UInt32($0) },
            serviceDay: dated.day,
            startTime: ServiceTime(seconds: timetable.patterns.runStarts[dated.run]),
            relationship: isCancelled ? .cancelled : isHeadwayBased ? .unscheduled : .scheduled)
    }

    /// The entity about the run: its own in every feed.
    func entityID() -> String {
        let start = ServiceTime(seconds: timetable.patterns.runStarts[dated.run])
        return "\(timetable.trips.id(trip))@\(dated.day.compactDescription)@\(start)"
    }

    /// A call with its times, at whole seconds; `uncertainty` nil where nothing is known of it.
    ///
    /// Platform and occupancy are those of `word`.
    func call(
        _ position: Int, arrival: UnixTime, departure: UnixTime, uncertainty: Int32?,
        word: ExpectedCall? = nil
    ) -> RealtimeCall {
        let times = scheduled(position)
        func event(_ time: UnixTime, _ planned: UnixTime) -> RealtimeEvent {
            RealtimeEvent(
                time: time,
                // Between trips at a headway there is nothing to be late against.
                delaySeconds: isHeadwayBased
                    ? nil : Int32(clamping: time.seconds - planned.seconds),
                uncertaintySeconds: uncertainty)
        }
        return RealtimeCall(
            stopSequence: UInt32(timetable.trips.stopSequence(trip, at: position)),
            stopID: stopID(position),
            arrival: position == 0 ? nil : event(arrival, times.arrival),
            departure: position == callCount - 1 ? nil : event(departure, times.departure),
            assignedStopID: word?.stop.map { timetable.stops.id($0) },
            departureOccupancy: word?.occupancy,
            relationship: isHeadwayBased ? .unscheduled : .scheduled)
    }

    /// A call that the vehicle leaves out.
    func skipped(_ position: Int) -> RealtimeCall {
        RealtimeCall(
            stopSequence: UInt32(timetable.trips.stopSequence(trip, at: position)),
            stopID: stopID(position), relationship: .skipped)
    }
}
