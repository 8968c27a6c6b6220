import Foundation
import HTTPFetching
import Synchronization
import Testing

/// Pauses that a fetcher made, without having waited.
final class Pauses: Sendable {
    private let log = Mutex<[Duration]>([])

    var all: [Duration] { log.withLock { $0 } }

    func add(_ pause: Duration) { log.withLock { $0.append(pause) } }
}

/// A fetcher that does not wait and has no luck: its pauses are always the longest possible.
func fetcher(
    pauses: Pauses = Pauses(), _ change: (inout FetchDependencies) -> Void = { _ in }
) -> HTTPFetcher {
    var surroundings = FetchDependencies()
    surroundings.sleep = { pauses.add($0) }
    surroundings.jitter = { 1 }
    change(&surroundings)
    // All tests run at once: a server that waits for its turn is not slow.
    var settings = HTTPFetcher.Settings()
    settings.connectTimeout = .seconds(60)
    settings.idleTimeout = .seconds(120)
    return HTTPFetcher(settings: settings, surroundings: surroundings)
}

extension HTTPFetcher {
    /// The error that a fetch ends with, or nil if it succeeds.
    func failure(_ request: FetchRequest) async -> FetchError? {
        do {
            _ = try await fetch(request)
            return nil
        } catch {
            return error
        }
    }

    /// The error that a download ends with, or nil if it succeeds.
    func failure(_ request: FetchRequest, to path: String) async -> FetchError? {
        do {
            _ = try await download(request, to: path)
            return nil
        } catch {
            return error
        }
    }

    /// The text and the details of a fetch that brings content.
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
