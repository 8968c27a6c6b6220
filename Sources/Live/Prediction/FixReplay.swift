import Matching
package import Realtime
package import Timetables
package import TransitModel

/// Replays recorded fixes, strictly in order of time, through the matcher and the predictor that a
/// server uses.
package struct FixReplay {
    private var matcher: RunMatcher
    private var vehicles: [String: LiveVehicle] = [:]
    private let timetable: Timetable
    private var learner: PredictionLearner
    private var predictor: ProgressPredictor
    private var follower: BlockFollower
    /// The vehicle last seen on each run.
    private var served: [DatedRun: LiveVehicle] = [:]
    private var refreshedAt: UnixTime?

    /// The maximum time from a fix to a predicted arrival, in seconds.
    package static let horizonSeconds = BlockFollower.aheadSeconds
    /// A vehicle seen on a run within this many seconds counts as serving it.
    private static let servingSeconds = 300.0

    /// Predictions use what was learnt up to this many seconds before, at most.
    private static let refreshSeconds = 60.0
    /// Silent vehicles are removed at this interval of the fixes' time, in seconds.
    private static let sweepSeconds = 600.0

    package init(_ timetable: Timetable, model: PredictionModel = PredictionModel()) {
        self.timetable = timetable
        learner = PredictionLearner(model)
        predictor = ProgressPredictor(model)
        let chains = BlockChains(timetable)
        matcher = RunMatcher(timetable, chains: chains)
        follower = BlockFollower(timetable, chains: chains)
    }

    /// The model learnt so far.
    package var model: PredictionModel { learner.model }

    /// Learns from the fixes of other days, oldest first.
    package mutating func learn(_ history: [VehicleFix]) {
        for fix in history { _ = place(fix) }
        vehicles.removeAll()
        served.removeAll()
        refreshedAt = nil
    }

    /// Learns from one past fix; fixes must come in order of time.
    ///
    /// Silent vehicles are removed, so memory does not grow with the number of days.
    package mutating func learn(_ fix: VehicleFix) {
        _ = place(fix)
        if let refreshedAt, fix.time.seconds(since: refreshedAt) < Self.sweepSeconds { return }
        refreshedAt = fix.time
        learner.forget(before: fix.time)
        vehicles = vehicles.filter { fix.time.seconds(since: $0.value.fix.time) < 3600 }
        served.removeAll()
    }

    /// A vehicle after a fix, with its predictions.
    package struct Step {
        package let vehicle: LiveVehicle
        /// The expected times at the calls ahead within ``FixReplay/horizonSeconds``.
        package let calls: [ProgressPredictor.PredictedCall]
        /// Its other predicted runs, within the same horizon: those that it only names, and the
        /// next ones of its block.
        package let runs: [ExpectedRun]
    }

    /// Processes the next fix.
    ///
    /// Returns nil if it is implausible or not newer than the previous one.
    package mutating func process(_ fix: VehicleFix) -> Step? { process([fix]) }

    /// Processes a fix that lists several trips, given as one fix for each trip with the same
    /// position and time.
    ///
    /// Returns nil as ``process(_:)`` does.
    package mutating func process(_ listed: [VehicleFix]) -> Step? {
        guard let fix = ListedTrips.current(of: listed, on: timetable),
            let vehicle = place(fix)
        else { return nil }
        refresh(fix.time)
        let end = fix.time.advanced(bySeconds: Self.horizonSeconds)
        let ahead = predictor.expectedCalls(vehicle)
        let served = served
        let context = BlockFollower.Context { run in
            served[run].flatMap {
                fix.time.seconds(since: $0.fix.time) <= Self.servingSeconds ? $0.id : nil
            }
        }
        var runs = follower.runs(of: vehicle, ahead: ahead, by: predictor, in: context)
        for other in listed {
            guard let named = follower.namedRun(other),
                vehicle.progress.map({ $0.run != named.run || $0.serviceDay != named.day })
                    ?? true,
                !runs.contains(where: { $0.run == named }),
                let run = follower.run(named, of: vehicle, by: predictor)
            else { continue }
            runs.append(run)
        }
        return Step(
            vehicle: vehicle, calls: ahead.filter { $0.arrival <= end },
            runs: runs.map { $0.limited(to: end) })
    }

    private mutating func place(_ fix: VehicleFix) -> LiveVehicle? {
        guard fix.coordinate.isPlausible else { return nil }
        let known = vehicles[fix.vehicleID]
        if let known, known.fix.time >= fix.time { return nil }
        let progress = matcher.match(fix, previous: known)
        let vehicle = LiveVehicle(
            id: fix.vehicleID, fix: fix, route: progress.map { timetable.trips.routes[$0.trip] },
            progress: progress)
        vehicles[fix.vehicleID] = vehicle
        if let progress, progress.schedule.lap == nil {
            served[progress.datedRun] = vehicle
        }
        learner.observe(vehicle)
        return vehicle
    }

    private mutating func refresh(_ now: UnixTime) {
        if let refreshedAt, now.seconds(since: refreshedAt) < Self.refreshSeconds { return }
        refreshedAt = now
        learner.forget(before: now)
        served = served.filter {
            now.seconds(since: $0.value.fix.time) <= Self.servingSeconds
        }
        predictor = ProgressPredictor(learner.model)
    }

    /// Returns the predicted movement of a vehicle from its fix on.
    package func trajectory(_ vehicle: LiveVehicle) -> Trajectory {
        predictor.trajectory(
            vehicle, now: vehicle.fix.time, horizon: ProjectedMotion.maximumAge)
    }
}
