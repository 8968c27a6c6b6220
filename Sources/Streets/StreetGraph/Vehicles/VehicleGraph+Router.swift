private import Synchronization
package import TransitModel

extension VehicleGraph {
    /// Returns a router on the graph; it answers one question at a time.
    package func router() -> VehicleRouter {
        let memory = LineMatchingMemory(self)
        return VehicleRouter { mode, stops in
            memory.matching.withLock { $0.hops(mode, through: stops) }
        }
    }
}

private final class LineMatchingMemory: Sendable {
    let matching: Mutex<LineMatching>

    init(_ graph: VehicleGraph) {
        matching = Mutex(LineMatching(graph))
    }
}
