package import Timetables
package import TransitModel

/// Finds the run that a fix belongs to and how far along its path the vehicle is.
///
/// This first matcher trusts the trip that the vehicle names. Vehicles that name none, or a wrong
/// one, stay without a run.
package struct RunMatcher {
    /// A vehicle further from its path than this is not on it.
    package static let offRouteMetres = 200.0
    /// No vehicle on a line is faster than this between two fixes, in metres a second.
    private static let topSpeed = 90.0
    /// How many paths are kept at most.
    private static let pathLimit = 20_000
    /// Steps shorter than this do not tell where to a vehicle goes, in metres.
    private static let courseMetres = 30.0
    /// After longer than this nobody knows where to it goes, in seconds.
    private static let courseSeconds = 200.0

    private let timetable: Timetable
    private let finder: RunFinder
    private var paths: [UInt64: RunPath] = [:]

    /// Makes a matcher for one network.
    package init(_ timetable: Timetable) {
        self.timetable = timetable
        finder = RunFinder(timetable)
    }

    /// Places a fix on the run it names; nil if it names none that fits.
    ///
    /// `previous` is where the same vehicle was before: on the same run it is only looked for from
    /// there on.
    package mutating func match(
        _ fix: VehicleFix, previous: LiveVehicle?
    ) -> VehicleProgress? {
        if let named = fix.trip, named.tripID == nil, let routeID = named.routeID {
            return matchLoop(fix, routeID: routeID, previous: previous)
        }
        guard let named = fix.trip, let tripID = named.tripID,
            let trip = timetable.trips.find(id: tripID),
            let dated = finder.run(of: trip, named, at: fix.time)
        else { return nil }
        let (run, day) = (dated.run, dated.day)
        let runPattern = timetable.patterns.pattern(of: run)
        let zone = timetable.timeZone(of: runPattern)
        let dayStart = zone.start(of: day)
        let before = previous?.progress.flatMap { $0.run == run && $0.serviceDay == day ? $0 : nil }
        let schedule: ScheduledProgress
        if let before {
            schedule = before.schedule
        } else {
            guard let path = path(of: trip, pattern: runPattern) else { return nil }
            schedule = ScheduledProgress(timetable, run: run, pattern: runPattern, path: path)
        }
        let time = fix.time.seconds(since: dayStart)
        let elapsed = previous.map { fix.time.seconds(since: $0.fix.time) } ?? 0
        let place = project(
            fix, time: time, on: schedule, after: before?.alongMetres, elapsed: elapsed)
        guard place.off <= Self.offRouteMetres else { return nil }
        var progress = VehicleProgress(
            run: run, pattern: runPattern, trip: trip, serviceDay: day, dayStart: dayStart,
            alongMetres: place.along, offMetres: place.off,
            delaySeconds: schedule.delay(at: place.along, time: time), schedule: schedule)
        progress.pace = before.flatMap {
            VehicleProgress.Pace(metres: place.along - $0.alongMetres, seconds: elapsed)
        }
        return progress
    }

    private mutating func path(of trip: TripIndex, pattern: PatternIndex) -> RunPath? {
        let trip = shaped(trip, pattern)
        let number = timetable.trips.paths[trip]
        let key =
            number == TripColumns.noPath
            ? UInt64(pattern.rawValue) : 1 << 32 | UInt64(number)
        if let known = paths[key] { return known }
        guard let path = RunPath(timetable, trip: trip, pattern: pattern) else { return nil }
        if paths.count >= Self.pathLimit { paths.removeAll() }
        paths[key] = path
        return path
    }

    /// Places a fix on the loop of a route; nil if the route has none or the fix is off it.
    private mutating func matchLoop(
        _ fix: VehicleFix, routeID: String, previous: LiveVehicle?
    ) -> VehicleProgress? {
        guard let route = timetable.routes.find(id: routeID),
            let pattern = timetable.routes.patterns(of: route).first,
            let run = timetable.patterns.runs(of: pattern).first
        else { return nil }
        let trip = timetable.patterns.runTrips[run]
        guard timetable.trips.isLoop(trip) else { return nil }
        let before = previous?.progress.flatMap { $0.run == run ? $0 : nil }
        guard let schedule = before?.schedule ?? loop(trip, run, pattern), let lap = schedule.lap
        else { return nil }
        let places = LoopTracker().places(
            fix, on: schedule.path, lap: lap.metres, after: before?.loopPlaces ?? [],
            elapsed: previous.map { fix.time.seconds(since: $0.fix.time) } ?? 0)
        guard let place = places.first else { return nil }
        let zone = timetable.timeZone(of: pattern)
        let day = zone.day(at: fix.time)
        var progress = VehicleProgress(
            run: run, pattern: pattern, trip: trip, serviceDay: day,
            dayStart: zone.start(of: day), alongMetres: place.along, offMetres: place.off,
            delaySeconds: 0, schedule: schedule)
        progress.loopPlaces = places
        progress.course = course(fix, after: previous)
        if let before, let previous {
            let step = place.along - before.alongMetres
            progress.pace = VehicleProgress.Pace(
                metres: step < 0 ? step + lap.metres : step,
                seconds: fix.time.seconds(since: previous.fix.time))
        }
        return progress
    }

    /// Where to a vehicle goes: by its own word, else from where it was before.
    private func course(_ fix: VehicleFix, after previous: LiveVehicle?) -> Double? {
        if let heading = fix.headingDegrees { return heading }
        guard let previous, fix.time.seconds(since: previous.fix.time) <= Self.courseSeconds else {
            return nil
        }
        let before = previous.fix.coordinate
        return before.distanceMetres(to: fix.coordinate) >= Self.courseMetres
            ? before.bearingDegrees(to: fix.coordinate) : previous.progress?.course
    }

    private mutating func loop(
        _ trip: TripIndex, _ run: RunIndex, _ pattern: PatternIndex
    ) -> ScheduledProgress? {
        guard let path = path(of: trip, pattern: pattern) else { return nil }
        return ScheduledProgress(
            loop: ScheduledProgress(timetable, run: run, pattern: pattern, path: path))
    }

    /// The trip itself, or where the feed gives it no shape, one of the same pattern that has one.
    private func shaped(_ trip: TripIndex, _ pattern: PatternIndex) -> TripIndex {
        guard timetable.trips.paths[trip] == TripColumns.noPath else { return trip }
        let patterns = timetable.patterns
        return patterns.runs(of: pattern).prefix(200).lazy.map { patterns.runTrips[$0] }
            .first { timetable.trips.paths[$0] != TripColumns.noPath } ?? trip
    }

    private func project(
        _ fix: VehicleFix, time: Double, on schedule: ScheduledProgress, after previous: Double?,
        elapsed: Double
    ) -> (along: Double, off: Double) {
        let path = schedule.path
        if let previous {
            // Noise may throw a standing vehicle back a little, but it never drives backwards.
            let reach = max(500, elapsed * Self.topSpeed)
            let ahead = path.projection(
                of: fix.coordinate, from: previous, to: previous + reach)
            if ahead.off <= Self.offRouteMetres { return ahead }
        }
        let anywhere = path.projection(of: fix.coordinate)
        // On loops and out-and-back lines several places fit; the timetable says which is meant.
        let near = path.projection(
            of: fix.coordinate, from: schedule.scheduledDistance(at: time - 900),
            to: schedule.scheduledDistance(at: time + 300))
        return near.off <= anywhere.off + 25 ? near : anywhere
    }
}
