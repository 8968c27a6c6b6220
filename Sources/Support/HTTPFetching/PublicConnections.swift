import AsyncHTTPClient
import Synchronization

/// Connections to addresses from untrusted users.
///
/// Names are resolved and checked, and each gets a client that resolves the name only to the
/// checked address.
///
/// Both are cached for a while, so that a thousand requests to one server do not cause a thousand
/// look-ups and connections. The cache is limited.
final class PublicConnections: Sendable {
    /// The time after which a name is resolved and checked again.
    private static let memory = Duration.seconds(30)
    private static let maximumNames = 256
    /// The maximum number of idle clients.
    private static let maximumIdle = 32

    private struct Name {
        let addresses: [IPAddress]
        let checked: ContinuousClock.Instant
    }

    private struct Endpoint: Hashable {
        let host: String
        let address: IPAddress
    }

    private struct Pinned {
        let client: HTTPClient
        var users: Int
        var used: ContinuousClock.Instant
    }

    private struct State {
        var names: [String: Name] = [:]
        var clients: [Endpoint: Pinned] = [:]
    }

    private let settings: HTTPFetcher.Settings
    private let dependencies: FetchDependencies
    private let state = Mutex(State())

    init(_ settings: HTTPFetcher.Settings, _ dependencies: FetchDependencies) {
        self.settings = settings
        self.dependencies = dependencies
    }

    deinit {
        for pinned in state.withLock({ $0.clients.values }) { pinned.client.shutdown { _ in } }
    }

    /// The ports at which everybody may ask this machine.
    private static let portsOfAll = [80, 443]

    /// Returns the addresses of a server if strangers may have it asked.
    ///
    /// This machine's own public addresses are so at the ports for the web only: a firewall that
    /// closes other ports to the outside does not see what comes from inside.
    ///
    /// - Throws: As ``addresses(of:)``.
    func addresses(ofServerAt address: HTTPAddress) async throws(FetchError) -> [IPAddress] {
        let addresses = try await addresses(of: address.host)
        let isOwn = addresses.contains { dependencies.scope($0) == .ownAddress }
        guard !isOwn || Self.portsOfAll.contains(address.port) else {
            throw .forbiddenAddress(host: address.host, .ownAddress)
        }
        return addresses
    }

    /// Returns the addresses of a host if all of them are public.
    ///
    /// A name with any other address is rejected.
    ///
    /// - Throws: ``FetchError/forbiddenAddress(host:_:)`` for such a name, and the resolver's
    ///   error.
    func addresses(of host: String) async throws(FetchError) -> [IPAddress] {
        if let address = IPAddress(host) { return try check([address], of: host) }
        let now = dependencies.now()
        let known = state.withLock { $0.names[host] }
        if let known, known.checked.duration(to: now) < Self.memory { return known.addresses }
        let addresses = try check(try await dependencies.resolve(host), of: host)
        state.withLock { state in
            if state.names.count >= Self.maximumNames { state.names.removeAll() }
            state.names[host] = Name(addresses: addresses, checked: now)
        }
        return addresses
    }

    private func check(
        _ addresses: [IPAddress], of host: String
    ) throws(FetchError) -> [IPAddress] {
        for address in addresses {
            let scope = dependencies.scope(address)
            guard scope == .publicInternet || scope == .ownAddress else {
                throw .forbiddenAddress(host: host, scope)
            }
        }
        return addresses
    }

    /// Calls the closure with a client that reaches only `address` under the name of `host`.
    func withClient<Result>(
        for host: String, at address: IPAddress, _ body: (HTTPClient) async -> Result
    ) async -> Result {
        let endpoint = Endpoint(host: host, address: address)
        let client = borrow(endpoint)
        let result = await body(client)
        for idle in release(endpoint) { idle.shutdown { _ in } }
        return result
    }

    private func borrow(_ endpoint: Endpoint) -> HTTPClient {
        let now = dependencies.now()
        return state.withLock { state in
            if var pinned = state.clients[endpoint] {
                pinned.users += 1
                state.clients[endpoint] = pinned
                return pinned.client
            }
            let client = HTTPClient(
                eventLoopGroupProvider: .singleton,
                configuration: settings.client(pinning: [
                    endpoint.host: endpoint.address.description
                ]))
            state.clients[endpoint] = Pinned(client: client, users: 1, used: now)
            return client
        }
    }

    /// Returns clients to close: those that were not used for a while, and the oldest beyond the
    /// maximum.
    private func release(_ endpoint: Endpoint) -> [HTTPClient] {
        let now = dependencies.now()
        return state.withLock { state in
            state.clients[endpoint]?.users -= 1
            state.clients[endpoint]?.used = now
            var idle = state.clients.filter { $0.value.users == 0 }
                .sorted { $0.value.used < $1.value.used }
            let tooMany = max(0, idle.count - Self.maximumIdle)
            idle = idle.enumerated().filter { index, entry in
                index < tooMany || entry.value.used.duration(to: now) >= Self.memory
            }.map(\.element)
            for entry in idle { state.clients[entry.key] = nil }
            return idle.map(\.value.client)
        }
    }
}
