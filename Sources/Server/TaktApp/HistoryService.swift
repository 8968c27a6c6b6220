import Foundation
import History
import HTTPServing
import Logging
import Secrets
import ServiceLifecycle
import TransitModel

/// Stores received fixes in the history once a second, separately from the live loop, so that a
/// slow or full disk delays only the history.
actor HistoryService: Service {
    private let archive: FixArchive
    private let clock: any WallClock
    private let logger: Logger
    private var trouble: String?
    private var dropped = 0

    private static let tick = Duration.seconds(1)

    init(_ archive: FixArchive, clock: any WallClock, logger: Logger) {
        self.archive = archive
        self.clock = clock
        self.logger = logger
    }

    /// A node's connections to a history in PostgreSQL, in addition to the two for the writer's
    /// lease.
    private static let connections = 4

    /// Opens the history in the database that nodes share, or in the data folder; nil if there is
    /// no such folder.
    ///
    /// - Throws: A `SettingFailure` if the folder cannot be created, or the error of the store.
    static func archive(_ options: TaktApplication.Options) throws -> FixArchive? {
        guard let folder = options.dataFolder else { return nil }
        do {
            try PrivateFile.makeFolder(folder)
        } catch {
            throw SettingFailure(
                description:
                    "The data folder '\(folder)' cannot be created; name another one or create it.")
        }
        let address = try options.store.address(connections: connections)
        return try FixArchive(
            StoreSettings.place("history", address, folder: folder),
            retentionDays: options.historyDays, node: SecretBytes.system.hex(8))
    }

    /// Stores fixes until the server stops, then the remaining ones.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in Ticks(every: Self.tick) {
                // A pass that has begun is finished: cancelling a write would lose its fixes.
                await Task { await self.advance() }.value
            }
        }
        do {
            try await archive.close(now: clock.now())
        } catch {
            logger.error("closing the history failed", metadata: ["reason": "\(error)"])
        }
    }

    private func advance() async {
        await archive.advance(now: clock.now())
        let statistics = await archive.statistics
        // Logged once when the problem begins and once when it ends.
        if statistics.trouble != trouble {
            if let sentence = statistics.trouble {
                logger.error("storing fixes failed", metadata: ["reason": "\(sentence)"])
            } else {
                logger.notice(
                    "storing fixes works again",
                    metadata: ["lost": "\(statistics.dropped - dropped)"])
            }
            trouble = statistics.trouble
            dropped = statistics.dropped
        }
    }
}
