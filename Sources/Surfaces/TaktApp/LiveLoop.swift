package import FixHistory
package import LiveMap
import LiveSources
package import Logging
import Prediction
package import Realtime
import ServiceLifecycle
package import Simulation
import Timetables
package import TransitModel

/// The heartbeat of a server: every second it takes in what the source has, freezes a snapshot and
/// hands it to the features.
package actor LiveLoop: Service {
    private let state: LiveState
    private let sources: LiveSourceSet
    private let feed: MapFeed
    private let history: FixArchive?
    private let clock: any WallClock
    private var simulator: Simulator?
    private var expectations = ExpectationKeeper()
    private var merger = OverlayMerger()
    private var learner = PredictionLearner()
    private var predictor = ProgressPredictor()
    private var refreshedAt: UnixTime?
    private let logger: Logger
    private var last: UnixTime

    /// Seconds between two snapshots.
    private static let beat = Duration.seconds(1)
    /// Predictions use what was learnt up to at most so many seconds before.
    private static let refreshSeconds = 60.0
    /// How much of the simulation is caught up with after a pause, in seconds.
    private static let longestCatchUp = 60.0

    /// A loop over what sources put into the box, and over simulated vehicles if there are any.
    ///
    /// Accepted fixes are offered to `history`, if there is one.
    package init(
        state: LiveState, sources: LiveSourceSet, feed: MapFeed, simulator: Simulator?,
        clock: any WallClock,
        history: FixArchive?, logger: Logger
    ) {
        self.state = state
        self.sources = sources
        self.feed = feed
        self.history = history
        self.simulator = simulator
        self.clock = clock
        self.logger = logger
        last = clock.now().advanced(bySeconds: -10)
    }

    /// Beats until the server is told to stop.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await self.advance()
                try? await Task.sleep(for: Self.beat)
            }
        }
    }

    /// One beat.
    package func advance() async {
        let now = clock.now()
        if simulator != nil {
            let from = max(last, now.advanced(bySeconds: -Self.longestCatchUp * clock.speed))
            let fixes = simulator?.fixes(after: from, upTo: now) ?? []
            await state.apply(fixes, from: SourceSettings.Kind.simulate.rawValue, now: now)
        }
        last = now
        let (batches, dropped) = sources.inbox.takeAll()
        for batch in batches { await state.apply(batch, now: now) }
        if !dropped.isEmpty {
            logger.warning(
                "sources told more than could be taken in",
                metadata: ["dropped": "\(dropped.sorted { $0.key < $1.key })"])
        }
        sources.noteStates(at: now)
        let snapshot = await state.snapshot(now: now)
        if let history {
            let routes = snapshot.timetable.routes
            history.offer(
                await state.takeAccepted().map { vehicle in
                    ArchivedFix(
                        vehicle.fix, routeID: vehicle.route.map { routes.id($0) }, received: now)
                })
        }
        learn(from: snapshot)
        let overlay = merger.merge(
            told: snapshot.overlay, expected: expectations.overlay(of: snapshot, by: predictor),
            vehicles: snapshot.vehicles)
        feed.advance(to: snapshot.with(overlay), by: predictor)
    }

    /// Takes in how vehicles fared, and now and then predicts with what was learnt since.
    private func learn(from snapshot: NetworkSnapshot) {
        for vehicle in snapshot.vehicles { learner.observe(vehicle) }
        if let refreshedAt, snapshot.asOf.seconds(since: refreshedAt) < Self.refreshSeconds {
            return
        }
        refreshedAt = snapshot.asOf
        learner.forget(before: snapshot.asOf)
        predictor = ProgressPredictor(learner.model)
    }
}
