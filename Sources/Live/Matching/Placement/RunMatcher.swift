package import Realtime
package import Timetables
package import TransitModel

/// Matches fixes to runs and determines how far along the path a vehicle is.
///
/// A vehicle that names its run is trusted until it clearly serves another one: three consecutive
/// fixes too far from the run's path or against its direction. An unknown trip id is looked up by
/// route and start time, then by what the source's updates revealed about the same id. Vehicles
/// that name no run, a wrong one or an unknown one are assigned to the best fitting run under way;
/// see ``RunAssigner``.
package struct RunMatcher {
    /// The result for a fix.
    package enum Placement: Sendable {
        /// The vehicle is on a run or a loop, which was found in this way.
        case on(VehicleProgress, by: MatchWay)
        /// The vehicle is on no run.
        case off(UnmatchedReason)
    }

    /// The maximum distance of a vehicle from its path, in metres.
    package static let offRouteMetres = 200.0
    /// The maximum speed of a vehicle on a line between two fixes, in metres per second.
    private static let topSpeed = 90.0
    /// The minimum distance between fixes from which a course is derived, in metres.
    private static let courseMetres = 30.0
    /// The maximum time between fixes from which a course is derived, in seconds.
    private static let courseSeconds = 200.0
    /// The maximum apparent backward movement of a standing vehicle due to noise, in metres.
    private static let backMetres = 150.0
    /// The minimum progress that counts as movement, in metres.
    private static let stepMetres = 30.0
    /// The number of misfits after which the run that a vehicle names is ignored.
    private static let maximumStrays = 3
    /// The maximum number of vehicles remembered.
    private static let maximumVehicles = 200_000

    /// The state of a vehicle whose fixes do not fit the run that it names.
    private struct UnmatchedVehicle {
        var count: Int
        /// Its last position along the run, in metres.
        var along: Double?
    }

    private let timetable: Timetable
    private let finder: RunFinder
    private var paths: PathStore
    private var assigner: RunAssigner
    /// The vehicles with fixes that did not fit the run they name.
    private var strays: [String: UnmatchedVehicle] = [:]
    private var claims = RunAssigner.Claims(
        maximum: maximumVehicles, seconds: RunAssigner.claimSeconds
    ) { $0.time }
    /// The runs found for unknown trip ids; updates add to it.
    package var aliases = RunAliases()

    /// Creates a matcher for one network.
    ///
    /// If `chains` is nil, it builds its own.
    package init(_ timetable: Timetable, chains: BlockChains? = nil) {
        self.timetable = timetable
        finder = RunFinder(timetable)
        paths = PathStore(timetable)
        assigner = RunAssigner(timetable, chains: chains ?? BlockChains(timetable))
    }

    /// Returns the progress of ``place(_:previous:feeds:)``; nil if the vehicle is on no run.
    package mutating func match(
        _ fix: VehicleFix, previous: LiveVehicle?
    ) -> VehicleProgress? {
        if case .on(let progress, _) = place(fix, previous: previous) { return progress }
        return nil
    }

    /// Matches a fix to the run that it names or that fits best, or returns the reason why there is
    /// none.
    ///
    /// `previous` is the vehicle's state before this fix: on the same run, its position is searched
    /// only from there on. A vehicle that names no known run is matched only with runs of `feeds`;
    /// nil means all feeds.
    package mutating func place(
        _ fix: VehicleFix, previous: LiveVehicle?, feeds: [FeedIndex]? = nil
    ) -> Placement {
        var scope = RunScope(route: nil, feeds: feeds)
        guard let named = fix.trip else { return assign(fix, scope, previous: previous) }
        if let found = known(named, previous) ?? find(named, at: fix.time) {
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

    /// Returns the run of the fix before if it named the same one, and nothing else can be meant.
    ///
    /// Most fixes are such, and looking for the run reads a dozen columns in places of their own.
    private func known(_ named: TripReference, _ previous: LiveVehicle?) -> FoundRun? {
        guard let previous, let progress = previous.progress, progress.isOnlyRun,
            previous.fix.trip == named
        else { return nil }
        return FoundRun(run: progress.datedRun, way: .tripID)
    }

    /// Returns the run for a trip reference: directly, or as found for the same trip id before.
    private func find(_ named: TripReference, at time: UnixTime) -> FoundRun? {
        if let found = finder.find(named, at: time) { return found }
        // A run assigned by position and time only is not fixed: the vehicle may be on another one
        // by now.
        guard let known = named.tripID.flatMap({ aliases.find($0, at: time) }), known.way != .place
        else { return nil }
        return known
    }

    private mutating func place(
        _ fix: VehicleFix, named found: FoundRun, _ scope: RunScope, previous: LiveVehicle?
    ) -> Placement {
        let run = found.run
        let before = previous?.progress.flatMap {
            $0.run == run.run && $0.serviceDay == run.day ? $0 : nil
        }
        let pattern = before?.pattern ?? timetable.patterns.pattern(of: run.run)
        let progress = progress(fix, on: run, pattern, previous: previous, before: before)
        let count = judge(fix, progress, before: before)
        guard count >= Self.maximumStrays else {
            assigner.forget(fix.vehicleID)
            guard var progress else { return .off(.offRoute) }
            progress.isOnlyRun =
                found.way == .tripID && fix.trip?.serviceDay == run.day
                && (before?.isOnlyRun ?? false
                    || timetable.trips.runs(of: progress.trip).count == 1)
            claim(run, fix)
            return .on(progress, by: found.way)
        }
        let other = assign(fix, scope, previous: previous)
        if case .off = other { return .off(.wrongTrip) }
        return other
    }

    /// Counts the fixes that do not fit the run that a vehicle names.
    ///
    /// Each one off the path or further back increases the count, and each one further ahead
    /// decreases it.
    private mutating func judge(
        _ fix: VehicleFix, _ progress: VehicleProgress?, before: VehicleProgress?
    ) -> Int {
        let known = strays[fix.vehicleID]
        var stray = known ?? UnmatchedVehicle(count: 0, along: nil)
        let base = before?.alongMetres ?? stray.along
        let step = progress.flatMap { new in base.map { new.alongMetres - $0 } } ?? 0
        // The search may be limited to the path ahead, so a vehicle behind does not fit.
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
        if known != nil || stray.count > 0 {
            strays[fix.vehicleID] = stray.count > 0 ? stray : nil
        }
        return stray.count
    }

    /// Returns a vehicle's progress on a run; nil if it is too far from the path.
    private mutating func progress(
        _ fix: VehicleFix, on dated: DatedRun, _ pattern: PatternIndex, previous: LiveVehicle?,
        before: VehicleProgress?
    ) -> VehicleProgress? {
        let run = dated.run
        let trip = timetable.patterns.runTrips[run]
        let dayStart: UnixTime
        let schedule: ScheduledProgress
        if let before {
            (dayStart, schedule) = (before.dayStart, before.schedule)
        } else {
            dayStart = timetable.timeZone(of: pattern).start(of: dated.day)
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

    // MARK: - Vehicles without a run

    private mutating func assign(
        _ fix: VehicleFix, _ scope: RunScope, previous: LiveVehicle?
    ) -> Placement {
        switch assigner.run(for: fix, among: scope, paths: &paths, claims: claims) {
        case .failure(let noMatch): return .off(noMatch.reason)
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
        claims.set(
            RunAssigner.Claim(vehicle: fix.vehicleID, time: fix.time), for: run, at: fix.time)
    }

    // MARK: - Loops

    /// Returns the only run of a route's loop and its pattern; nil for other routes.
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

    /// Matches a fix to the loop of a route; nil if it is off the path.
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

    /// Returns a vehicle's course: as it reports it, or else from its previous position.
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
            // A standing vehicle may seem to move back a little, but it never drives backwards.
            let reach = max(500, elapsed * Self.topSpeed)
            let ahead = path.earliestProjection(
                of: fix.coordinate, from: previous, to: previous + reach)
            if ahead.off <= Self.offRouteMetres { return ahead }
        }
        let anywhere = path.projection(of: fix.coordinate)
        // On loops and out-and-back lines several positions fit; the timetable determines which is
        // meant.
        let near = path.projection(
            of: fix.coordinate, from: schedule.scheduledDistance(at: time - 900),
            to: schedule.scheduledDistance(at: time + 300))
        return near.off <= anywhere.off + 25 ? near : anywhere
    }
}
