import Synchronization

/// A cache of answers that are valid for one version of the data, one of each name.
final class SnapshotCache: Sendable {
    private let bodies = Mutex<[String: (version: UInt64, body: CachedBody)]>([:])

    /// Returns the cached answer for a version, or makes it.
    ///
    /// - Throws: The error of `make`.
    func body(
        _ name: String, _ version: UInt64, _ make: () throws -> CachedBody
    ) throws -> CachedBody {
        if let known = bodies.withLock({ $0[name] }), known.version == version {
            return known.body
        }
        let body = try make()
        bodies.withLock { $0[name] = (version, body) }
        return body
    }
}
