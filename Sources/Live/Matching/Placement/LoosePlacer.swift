package import Realtime
package import Timetables
package import TransitModel

/// Places vehicles on the trips that they name where ``RunMatcher`` does not: far off the trip's
/// path, or on a day that the calendar excludes.
///
/// The result is accurate enough to estimate the delay of a trip for which otherwise only the
/// timetable is known, but not to draw the vehicle.
package struct LoosePlacer: Sendable {
    /// The maximum distance from a trip's path at which a vehicle indicates its delay, in metres.
    package static let offMetres = 1500.0
    /// The maximum delay and earliness of a vehicle on its trip's path, in seconds.
    private static let lateSeconds = 2400.0
    private static let earlySeconds = 600.0
    /// The maximum time between a fix and a run for the run to be on that day, in seconds.
    private static let maximumGapSeconds = 6 * 3600.0

    private let timetable: Timetable
    private let finder: RunFinder
    private var paths: PathStore

    package init(_ timetable: Timetable) {
        self.timetable = timetable
        finder = RunFinder(timetable)
        paths = PathStore(timetable)
    }

    /// Returns the run that a fix names; nil if it names none that the network knows.
    ///
    /// A trip that the calendar excludes on that day counts as a run too, because a vehicle serves
    /// it.
    package func namedRun(_ fix: VehicleFix) -> DatedRun? {
        guard let named = fix.trip else { return nil }
        if let run = finder.run(named, at: fix.time) { return run }
        guard let trip = named.tripID.flatMap({ timetable.trips.find(id: $0) }),
            !timetable.trips.isLoop(trip), !timetable.trips.isHeadwayBased(trip)
        else { return nil }
        let patterns = timetable.patterns
        var best: (run: DatedRun, gap: Double)?
        for run in timetable.trips.runs(of: trip) {
            let pattern = patterns.pattern(of: run)
            let zone = timetable.timeZone(of: pattern)
            let last = patterns.stops(of: pattern).count - 1
            let start = Double(patterns.runStarts[run])
            let end = Double(patterns.times(of: run, in: pattern, at: last).arrival.seconds)
            let today = zone.day(at: fix.time)
            for day in named.serviceDay.map({ [$0] }) ?? [0, -1, 1].map({ today.advanced(by: $0) })
            {
                let second = fix.time.seconds(since: zone.start(of: day))
                let gap = max(0, start - second, second - end)
                if gap < best?.gap ?? Self.maximumGapSeconds {
                    best = (DatedRun(run: run, day: day), gap)
                }
            }
        }
        return best?.run
    }

    /// Returns whether the calendar includes a run on its day.
    package func isScheduled(_ dated: DatedRun) -> Bool {
        timetable.services.isActive(timetable.patterns.runServices[dated.run], on: dated.day)
    }

    /// Returns a vehicle's progress on a run, searched on the part of the path where the timetable
    /// allows it to be; nil if it is too far off.
    package mutating func progress(_ fix: VehicleFix, on dated: DatedRun) -> VehicleProgress? {
        let pattern = timetable.patterns.pattern(of: dated.run)
        let trip = timetable.patterns.runTrips[dated.run]
        guard let path = paths.path(of: trip, pattern: pattern) else { return nil }
        let schedule = ScheduledProgress(timetable, run: dated.run, pattern: pattern, path: path)
        let dayStart = timetable.timeZone(of: pattern).start(of: dated.day)
        let second = fix.time.seconds(since: dayStart)
        let place = path.projection(
            of: fix.coordinate, from: schedule.scheduledDistance(at: second - Self.lateSeconds),
            to: schedule.scheduledDistance(at: second + Self.earlySeconds))
        // The projection may be the end of that part although the vehicle is elsewhere.
        let distance = path.place(at: place.along).distanceMetres(to: fix.coordinate)
        guard distance <= Self.offMetres else { return nil }
        var progress = VehicleProgress(
            run: dated.run, pattern: pattern, trip: trip, serviceDay: dated.day,
            dayStart: dayStart, alongMetres: place.along, offMetres: distance,
            delaySeconds: schedule.delay(at: place.along, time: second), schedule: schedule)
        progress.pace = VehicleProgress.Pace(fix)
        return progress
    }
}
