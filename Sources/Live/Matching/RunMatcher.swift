package import Realtime
package import Timetables
package import TransitModel

/// Finds the run that a fix belongs to and how far along its path the vehicle is.
///
/// A vehicle that names its run is believed until it clearly serves another: three fixes in a row too far
/// from the run's way, or against its direction. A trip id that the network does not know is looked up by
/// its route and start time, then by what the source's updates said of the same id. Vehicles that name
/// no run, a wrong one or an unknown one are assigned to the run under way that fits best; see
/// ``RunAssigner``.
package struct RunMatcher {
    /// What became of a fix.
    package enum Placement: Sendable {
        /// The vehicle is on a run or a loop, and how that was found.
        case on(VehicleProgress, by: MatchWay)
        /// It is on none.
        case off(UnmatchedReason)
    }

    /// A vehicle further from its path than this is not on it.
    package static let offRouteMetres = 200.0
    /// No vehicle on a line is faster than this between two fixes, in metres a second.
    private static let topSpeed = 90.0
    /// Steps shorter than this do not tell where to a vehicle goes, in metres.
    private static let courseMetres = 30.0
    /// After longer than this nobody knows where to it goes, in seconds.
    private static let courseSeconds = 200.0
    /// Noise does not throw a vehicle back by more than this, in metres.
    private static let backMetres = 150.0
    /// Whoever gets ahead less than this stands, in metres.
    private static let stepMetres = 30.0
    /// After so many fixes that do not fit, a vehicle's word does not count.
    private static let maximumStrays = 3
    /// More vehicles than this are not remembered.
    private static let maximumVehicles = 200_000

    /// A vehicle that was seen where the run that it names does not lead.
    private struct UnmatchedVehicle {
        var count: Int
        /// Where on the run it was last, in metres.
        var along: Double?
    }

    private let timetable: Timetable
    private let finder: RunFinder
    private var paths: PathStore
    private var assigner: RunAssigner
    /// How many fixes of a vehicle did not fit the run that it names.
    private var strays: [String: UnmatchedVehicle] = [:]
    private var claims: [DatedRun: RunAssigner.Claim] = [:]
    /// What unknown trip ids were found to stand for; updates add to it.
    package var aliases = RunAliases()

    /// Makes a matcher for one network, with its own `chains` if there are none to share.
    package init(_ timetable: Timetable, chains: BlockChains? = nil) {
        self.timetable = timetable
        finder = RunFinder(timetable)
        paths = PathStore(timetable)
        assigner = RunAssigner(timetable, chains: chains ?? BlockChains(timetable))
    }

    /// Places a fix on the run it names; nil if it names none that fits.
    ///
    /// See ``place(_:previous:)``.
    package mutating func match(
        _ fix: VehicleFix, previous: LiveVehicle?
    ) -> VehicleProgress? {
        if case .on(let progress, _) = place(fix, previous: previous) { return progress }
        return nil
    }

    /// Places a fix on the run that it names, or that fits best, or tells why there is none.
    ///
    /// `previous` is where the same vehicle was before: on the same run it is only looked for from
    /// there on. A vehicle that names no known run is only looked for among those of `feeds`; nil means
    /// all feeds.
    package mutating func place(
        _ fix: VehicleFix, previous: LiveVehicle?, feeds: [FeedIndex]? = nil
    ) -> Placement {
        var scope = RunScope(route: nil, feeds: feeds)
        guard let named = fix.trip else { return assign(fix, scope, previous: previous) }
        if let found = find(named, at: fix.time) {
            let placement = place(fix, named: found, scope, previous: previous)
            if case .off = placement, found.way != .tripID, let tripID = named.tripID {
                aliases.forget(tripID)
            }
            return placement
        }
        let trip = named.tripID.flatMap { timetable.trips.find(id: $0) }
        scope.route =
            named.routeID.flatMap { timetable.routes.find(id: $0) }
            ?? trip.map { timetable.trips.routes[$0] }
        if let route = scope.route, let loop = loopRun(of: route) {
            return matchLoop(fix, on: loop, previous: previous).map { .on($0, by: .route) }
                ?? .off(.offRoute)
        }
        switch assign(fix, scope, previous: previous) {
        case .on(let progress, let way):
            if let tripID = named.tripID {
                let run = progress.datedRun
                aliases.keep(FoundRun(run: run, way: way), as: tripID, at: fix.time)
            }
            return .on(progress, by: way)
        case .off(let reason):
            if named.tripID != nil { return .off(.unknownTrip) }
            return .off(named.routeID != nil && scope.route == nil ? .unknownRoute : reason)
        }
    }

    /// The run that a name stands for, by itself or by what was found for the same trip id before.
    private func find(_ named: TripReference, at time: UnixTime) -> FoundRun? {
        if let found = finder.find(named, at: time) { return found }
        // Where only place and time told, they go on telling: the vehicle may be on another run by now.
        guard let known = named.tripID.flatMap({ aliases.find($0, at: time) }), known.way != .place
        else { return nil }
        return known
    }

    private mutating func place(
        _ fix: VehicleFix, named found: FoundRun, _ scope: RunScope, previous: LiveVehicle?
    ) -> Placement {
        let run = found.run
        let pattern = timetable.patterns.pattern(of: run.run)
        let before = previous?.progress.flatMap {
            $0.run == run.run && $0.serviceDay == run.day ? $0 : nil
        }
        let progress = progress(fix, on: run, pattern, previous: previous, before: before)
        let count = judge(fix, progress, before: before)
        guard count >= Self.maximumStrays else {
            assigner.forget(fix.vehicleID)
            guard let progress else { return .off(.offRoute) }
            claim(run, fix)
            return .on(progress, by: found.way)
        }
        let other = assign(fix, scope, previous: previous)
        if case .off = other { return .off(.wrongTrip) }
        return other
    }

    /// Counts how many fixes did not fit the run that a vehicle names: up with each that is off its way or
    /// further back, down with each that is further on.
    private mutating func judge(
        _ fix: VehicleFix, _ progress: VehicleProgress?, before: VehicleProgress?
    ) -> Int {
        let known = strays[fix.vehicleID]
        var stray = known ?? UnmatchedVehicle(count: 0, along: nil)
        let base = before?.alongMetres ?? stray.along
        let step = progress.flatMap { new in base.map { new.alongMetres - $0 } } ?? 0
        // Where it is looked for only ahead, the way behind it does not fit.
        let gap = progress.map {
            $0.schedule.path.place(at: $0.alongMetres)
                .distanceMetres(to: fix.coordinate) - $0.offMetres
        }
        let back = before == nil ? Self.stepMetres : Self.backMetres
        if gap.map({ $0 > Self.backMetres }) ?? true || step < -back {
            stray.count = min(stray.count + 1, 2 * Self.maximumStrays)
        } else if before != nil || step > Self.stepMetres {
            stray.count -= 1
        }
        stray.along = progress?.alongMetres ?? stray.along
        if known == nil, strays.count >= Self.maximumVehicles { strays.removeAll() }
        strays[fix.vehicleID] = stray.count > 0 ? stray : nil
        return stray.count
    }

    /// Where on a run a fix lies; nil if too far from its way.
    private mutating func progress(
        _ fix: VehicleFix, on dated: DatedRun, _ pattern: PatternIndex, previous: LiveVehicle?,
        before: VehicleProgress?
    ) -> VehicleProgress? {
        let run = dated.run
        let trip = timetable.patterns.runTrips[run]
        let dayStart = timetable.timeZone(of: pattern).start(of: dated.day)
        let schedule: ScheduledProgress
        if let before {
            schedule = before.schedule
        } else {
            guard let path = paths.path(of: trip, pattern: pattern) else { return nil }
            schedule = ScheduledProgress(timetable, run: run, pattern: pattern, path: path)
        }
        let time = fix.time.seconds(since: dayStart)
        let elapsed = previous.map { fix.time.seconds(since: $0.fix.time) } ?? 0
        let place = project(
            fix, time: time, on: schedule, after: before?.alongMetres, elapsed: elapsed)
        guard place.off <= Self.offRouteMetres else { return nil }
        var progress = VehicleProgress(
            run: run, pattern: pattern, trip: trip, serviceDay: dated.day, dayStart: dayStart,
            alongMetres: place.along, offMetres: place.off,
            delaySeconds: schedule.delay(at: place.along, time: time), schedule: schedule)
        progress.pace =
            VehicleProgress.Pace(fix)
            ?? before.flatMap {
                VehicleProgress.Pace(metres: place.along - $0.alongMetres, seconds: elapsed)
            }
        return progress
    }

    // MARK: - Vehicles that name no run

    private mutating func assign(
        _ fix: VehicleFix, _ scope: RunScope, previous: LiveVehicle?
    ) -> Placement {
        switch assigner.run(for: fix, among: scope, paths: &paths, claims: claims) {
        case .failure(let untold): return .off(untold.reason)
        case .success(let candidate):
            claim(candidate.run, fix)
            let time = fix.time.seconds(since: candidate.dayStart)
            var progress = VehicleProgress(
                run: candidate.run.run, pattern: candidate.pattern, trip: candidate.trip,
                serviceDay: candidate.run.day, dayStart: candidate.dayStart,
                alongMetres: candidate.along, offMetres: candidate.off,
                delaySeconds: candidate.schedule.delay(at: candidate.along, time: time),
                schedule: candidate.schedule)
            progress.isAssigned = true
            progress.pace = VehicleProgress.Pace(fix)
            if progress.pace == nil, let previous, let before = previous.progress,
                before.run == progress.run
            {
                progress.pace = VehicleProgress.Pace(
                    metres: progress.alongMetres - before.alongMetres,
                    seconds: fix.time.seconds(since: previous.fix.time))
            }
            return .on(progress, by: .place)
        }
    }

    private mutating func claim(_ run: DatedRun, _ fix: VehicleFix) {
        if claims[run] == nil, claims.count >= Self.maximumVehicles {
            claims = claims.filter {
                fix.time.seconds(since: $0.value.time) <= RunAssigner.claimSeconds
            }
        }
        guard claims[run] != nil || claims.count < Self.maximumVehicles else { return }
        claims[run] = RunAssigner.Claim(vehicle: fix.vehicleID, time: fix.time)
    }

    // MARK: - Loops

    /// The only run of a route's loop, with its pattern; nil for other routes.
    private func loopRun(of route: RouteIndex) -> (run: RunIndex, pattern: PatternIndex)? {
        for pattern in timetable.routes.patterns(of: route) {
            guard let run = timetable.patterns.runs(of: pattern).first,
                timetable.trips.isLoop(timetable.patterns.runTrips[run])
            else { return nil }
            if !timetable.trips.isEstimated(timetable.patterns.runTrips[run]) {
                return (run, pattern)
            }
        }
        return nil
    }

    /// Places a fix on the loop of a route; nil if the fix is off it.
    private mutating func matchLoop(
        _ fix: VehicleFix, on loop: (run: RunIndex, pattern: PatternIndex), previous: LiveVehicle?
    ) -> VehicleProgress? {
        let (run, pattern) = loop
        let trip = timetable.patterns.runTrips[run]
        let before = previous?.progress.flatMap { $0.run == run ? $0 : nil }
        guard let schedule = before?.schedule ?? self.loop(trip, run, pattern),
            let lap = schedule.lap
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
        progress.pace = VehicleProgress.Pace(fix)
        if progress.pace == nil, let before, let previous {
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
        guard let path = paths.path(of: trip, pattern: pattern) else { return nil }
        return ScheduledProgress(
            loop: ScheduledProgress(timetable, run: run, pattern: pattern, path: path))
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
