package import Realtime
package import Timetables
package import TransitModel

/// Finds the run that a live source names.
package struct RunFinder: Sendable {
    /// The maximum difference between the named and the scheduled start, in seconds, if no other
    /// run starts near it.
    private static let startTolerance: Int64 = 240
    private let timetable: Timetable

    package init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    /// Returns the run for a trip reference and its service day; nil if none fits or several do.
    ///
    /// See ``find(_:at:)``.
    package func run(_ named: TripReference, at time: UnixTime) -> DatedRun? {
        find(named, at: time)?.run
    }

    /// Returns the run for a trip reference, its service day and how it was found; nil if none fits
    /// or several do.
    ///
    /// For a known trip, it is the run with the given start time, or the one under way at `time` or
    /// closest to it. A day on which the trip does not run is regarded as an error and ignored.
    /// Otherwise it is the only run of the route (and direction) that starts at the given time, or
    /// else within four minutes of it.
    package func find(_ named: TripReference, at time: UnixTime) -> FoundRun? {
        if let tripID = named.tripID, let trip = timetable.trips.find(id: tripID),
            let run = run(of: trip, named, at: time)
        {
            return FoundRun(run: run, way: .tripID)
        }
        guard let routeID = named.routeID, let route = timetable.routes.find(id: routeID),
            let start = named.startTime
        else { return nil }
        return run(of: route, named, starting: start, at: time)
            .map { FoundRun(run: $0, way: .startTime) }
    }

    /// Returns the run of a trip that fits the given start time and day, or that is closest to
    /// `time`.
    package func run(
        of trip: TripIndex, _ named: TripReference, at time: UnixTime
    ) -> DatedRun? {
        if let day = named.serviceDay, let run = run(of: trip, named, on: [day], at: time) {
            return run.dated
        }
        guard let first = timetable.trips.runs(of: trip).first else { return nil }
        let zone = timetable.timeZone(of: timetable.patterns.pattern(of: first))
        // A run six or more hours away is that of another day.
        guard let best = run(of: trip, named, on: days(around: time, zone), at: time),
            best.gap < 6 * 3600
        else { return nil }
        return best.dated
    }

    private func run(
        of trip: TripIndex, _ named: TripReference, on days: [ServiceDay], at time: UnixTime
    ) -> (dated: DatedRun, gap: Double)? {
        let patterns = timetable.patterns
        var best: (dated: DatedRun, gap: Double)?
        for day in days {
            for run in timetable.trips.runs(of: trip)
            where timetable.services.isActive(patterns.runServices[run], on: day) {
                let start = patterns.runStarts[run]
                let pattern = patterns.pattern(of: run)
                let last = patterns.stops(of: pattern).count - 1
                let end = patterns.times(of: run, in: pattern, at: last).arrival.seconds
                let second = time.seconds(since: timetable.timeZone(of: pattern).start(of: day))
                // 0 while the run is under way, otherwise the time before or after it.
                let gap = max(0, Double(start) - second, second - Double(end))
                if let wanted = named.startTime {
                    if wanted.seconds == start { return (DatedRun(run: run, day: day), gap) }
                    if timetable.trips.isHeadwayBased(trip) { continue }
                }
                if gap < best?.gap ?? .infinity { best = (DatedRun(run: run, day: day), gap) }
            }
        }
        return best
    }

    private func days(around time: UnixTime, _ zone: TransitTimeZone) -> [ServiceDay] {
        let today = zone.day(at: time)
        return [0, -1, 1].map { today.advanced(by: $0) }
    }

    // MARK: - By route and start time

    /// Returns the run of a route that starts at the given time, regardless of the service day that
    /// the source assigns it to.
    private func run(
        of route: RouteIndex, _ named: TripReference, starting start: ServiceTime, at time: UnixTime
    ) -> DatedRun? {
        guard let pattern = timetable.routes.patterns(of: route).first else { return nil }
        let zone = timetable.timeZone(of: pattern)
        let days = days(around: time, zone)
        // Without a day, the start closest to `time` is meant.
        let named = (
            instants: (named.serviceDay.map { [$0] } ?? days).map {
                zone.start(of: $0).seconds + Int64(start.seconds)
            }, direction: named.directionID
        )
        let nearest = named.instants.min { abs($0 - time.seconds) < abs($1 - time.seconds) }
        guard let nearest else { return nil }
        let around = zone.day(at: UnixTime(seconds: nearest))
        var exact: [DatedRun] = []
        var close: [(run: DatedRun, off: Int64)] = []
        for pattern in timetable.routes.patterns(of: route)
        where named.direction == nil
            || timetable.patterns.direction(of: pattern).map({ $0 == named.direction }) ?? true
        {
            for day in [around, around.advanced(by: -1), around.advanced(by: 1)] {
                let dayStart = zone.start(of: day).seconds
                for run in timetable.patterns.runs(of: pattern) {
                    let off = abs(dayStart + Int64(timetable.patterns.runStarts[run]) - nearest)
                    guard off <= 2 * Self.startTolerance,
                        timetable.services.isActive(timetable.patterns.runServices[run], on: day)
                    else { continue }
                    if off == 0 { exact.append(DatedRun(run: run, day: day)) }
                    close.append((DatedRun(run: run, day: day), off))
                }
            }
        }
        if !exact.isEmpty { return exact.count == 1 ? exact[0] : nil }
        guard close.count == 1, close[0].off <= Self.startTolerance else { return nil }
        return close[0].run
    }
}
