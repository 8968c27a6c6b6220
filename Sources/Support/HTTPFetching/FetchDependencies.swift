/// The dependencies of a fetcher besides connections: time, random numbers and name resolution.
package struct FetchDependencies: Sendable {
    /// Returns the time of a monotonic clock.
    package var now: @Sendable () -> ContinuousClock.Instant = { ContinuousClock().now }
    /// Waits between attempts; throws when the task is cancelled.
    package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// Returns the jitter of pauses, from 0 (inclusive) to 1 (exclusive).
    package var jitter: @Sendable () -> Double = { Double.random(in: 0..<1) }
    /// Returns the addresses of a name, best first; throws if it has none.
    package var resolve: @Sendable (String) async throws(FetchError) -> [IPAddress] = {
        host async throws(FetchError) in try await AddressResolver.addresses(of: host)
    }
    /// Returns the reach of an address; tests let a loopback address count as the public internet.
    package var scope: @Sendable (IPAddress) -> AddressScope = { $0.scopeHere }

    /// Creates the system's own dependencies.
    package init() {}
}
