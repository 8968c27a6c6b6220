import Matching
package import Realtime
package import Timetables
package import TransitModel

/// A run that a vehicle is expected to serve without having been matched to it.
package struct ExpectedRun: Sendable {
    package let run: DatedRun
    /// The timetable of the run; its path may have length 0.
    package let schedule: ScheduledProgress
    /// The start of the service day, from which the timetable's seconds count.
    package let dayStart: UnixTime
    /// The calls still ahead, in order.
    package let calls: [ProgressPredictor.PredictedCall]
    /// The delay of the calls before these, in seconds.
    package let delaySeconds: Double
    /// Whether the prediction is based on more than the timetable and the run is in the calendar.
    package let hasEvidence: Bool

    /// Returns the run without the calls that are reached after an instant.
    func limited(to end: UnixTime) -> ExpectedRun {
        ExpectedRun(
            run: run, schedule: schedule, dayStart: dayStart,
            calls: calls.filter { $0.arrival <= end }, delaySeconds: delaySeconds,
            hasEvidence: hasEvidence)
    }
}

/// Predicts the next runs of vehicles along their blocks, and runs that vehicles name without
/// having been matched to them.
///
/// Without a block, ``LearntChains`` determines what follows.
///
/// Vehicles are followed for ``aheadSeconds``. A layover reduces delay, but not below the time that
/// vehicles need according to ``LayoverProfile``. The memory per vehicle is bounded.
package struct BlockFollower: Sendable {
    /// How far beyond a vehicle's last fix its next runs are predicted, in seconds.
    package static let aheadSeconds = 3600.0
    /// The maximum number of runs predicted for one vehicle.
    private static let maximumRuns = 8
    /// The maximum number of cached timetables of runs, and of cached links.
    private static let maximumSchedules = 40_000
    /// The maximum number of vehicles remembered.
    private static let maximumTraces = 200_000
    /// The maximum age in seconds of a vehicle's last sighting for it to affect its next run.
    private static let memorySeconds = 3600.0

    /// The context of a prediction.
    package struct Context {
        /// Returns the id of the vehicle that serves a run; nil if none was seen.
        let servedBy: (DatedRun) -> String?
        /// What the sources report.
        let reported: RealtimeOverlay

        package init(
            reported: RealtimeOverlay = .none, servedBy: @escaping (DatedRun) -> String?
        ) {
            self.reported = reported
            self.servedBy = servedBy
        }
    }

    /// The last run on which a vehicle was seen.
    private struct Trace: Sendable {
        let run: DatedRun
        let schedule: ScheduledProgress
        let seenAt: UnixTime
        let delay: Double
        /// When the vehicle reached the last call, or is expected to.
        let end: UnixTime
        let isThere: Bool
    }

    private let timetable: Timetable
    private let chains: BlockChains
    private var learnt: LearntChains
    private var placer: LoosePlacer
    private var schedules: [RunIndex: ScheduledProgress] = [:]
    /// One of the ``schedules`` of each pattern.
    private var schedulesOfPatterns: [PatternIndex: ScheduledProgress] = [:]
    /// The runs that follow others by their block, as far as they were looked up; nil if none does.
    private var links: [DatedRun: DatedRun?] = [:]
    private var traces: [String: Trace] = [:]

    /// Creates the follower of one network's vehicles.
    ///
    /// If `chains` is nil, it builds its own.
    package init(_ timetable: Timetable, chains: BlockChains? = nil) {
        self.timetable = timetable
        self.chains = chains ?? BlockChains(timetable)
        learnt = LearntChains(timetable)
        placer = LoosePlacer(timetable)
    }

    /// Returns the run that a fix names; nil if it names none that the network knows.
    package func namedRun(_ fix: VehicleFix) -> DatedRun? { placer.namedRun(fix) }

    /// Returns what is expected of a vehicle beyond the run that it was matched to: the run that it
    /// names, if it was matched to none, and the next ones of its block, in order.
    ///
    /// `ahead` are the calls ahead on the matched run. A chain ends before a run that another
    /// vehicle serves. Cancelled runs are left out, and the vehicle waits for the following one. If
    /// a source reports a run's times, these determine the runs after it.
    package mutating func runs(
        of vehicle: LiveVehicle, ahead: [ProgressPredictor.PredictedCall],
        by predictor: ProgressPredictor, in context: Context
    ) -> [ExpectedRun] {
        func isFree(_ run: DatedRun) -> Bool {
            context.servedBy(run).map { $0 == vehicle.id } ?? true
        }
        guard let progress = vehicle.progress else {
            guard let named = placer.namedRun(vehicle.fix), isFree(named),
                let first = run(named, of: vehicle, by: predictor)
            else { return [] }
            guard first.hasEvidence, let last = first.calls.last else { return [first] }
            let place = Position(
                run: named, schedule: first.schedule, dayStart: first.dayStart, end: last.arrival)
            return [first] + next(place, vehicle, predictor, context.reported, isFree)
        }
        guard progress.schedule.lap == nil else { return [] }
        let run = progress.datedRun
        let seen = vehicle.fix.time
        var end = ahead.last?.arrival ?? seen
        if ahead.isEmpty, let known = traces[vehicle.id], known.run == run, known.isThere {
            end = known.end
        }
        if traces.count >= Self.maximumTraces, traces[vehicle.id] == nil {
            traces = traces.filter { seen.seconds(since: $0.value.seenAt) < Self.memorySeconds }
            if traces.count >= Self.maximumTraces { traces.removeAll() }
        }
        traces[vehicle.id] = Trace(
            run: run, schedule: progress.schedule, seenAt: seen, delay: progress.delaySeconds,
            end: end, isThere: ahead.isEmpty)
        let place = Position(
            run: run, schedule: progress.schedule, dayStart: progress.dayStart, end: end)
        return next(place, vehicle, predictor, context.reported, isFree)
    }

    // MARK: - Following runs

    /// The run after which a chain continues, and when the vehicle reaches the end of that run.
    private struct Position {
        var run: DatedRun
        var schedule: ScheduledProgress
        /// The start of its service day.
        var dayStart: UnixTime
        var end: UnixTime
    }

    private mutating func next(
        _ start: Position, _ vehicle: LiveVehicle, _ predictor: ProgressPredictor,
        _ reported: RealtimeOverlay, _ isFree: (DatedRun) -> Bool
    ) -> [ExpectedRun] {
        let seen = vehicle.fix.time
        let horizon = seen.advanced(bySeconds: Self.aheadSeconds)
        var found: [ExpectedRun] = []
        var place = start
        // The chain may continue after cancelled runs, while the position stays at the last run
        // served.
        var link = start.run
        for _ in 0..<Self.maximumRuns {
            guard let run = successor(of: link, vehicle, predictor), isFree(run) else { break }
            link = run
            let report = reported.changes[run]
            if report?.isCancelled == true { continue }
            guard let carried = carried(place, to: run, after: seen, by: predictor),
                let first = carried.calls.first, let last = carried.calls.last,
                first.departure <= horizon
            else { break }
            found.append(carried)
            let end = report?.calls.last.map {
                carried.dayStart.advanced(bySeconds: Double($0.arrival.seconds))
            }
            place = Position(
                run: run, schedule: carried.schedule, dayStart: carried.dayStart,
                end: end ?? last.arrival)
        }
        return found
    }

    /// Returns the run that a vehicle serves after another one; nil if unknown.
    private mutating func successor(
        of run: DatedRun, _ vehicle: LiveVehicle, _ predictor: ProgressPredictor
    ) -> DatedRun? {
        if let next = link(after: run) { return next }
        guard let schedule = schedule(of: run.run) else { return nil }
        return learnt.next(after: run, schedule, of: vehicle, by: predictor.model.successions)
    }

    private mutating func link(after run: DatedRun) -> DatedRun? {
        if let known = links[run] { return known }
        let next = chains.next(after: run)
        if links.count >= Self.maximumSchedules { links.removeAll() }
        links[run] = .some(next)
        return next
    }

    /// Returns the prediction for a run of a vehicle that comes from another one.
    private mutating func carried(
        _ place: Position, to run: DatedRun, after seen: UnixTime, by predictor: ProgressPredictor
    ) -> ExpectedRun? {
        guard let schedule = schedule(of: run.run) else { return nil }
        let dayStart = self.dayStart(run)
        let ready = max(seen, readiness(place, for: run, schedule, dayStart, by: predictor))
        let arrival = max(ready.seconds(since: dayStart), schedule.arrivals[0])
        let calls = predictor.expectedCalls(
            on: schedule, of: run.day, from: 0, at: arrival, dayStart: dayStart, seenAt: seen)
        return ExpectedRun(
            run: run, schedule: schedule, dayStart: dayStart, calls: calls,
            delaySeconds: max(0, arrival - schedule.departures[0]), hasEvidence: true)
    }

    /// Returns when a vehicle that comes from another run can depart again.
    private func readiness(
        _ place: Position, for run: DatedRun, _ schedule: ScheduledProgress, _ dayStart: UnixTime,
        by predictor: ProgressPredictor
    ) -> UnixTime {
        let last = place.schedule.arrivals[place.schedule.callCount - 1]
        let scheduledEnd = place.dayStart.advanced(bySeconds: last)
        let start = dayStart.advanced(bySeconds: schedule.departures[0])
        return place.end.advanced(
            bySeconds: predictor.layovers.seconds(
                from: place.schedule, to: schedule, scheduled: start.seconds(since: scheduledEnd)))
    }

    // MARK: - Runs that are only named

    /// Returns the prediction for the run that a vehicle names without having been matched to it;
    /// nil if no call is ahead.
    ///
    /// Before the run's start, the prediction follows the timetable or the end of the previous run.
    /// After it, it uses the delay at the nearest position on the path, or else the last known
    /// delay of this run, or else none.
    package mutating func run(
        _ named: DatedRun, of vehicle: LiveVehicle, by predictor: ProgressPredictor
    ) -> ExpectedRun? {
        guard let schedule = schedule(of: named.run) else { return nil }
        let seen = vehicle.fix.time
        let dayStart = self.dayStart(named)
        let second = seen.seconds(since: dayStart)
        let isScheduled = placer.isScheduled(named)
        func expected(
            _ calls: [ProgressPredictor.PredictedCall], _ delay: Double, _ hasEvidence: Bool
        )
            -> ExpectedRun?
        {
            calls.isEmpty
                ? nil
                : ExpectedRun(
                    run: named, schedule: schedule, dayStart: dayStart, calls: calls,
                    delaySeconds: delay, hasEvidence: hasEvidence && isScheduled)
        }
        let trace = traces[vehicle.id].flatMap {
            seen.seconds(since: $0.seenAt) < Self.memorySeconds ? $0 : nil
        }
        var ready = second
        if let trace, trace.run != named, successor(of: trace.run, vehicle, predictor) == named {
            let place = Position(
                run: trace.run, schedule: trace.schedule, dayStart: self.dayStart(trace.run),
                end: trace.end)
            ready = max(
                second,
                readiness(place, for: named, schedule, dayStart, by: predictor)
                    .seconds(since: dayStart))
        }
        if second < schedule.departures[0] || ready > second {
            let calls = predictor.expectedCalls(
                on: schedule, of: named.day, from: 0, at: max(ready, schedule.arrivals[0]),
                dayStart: dayStart, seenAt: seen)
            return expected(calls, max(0, ready - schedule.departures[0]), true)
        }
        if let progress = placer.progress(vehicle.fix, on: named) {
            let placed = LiveVehicle(
                id: vehicle.id, fix: vehicle.fix, route: vehicle.route, progress: progress)
            return expected(predictor.expectedCalls(placed), progress.delaySeconds, true)
        }
        let known = trace.flatMap { $0.run == named ? $0.delay : nil }
        let delay = known ?? 0
        guard let first = schedule.arrivals.firstIndex(where: { $0 + delay >= second }) else {
            return nil
        }
        let calls = predictor.expectedCalls(
            on: schedule, of: named.day, from: first,
            at: schedule.arrivals[first] + delay, dayStart: dayStart, seenAt: seen)
        return expected(calls, delay, known != nil)
    }

    private func dayStart(_ dated: DatedRun) -> UnixTime {
        timetable.timeZone(of: timetable.patterns.pattern(of: dated.run)).start(of: dated.day)
    }

    private mutating func schedule(of run: RunIndex) -> ScheduledProgress? {
        if let known = schedules[run] { return known }
        let pattern = timetable.patterns.pattern(of: run)
        let schedule: ScheduledProgress
        if let alike = schedulesOfPatterns[pattern] {
            schedule = ScheduledProgress(timetable, run: run, like: alike)
        } else {
            let stops = timetable.patterns.stops(of: pattern)
            let places = timetable.stops
            guard let place = stops.compactMap({ places.coordinate($0) }).first else { return nil }
            schedule = ScheduledProgress(
                timetable, run: run, pattern: pattern, path: RunPath(at: place, calls: stops.count))
        }
        if schedules.count >= Self.maximumSchedules {
            schedules.removeAll()
            schedulesOfPatterns.removeAll()
        }
        schedules[run] = schedule
        schedulesOfPatterns[pattern] = schedule
        return schedule
    }
}
