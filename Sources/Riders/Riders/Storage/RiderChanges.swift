import Synchronization

/// The riders who changed something since the last call of ``drain()``.
package final class RiderChanges: Sendable {
    private let riders = Mutex<Set<RiderID>>([])

    package init() {}

    /// Records that a rider changed something.
    package func note(_ rider: RiderID) {
        riders.withLock { _ = $0.insert(rider) }
    }

    /// Returns and removes the riders who changed something.
    package func drain() -> Set<RiderID> {
        riders.withLock { riders in
            defer { riders = [] }
            return riders
        }
    }
}
