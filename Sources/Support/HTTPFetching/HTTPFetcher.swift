import AsyncHTTPClient
package import Logging
import NIOCore
import NIOHTTPCompression

/// Fetches addresses into memory or into files, with limits, timeouts and retries.
///
/// Copies share one pool of connections, which closes when the last copy is released.
package struct HTTPFetcher: Sendable {
    /// The timeouts of connections.
    package struct Settings: Sendable {
        /// The timeout for establishing a connection.
        package var connectTimeout = Duration.seconds(10)
        /// The maximum silence of a server within a response.
        package var idleTimeout = Duration.seconds(30)

        package init() {}
    }

    let dependencies: FetchDependencies
    let logger: Logger?
    let connections: Connections
    private let strangers: PublicConnections

    /// Creates a fetcher; tests pass their own dependencies.
    package init(
        settings: Settings = Settings(), dependencies: FetchDependencies = FetchDependencies(),
        logger: Logger? = nil
    ) {
        self.dependencies = dependencies
        self.logger = logger
        connections = Connections(settings)
        strangers = PublicConnections(settings, dependencies)
    }

    /// Fetches into memory.
    /// - Throws: ``FetchError`` if the fetch fails.
    package func fetch(_ request: FetchRequest) async throws(FetchError) -> Fetched<[UInt8]> {
        try await fetch(request) { () throws(FetchError) in MemorySink() }
    }

    /// Fetches into a file, which appears or changes only when the response is complete.
    ///
    /// The path's folder must exist; an existing file is replaced.
    ///
    /// - Throws: ``FetchError`` if the fetch fails or the file cannot be written.
    package func download(
        _ request: FetchRequest, to path: String
    ) async throws(FetchError) -> Fetched<Void> {
        try await fetch(request) { () throws(FetchError) in try FileSink(path: path) }
    }

    /// Returns whether a text is an address that can be fetched: http or https, with a server and a
    /// port that exist, without a user name.
    package static func isAddress(_ text: String) -> Bool { (try? HTTPAddress(text)) != nil }

    /// Checks whether an address may be fetched, without fetching it.
    /// - Throws: the ``FetchError`` that a fetch would throw.
    package func check(_ url: String, reach: AddressReach) async throws(FetchError) {
        let address = try HTTPAddress(url)
        guard reach == .publicInternet else { return }
        _ = try await strangers.addresses(ofServerAt: address)
    }

    private func fetch<Sink: BodySink>(
        _ request: FetchRequest, into makeSink: () throws(FetchError) -> Sink
    ) async throws(FetchError) -> Fetched<Sink.Content> {
        let start = try HTTPAddress(request.url)
        var number = 1
        while true {
            do {
                let attempt = FetchAttempt(
                    request: request, start: start, fetcher: self, shared: connections.client,
                    strangers: strangers)
                return try await attempt.run(into: makeSink)
            } catch {
                guard
                    let pause = request.retries.pause(
                        afterAttempt: number, failing: error, jitter: dependencies.jitter())
                else { throw error }
                logger?.debug(
                    "trying again",
                    metadata: ["host": "\(start.host)", "after": "\(pause)", "error": "\(error)"])
                do { try await dependencies.sleep(pause) } catch { throw .cancelled }
                number += 1
            }
        }
    }
}

/// Owns a pool of connections and closes it when released.
final class Connections: Sendable {
    let client: HTTPClient

    init(_ settings: HTTPFetcher.Settings) {
        client = HTTPClient(
            eventLoopGroupProvider: .singleton, configuration: settings.client(pinning: [:]))
    }

    deinit {
        client.shutdown { _ in }
    }
}

extension HTTPFetcher.Settings {
    /// The maximum expansion of a compressed response; beyond it, the response counts as a
    /// decompression bomb.
    private static let maximumUnpacking = 200

    /// Returns the library's configuration; names in `pinning` resolve to the addresses given
    /// there.
    func client(pinning: [String: String]) -> HTTPClient.Configuration {
        var client = HTTPClient.Configuration()
        client.redirectConfiguration = .disallow
        client.timeout = .init(
            connect: TimeAmount(connectTimeout), read: TimeAmount(idleTimeout),
            write: TimeAmount(idleTimeout))
        client.decompression = .enabled(limit: .ratio(Self.maximumUnpacking))
        // Retries are decided here, not in the pool.
        client.connectionPool.retryConnectionEstablishment = false
        client.dnsOverride = pinning
        return client
    }
}
