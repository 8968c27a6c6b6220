import Synchronization

/// Which riders changed something since it was last asked.
package final class RiderChanges: Sendable {
    private let riders = Mutex<Set<RiderID>>([])

    /// Nobody did.
    package init() {}

    /// A rider did.
    package func note(_ rider: RiderID) {
        riders.withLock { _ = $0.insert(rider) }
    }

    /// Those who did, once.
    package func takeAll() -> Set<RiderID> {
        riders.withLock { riders in
            defer { riders = [] }
            return riders
        }
    }
}
