import NIOPosix
import Persistence
import WebServer

/// Why a server that should store data serves the timetable without it for a while.
enum StorageOutage: Sendable, Equatable {
    /// The disk has no room, or takes no changes.
    case diskFull
    /// The database that nodes share does not answer, or takes no changes.
    case databaseAway

    /// Reads an error of opening stores, or files in a folder; nil if it will not pass by itself.
    init?(_ error: any Error, folder: String) {
        if let error = error as? PostgresError {
            let passing: Set<PostgresError.Reason> = [.unreachable, .uncertain, .timeout, .full]
            guard passing.contains(error.reason) else { return nil }
            self = .databaseAway
        } else if DiskRoom.isMissing(error, in: folder) {
            self = .diskFull
        } else {
            return nil
        }
    }

    /// The state of the storage for the probes.
    var state: HealthEndpoints.StorageState { self == .diskFull ? .full : .unavailable }

    /// The beginning of a sentence to clients.
    var cause: String {
        switch self {
        case .diskFull: "The server's disk is full"
        case .databaseAway: "The server's database cannot be used"
        }
    }

    /// The beginning of the log's line about it.
    var sentence: String { self == .diskFull ? "the disk is full" : "the database cannot be used" }

    /// The log's line about its end.
    var end: String {
        self == .diskFull ? "the disk has room again" : "the database can be used again"
    }

    /// Looks whether it is over.
    func isOver(_ options: TaktApplication.Options) async -> Bool {
        switch self {
        case .diskFull:
            return options.dataFolder.map(DiskRoom.isLeft) ?? true
        case .databaseAway:
            do {
                guard let address = try options.store.address(connections: 1) else { return true }
                try await NIOThreadPool.singleton.runIfActive { try PostgresCheck.run(address) }
                return true
            } catch {
                return false
            }
        }
    }
}
