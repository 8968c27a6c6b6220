import LiveMap
import NIOPosix
import Realtime
import ServiceLifecycle
import Transit

/// Prepares the planner for each new snapshot before riders search.
///
/// Newer snapshots are skipped while it is busy, so that it never falls behind.
struct PlanningWarmUp: Service {
    let planner: JourneyPlanner
    let frames: Broadcast<MapFrame>

    /// Runs until the server stops.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await frame in frames.updates() {
                // Off the event loops and the tasks that serve requests.
                try? await NIOThreadPool.singleton.runIfActive {
                    planner.prepare(for: frame.snapshot)
                }
            }
        }
    }
}
