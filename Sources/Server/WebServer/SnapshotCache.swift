import Realtime
import Synchronization

/// Answers that hold for one snapshot.
final class SnapshotCache: Sendable {
    private let bodies = Mutex<[String: (sequence: UInt64, body: CachedBody)]>([:])

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
