import Synchronization

/// A cache of answers that are valid for one version of the data, such as a snapshot.
package final class VersionedBodyCache: Sendable {
    private let bodies = Mutex<[String: (version: UInt64, body: CachedBody)]>([:])

    package init() {}

    /// Returns the cached answer for a version of the data, or makes it.
    ///
    /// - Throws: The error of `make`.
    package func body(
        _ name: String, version: UInt64, _ make: () throws -> CachedBody
    ) throws -> CachedBody {
        if let known = bodies.withLock({ $0[name] }), known.version == version {
            return known.body
        }
        let body = try make()
        bodies.withLock { $0[name] = (version, body) }
        return body
    }
}
