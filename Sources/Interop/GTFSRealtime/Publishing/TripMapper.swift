import Realtime
import Timetables
import TransitModel

/// Maps a trip of the timetable to GTFS-Realtime.
struct TripMapper {
    private let dayStart: UnixTime
    private let timetable: Timetable
    private let dated: DatedRun
    private let pattern: PatternIndex
    private let trip: TripIndex
    private let isHeadwayBased: Bool

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

    var callCount: Int { timetable.patterns.stops(of: pattern).count }

    private func stopID(_ position: Int) -> String {
        timetable.stops.id(timetable.patterns.stops(of: pattern)[position])
    }

    func scheduled(_ position: Int) -> (arrival: UnixTime, departure: UnixTime) {
        let times = timetable.patterns.times(of: dated.run, in: pattern, at: position)
        return (instant(times.arrival), instant(times.departure))
    }

    func instant(_ time: ServiceTime) -> UnixTime {
        dayStart.advanced(bySeconds: Double(time.seconds))
    }

    /// Returns the trip with everything that consumers may match by.
    func descriptor(isCancelled: Bool = false) -> RealtimeTrip {
        RealtimeTrip(
            tripID: timetable.trips.id(trip),
            routeID: timetable.routes.id(timetable.trips.routes[trip]),
            directionID: timetable.patterns.direction(of: pattern).map { UInt32($0) },
            serviceDay: dated.day,
            startTime: ServiceTime(seconds: timetable.patterns.runStarts[dated.run]),
            relationship: isCancelled ? .cancelled : isHeadwayBased ? .unscheduled : .scheduled)
    }

    /// Returns the id of the trip's entity, the same in every feed.
    func entityID() -> String {
        let start = ServiceTime(seconds: timetable.patterns.runStarts[dated.run])
        return "\(timetable.trips.id(trip))@\(dated.day.compactDescription)@\(start)"
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
            stopSequence: UInt32(timetable.trips.stopSequence(trip, at: position)),
            stopID: stopID(position),
            arrival: position == 0 ? nil : event(arrival, times.arrival),
            departure: position == callCount - 1 ? nil : event(departure, times.departure),
            assignedStopID: word?.stop.map { timetable.stops.id($0) },
            departureOccupancy: word?.occupancy,
            relationship: isHeadwayBased ? .unscheduled : .scheduled)
    }

    func skipped(_ position: Int) -> RealtimeCall {
        RealtimeCall(
            stopSequence: UInt32(timetable.trips.stopSequence(trip, at: position)),
            stopID: stopID(position), relationship: .skipped)
    }
}
