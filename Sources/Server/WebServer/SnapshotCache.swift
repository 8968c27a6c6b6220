import Realtime
import Synchronization

/// A cache of answers that are valid for one snapshot.
final class SnapshotCache: Sendable {
    private let bodies = Mutex<[String: (sequence: UInt64, body: CachedBody)]>([:])

    /// Returns the cached answer for a snapshot, or makes it.
    ///
    /// - Throws: The error of `make`.
    func body(
        _ name: String, _ snapshot: NetworkSnapshot, _ make: () throws -> CachedBody
    ) throws -> CachedBody {
        if let known = bodies.withLock({ $0[name] }), known.sequence == snapshot.sequence {
            return known.body
        }
        let body = try make()
        bodies.withLock { $0[name] = (snapshot.sequence, body) }
        return body
    }
}
