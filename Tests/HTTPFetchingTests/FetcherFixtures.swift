import HTTPFetching
import Synchronization
import Testing

/// Records the pauses of a fetcher without waiting.
final class Pauses: Sendable {
    private let log = Mutex<[Duration]>([])

    var all: [Duration] { log.withLock { $0 } }

    func add(_ pause: Duration) { log.withLock { $0.append(pause) } }
}

/// Returns a fetcher that does not wait, with maximum jitter: its pauses are always the longest
/// possible.
func fetcher(
    pauses: Pauses = Pauses(), _ change: (inout FetchDependencies) -> Void = { _ in }
) -> HTTPFetcher {
    var dependencies = FetchDependencies()
    dependencies.sleep = { pauses.add($0) }
    dependencies.jitter = { 1 }
    change(&dependencies)
    // All tests run at once: a server that waits for CPU time is not slow.
    var settings = HTTPFetcher.Settings()
    settings.connectTimeout = .seconds(600)
    settings.idleTimeout = .seconds(600)
    return HTTPFetcher(settings: settings, dependencies: dependencies)
}

extension HTTPFetcher {
    /// Returns the error of a fetch, or nil if it succeeds.
    func failure(_ request: FetchRequest) async -> FetchError? {
        do {
            _ = try await fetch(request)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the error of a download, or nil if it succeeds.
    func failure(_ request: FetchRequest, to path: String) async -> FetchError? {
        do {
            _ = try await download(request, to: path)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the text and the details of a fetch with content.
    func text(_ request: FetchRequest) async throws -> (String, FetchInfo) {
        guard case .content(let bytes, let info) = try await fetch(request) else {
            throw Unexpected(description: "not modified")
        }
        return (String(decoding: bytes, as: UTF8.self), info)
    }
}

struct Unexpected: Error, CustomStringConvertible {
    let description: String
}
