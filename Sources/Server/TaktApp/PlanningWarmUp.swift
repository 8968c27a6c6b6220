import LiveMap
import NIOPosix
import Realtime
import ServiceLifecycle
import Transit

/// Makes the planner ready for what is newly expected, before riders ask.
///
/// While it is at work newer snapshots are skipped, so that it never falls behind.
struct PlanningWarmUp: Service {
    let planner: JourneyPlanner
    let frames: Broadcast<MapFrame>

    /// Goes on until the server is told to stop.
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
