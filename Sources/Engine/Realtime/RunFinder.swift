package import Timetables
package import TransitModel

/// Finds the run that a live source names.
package struct RunFinder: Sendable {
    private let timetable: Timetable

    /// Looks in one network.
    package init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    /// The run of that name, and its service day; nil if nothing fits, or more than one run does.
    ///
    /// With a trip's id, the run that starts when the source says, or the one under way at `time` or
    /// next to it. Without, the only run of that route (and direction) that starts at the named time of
    /// the named day.
    package func run(
        _ named: TripReference, directionID: Int? = nil, at time: UnixTime
    ) -> DatedRun? {
        if let tripID = named.tripID {
            guard let trip = timetable.trips.find(id: tripID) else { return nil }
            return run(of: trip, named, at: time)
        }
        guard let routeID = named.routeID, let route = timetable.routes.find(id: routeID),
            let day = named.serviceDay, let start = named.startTime
        else { return nil }
        return run(of: route, directionID, starting: start, on: day)
    }

    /// The run of a trip that fits the named start time and day, or best the present moment.
    package func run(
        of trip: TripIndex, _ named: TripReference, at time: UnixTime
    ) -> DatedRun? {
        guard let first = timetable.trips.runs(of: trip).first else { return nil }
        let patterns = timetable.patterns
        let zone = timetable.timeZone(of: patterns.pattern(of: first))
        let today = zone.day(at: time)
        let days = named.serviceDay.map { [$0] } ?? [0, -1, 1].map { today.advanced(by: $0) }
        var best: (run: DatedRun, gap: Double)?
        for day in days {
            for run in timetable.trips.runs(of: trip)
            where timetable.services.isActive(patterns.runServices[run], on: day) {
                let start = patterns.runStarts[run]
                if let wanted = named.startTime {
                    if wanted.seconds == start { return DatedRun(run: run, day: day) }
                    if timetable.trips.isHeadwayBased(trip) { continue }
                }
                let pattern = patterns.pattern(of: run)
                let last = patterns.stops(of: pattern).count - 1
                let end = patterns.times(of: run, in: pattern, at: last).arrival.seconds
                let second = time.seconds(since: zone.start(of: day))
                // 0 while the run is under way, else how long before or after.
                let gap = max(0, Double(start) - second, second - Double(end))
                if gap < best?.gap ?? .infinity { best = (DatedRun(run: run, day: day), gap) }
            }
        }
        // Six hours before or after its time a run is surely another day's.
        guard let best, named.serviceDay != nil || best.gap < 6 * 3600 else { return nil }
        return best.run
    }

    private func run(
        of route: RouteIndex, _ directionID: Int?, starting start: ServiceTime, on day: ServiceDay
    ) -> DatedRun? {
        let patterns = timetable.patterns
        var found: RunIndex?
        for pattern in timetable.routes.patterns(of: route)
        where directionID == nil || patterns.direction(of: pattern) == directionID {
            for run in patterns.runs(of: pattern)
            where patterns.runStarts[run] == start.seconds
                && timetable.services.isActive(patterns.runServices[run], on: day)
            {
                guard found == nil else { return nil }
                found = run
            }
        }
        return found.map { DatedRun(run: $0, day: day) }
    }
}
