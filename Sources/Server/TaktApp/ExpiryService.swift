import HTTPServing
import Logging
import ServiceLifecycle
import TransitModel

/// Deletes data beyond its retention, and the bytes of what was deleted, at the start and once an
/// hour, but not while the clock is in doubt.
struct ExpiryService: Service {
    /// The data, for the log.
    let subject: String
    let clock: RetentionFile
    let logger: Logger
    /// Deletes some of the data; returns whether more may be due.
    let deleteSome: @Sendable () async throws -> Bool

    private static let pause = Duration.seconds(3600)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in Ticks(every: Self.pause) { await delete() }
        }
    }

    private func delete() async {
        do {
            guard try clock.trusts(SystemWallClock().now()) else { return }
            while !Task.isCancelled, try await deleteSome() { await Task.yield() }
        } catch {
            if Task.isCancelled { return }
            logger.error("deleting \(subject) failed", metadata: ["reason": "\(error)"])
        }
    }
}
