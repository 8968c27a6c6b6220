package import LiveMap
package import Logging
import Prediction
package import Realtime
import ServiceLifecycle
package import Simulation
package import TransitModel

/// The heartbeat of a server: every second it takes in what the source has, freezes a snapshot and
/// hands it to the features.
package actor LiveLoop: Service {
    private let state: LiveState
    private let feed: MapFeed
    private let clock: any WallClock
    private var simulator: Simulator?
    private var expectations = ExpectationKeeper()
    private let logger: Logger
    private var last: UnixTime

    /// Seconds between two snapshots.
    private static let beat = Duration.seconds(1)
    /// How much of the simulation is caught up with after a pause, in seconds.
    private static let longestCatchUp = 60.0

    /// A loop over simulated vehicles, or over none.
    package init(
        state: LiveState, feed: MapFeed, simulator: Simulator?, clock: any WallClock,
        logger: Logger
    ) {
        self.state = state
        self.feed = feed
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
            await state.apply(fixes, now: now)
        }
        last = now
        let snapshot = await state.snapshot(now: now)
        feed.advance(to: snapshot.with(expectations.overlay(of: snapshot)))
    }
}
