/// What a fetcher takes from the world besides connections: time, chance and names.
package struct FetchDependencies: Sendable {
    /// The time on a clock that never goes back.
    package var now: @Sendable () -> ContinuousClock.Instant = { ContinuousClock().now }
    /// Waits between attempts; throws when the task is cancelled.
    package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// A number from 0 (inclusive) to 1 (exclusive), for the length of pauses.
    package var jitter: @Sendable () -> Double = { Double.random(in: 0..<1) }
    /// The addresses that a name has, best first; throws if it has none.
    package var resolve: @Sendable (String) async throws(FetchError) -> [IPAddress] = {
        host async throws(FetchError) in try await AddressResolver.addresses(of: host)
    }
    /// How far an address reaches; tests let a loopback address stand for the public internet.
    package var scope: @Sendable (IPAddress) -> AddressScope = { $0.scope }

    /// The real world.
    package init() {}
}
