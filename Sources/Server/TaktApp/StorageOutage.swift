import NIOPosix
import Persistence
import WebServer

/// Why a server that should store data serves the timetable without it for a while.
enum StorageOutage: Sendable, Equatable {
    case diskFull
    /// The disk takes no changes.
    case diskReadOnly
    /// The database that nodes share does not answer, or takes no changes.
    case databaseAway

    /// Reads an error of opening stores, or files in a folder; nil if it will not pass by itself.
    init?(_ error: any Error, folder: String) {
        if let error = error as? PostgresError {
            let passing: Set<PostgresError.Reason> = [.unreachable, .uncertain, .timeout, .full]
            guard passing.contains(error.reason) else { return nil }
            self = .databaseAway
        } else {
            switch DiskRoom.shortage(error, in: folder) {
            case .full: self = .diskFull
            case .readOnly: self = .diskReadOnly
            case nil: return nil
            }
        }
    }

    /// The state of the storage for the probes.
    var state: HealthEndpoints.StorageState { self == .databaseAway ? .unavailable : .full }

    /// The beginning of a sentence to clients.
    var cause: String {
        switch self {
        case .diskFull: "The server's disk is full"
        case .diskReadOnly: "The server's disk takes no changes"
        case .databaseAway: "The server's database cannot be used"
        }
    }

    /// The beginning of the log's line about it.
    var sentence: String {
        switch self {
        case .diskFull: "the disk is full"
        case .diskReadOnly: "the disk takes no changes"
        case .databaseAway: "the database cannot be used"
        }
    }

    /// The log's line about its end.
    var end: String {
        switch self {
        case .diskFull: "the disk has room again"
        case .diskReadOnly: "the disk takes changes again"
        case .databaseAway: "the database can be used again"
        }
    }

    /// Why, and what to do; nil if the error that led to it says that.
    func advice(on folder: String) -> String? {
        self == .diskReadOnly ? DiskRoom.readOnlyRefusal(of: folder) : nil
    }

    /// Looks whether it is over.
    func isOver(_ options: TaktApplication.Options) async -> Bool {
        switch self {
        case .diskFull, .diskReadOnly:
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
