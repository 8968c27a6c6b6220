import Foundation
import History
import Logging
import Persistence
import Secrets
import ServiceLifecycle
import TransitModel

/// Has the history store what came, once a second, apart from the live loop: a slow or full disk
/// holds up nothing but the history.
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

    /// Connections of a node to a history in PostgreSQL, beside the two that decide whose turn it is.
    private static let connections = 4

    /// Opens the history: in the database that nodes share, or in the folder for everything that is stored; nil if
    /// there is no such folder.
    ///
    /// Throws a sentence for people.
    static func archive(_ options: TaktApplication.Options) throws -> FixArchive? {
        guard let folder = options.dataFolder else { return nil }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw FolderUnavailable(folder: folder)
        }
        let address = try options.store.address().map { address in
            try PostgresAddress(
                url: address.url, password: address.password, connections: connections)
        }
        return try FixArchive(
            StoreSettings.place("history", address, folder: folder),
            retentionDays: options.historyDays, node: SecretBytes.system.hex(8))
    }

    /// The folder for everything that is stored could not be made.
    private struct FolderUnavailable: Error, CustomStringConvertible {
        let folder: String

        var description: String {
            "The data folder '\(folder)' cannot be made; name another one or make it."
        }
    }

    /// Stores until the server is told to stop, then what came last.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                // What has begun is finished: a write that is broken off would lose what it took.
                await Task { await self.advance() }.value
                try? await Task.sleep(for: Self.tick)
            }
        }
        do {
            try await archive.close(now: clock.now())
        } catch {
            logger.error("the history could not be closed", metadata: ["reason": "\(error)"])
        }
    }

    private func advance() async {
        await archive.advance(now: clock.now())
        let statistics = await archive.statistics
        // Told once when it begins and once when it ends.
        if statistics.trouble != trouble {
            if let sentence = statistics.trouble {
                logger.error("fixes cannot be stored", metadata: ["reason": "\(sentence)"])
            } else {
                logger.notice(
                    "fixes are stored again",
                    metadata: ["lost": "\(statistics.dropped - dropped)"])
            }
            trouble = statistics.trouble
            dropped = statistics.dropped
        }
    }
}
