package import History
package import LiveMap
package import Logging
package import Matching
package import Prediction
import Realtime
import ServiceLifecycle
package import Simulation
import Sources
import Timetables
package import TransitModel

/// The live loop of a server: it applies the sources' data, makes a snapshot and publishes it, when
/// something arrives and every second.
package actor LiveLoop: Service {
    private let state: LiveState
    private let sources: LiveSourceSet
    private let feed: MapFeed
    private let history: FixArchive?
    private let clock: any WallClock
    private var simulator: Simulator?
    private var expectations = ExpectationCache()
    private var merger = OverlayMerger()
    private var learner: PredictionLearner
    private var predictor: ProgressPredictor
    /// The predictor that uses the model on every route, including those that fall back to the
    /// timetable.
    private var bold: ProgressPredictor
    private var judge = ArrivalEvaluator()
    /// The accuracy of predictions, by day and route.
    package private(set) var scores: PredictionScores
    private var rebuiltAt: UnixTime?
    private var refreshedAt: UnixTime?
    /// Whether the next frame is the first one by the current predictor.
    private var isRenewed = true
    /// The vehicles of the parts of large reports shown since the last tick.
    private var unlearnt: [LiveVehicle] = []
    private let logger: Logger
    private var last: UnixTime

    /// The longest interval between two snapshots.
    private static let tick = Duration.seconds(1)
    /// The shortest pause after a snapshot of new data.
    static let minimumPause = Duration.milliseconds(250)
    /// The maximum age of the model that predictions use, in seconds.
    private static let refreshSeconds = 60.0
    /// The longest simulated time that is caught up after a pause, in seconds of real time; never
    /// more than the time for which live data is kept.
    private static let maximumCatchUp = 60.0

    /// Creates a loop over the data in the sources' inbox and optionally over simulated vehicles.
    ///
    /// Accepted fixes are offered to `history`, if any. `learnt` is the saved state.
    package init(
        state: LiveState, sources: LiveSourceSet, feed: MapFeed, simulator: Simulator?,
        clock: any WallClock,
        history: FixArchive?, learnt: LearntState = LearntState(), logger: Logger
    ) {
        self.state = state
        self.sources = sources
        self.feed = feed
        self.history = history
        self.simulator = simulator
        self.clock = clock
        self.logger = logger
        learner = PredictionLearner(learnt.model)
        bold = ProgressPredictor(learnt.model)
        predictor = bold
        scores = learnt.scores
        rebuiltAt = learnt.rebuiltAt
        last = clock.now().advanced(bySeconds: -10)
    }

    /// Runs until the server stops.
    package func run() async throws {
        let (ticks, tick) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let arrivals = sources.inbox.arrivals
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask { for await _ in arrivals { tick.yield() } }
                group.addTask {
                    while !Task.isCancelled {
                        tick.yield()
                        try? await Task.sleep(for: Self.tick)
                    }
                }
                let clock = ContinuousClock()
                for await _ in ticks {
                    let start = clock.now
                    let hadArrivals = await self.advance()
                    let duration = start.duration(to: clock.now)
                    try? await Task.sleep(
                        for: Self.pause(after: duration, hadArrivals: hadArrivals))
                }
                group.cancelAll()
            }
        }
    }

    /// Returns the pause after a tick that took that long.
    ///
    /// Sources that report all the time thus take at most a fifth of a core for snapshots, unless
    /// one a second takes more. A report that comes after a silence does not wait for the pause of
    /// a tick without data.
    static func pause(after duration: Duration, hadArrivals: Bool) -> Duration {
        hadArrivals ? max(minimumPause, min(duration * 4, tick)) : .zero
    }

    /// Runs one tick; returns whether sources had reported something.
    @discardableResult package func advance() async -> Bool {
        let now = clock.now()
        if simulator != nil {
            let longest = min(Self.maximumCatchUp * clock.speed, LiveState.memorySeconds)
            let from = max(last, now.advanced(bySeconds: -longest))
            let fixes = simulator?.fixes(after: from, upTo: now) ?? []
            await state.apply(fixes, from: SourceSettings.Kind.simulate.rawValue, now: now)
        }
        last = now
        let (batches, dropped) = sources.inbox.drain()
        for batch in batches { await state.apply(batch, now: now) { await self.show($0) } }
        if !dropped.isEmpty {
            logger.warning(
                "sources sent more data than the inbox could hold",
                metadata: ["dropped": "\(dropped.sorted { $0.key < $1.key })"])
        }
        sources.noteStates(at: now)
        // The last part of a large report does not wait for the expected times either.
        if !unlearnt.isEmpty { show(await state.snapshot(now: now)) }
        let snapshot = await state.snapshot(now: now)
        if let history {
            let routes = snapshot.timetable.routes
            history.offer(
                await state.takeAccepted().map { vehicle in
                    ArchivedFix(
                        vehicle.fix, routeID: vehicle.route.map { routes.id($0) }, received: now)
                })
        }
        let frame = feed.next(snapshot, by: predictor, isRenewed: isRenewed)
        let expected = expectations.overlay(of: snapshot, by: predictor, isRenewed: isRenewed) {
            frame.vehicles[$0].expectedCalls
        }
        let overlay = merger.merge(
            reported: snapshot.overlay, expected: expected, vehicles: snapshot.vehicles)
        feed.publish(frame.with(overlay))
        // Nobody waits for what is learnt: it is used from the next snapshot on.
        isRenewed = learn(from: snapshot)
        return !batches.isEmpty
    }

    /// Shows the map a part of a large report.
    private func show(_ snapshot: NetworkSnapshot) {
        unlearnt += snapshot.changedVehicles
        feed.show(part: snapshot)
    }

    /// The current learnt state, for saving.
    package var learnt: LearntState {
        var state = LearntState()
        state.model = learner.model
        state.scores = scores
        state.rebuiltAt = rebuiltAt
        return state
    }

    /// Replaces the model by one rebuilt up to an instant; nil keeps the current model.
    package func adopt(_ model: PredictionModel?, at time: UnixTime) {
        rebuiltAt = time
        guard let model else { return }
        learner = PredictionLearner(model)
        refreshedAt = nil
    }

    /// Learns from the vehicles' progress, and regularly updates the predictions' model; returns
    /// whether it did so.
    private func learn(from snapshot: NetworkSnapshot) -> Bool {
        let timetable = snapshot.timetable
        scores.begin(timetable.timeZone.day(at: snapshot.asOf))
        for vehicle in unlearnt + snapshot.changedVehicles {
            learner.observe(vehicle)
            guard let route = vehicle.route else { continue }
            judge.observe(
                vehicle, routeID: timetable.lastingID(of: route), by: bold, into: &scores)
        }
        unlearnt = []
        if let refreshedAt, snapshot.asOf.seconds(since: refreshedAt) < Self.refreshSeconds {
            return false
        }
        refreshedAt = snapshot.asOf
        learner.forget(before: snapshot.asOf)
        judge.forget(before: snapshot.asOf)
        bold = ProgressPredictor(learner.model)
        let plain = scores.fallbacks
        predictor =
            plain.isEmpty ? bold : ProgressPredictor(learner.model, plainRoutes: plain)
        return true
    }
}
