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
    private var refreshedAt: UnixTime?

    /// Arrivals later than this after the fix are not told, in seconds.
    package static let horizonSeconds = 2400.0

    /// Predictions use what was learnt up to at most so many seconds before.
    private static let refreshSeconds = 60.0
    /// Silent vehicles are looked for once in so many seconds of the fixes' time.
    private static let sweepSeconds = 600.0

    /// Starts without vehicles, with what was learnt before.
    package init(_ timetable: Timetable, model: PredictionModel = PredictionModel()) {
        self.timetable = timetable
        learner = PredictionLearner(model)
        predictor = ProgressPredictor(model)
        matcher = RunMatcher(timetable)
    }

    /// What was learnt so far.
    package var model: PredictionModel { learner.model }

    /// Learns from the fixes of other days, oldest first.
    package mutating func learn(_ history: [VehicleFix]) {
        for fix in history { _ = place(fix) }
        vehicles.removeAll()
        refreshedAt = nil
    }

    /// Learns from one fix of the past; fixes come in order of time.
    ///
    /// Vehicles that fell silent are forgotten, so memory does not grow with the days.
    package mutating func learn(_ fix: VehicleFix) {
        _ = place(fix)
        if let refreshedAt, fix.time.seconds(since: refreshedAt) < Self.sweepSeconds { return }
        refreshedAt = fix.time
        learner.forget(before: fix.time)
        vehicles = vehicles.filter { fix.time.seconds(since: $0.value.fix.time) < 3600 }
    }

    /// A vehicle after a fix, with what is expected of it.
    package struct Step {
        /// The vehicle as it was seen with this fix.
        package let vehicle: LiveVehicle
        /// The expected times at the calls ahead within ``FixReplay/horizonSeconds``.
        package let calls: [ProgressPredictor.ExpectedCall]
    }

    /// Takes in the next fix; nil if it is implausible or not newer than the one before.
    package mutating func take(_ fix: VehicleFix) -> Step? {
        guard let vehicle = place(fix) else { return nil }
        refresh(fix.time)
        let end = fix.time.advanced(bySeconds: Self.horizonSeconds)
        let calls = predictor.expectedCalls(vehicle).filter { $0.arrival <= end }
        return Step(vehicle: vehicle, calls: calls)
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
        learner.observe(vehicle)
        return vehicle
    }

    private mutating func refresh(_ now: UnixTime) {
        if let refreshedAt, now.seconds(since: refreshedAt) < Self.refreshSeconds { return }
        refreshedAt = now
        learner.forget(before: now)
        predictor = ProgressPredictor(learner.model)
    }

    /// The way that a vehicle is expected to go from its fix on.
    package func trajectory(_ vehicle: LiveVehicle) -> Trajectory {
        predictor.trajectory(
            vehicle, now: vehicle.fix.time, horizon: WayAhead.oldestAge)
    }
}
