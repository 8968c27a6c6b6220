import GTFSImport
import OSMPBF
import Persistence
import StreetsFile
import StreetsImport
import TaktApp
import Timetables
import WebServer

/// An error whose description is for people and which ends a command with a status.
protocol CommandError: Error, CustomStringConvertible {
    var exitStatus: ExitStatus { get }
}

extension NetworkFileError: CommandError {
    var exitStatus: ExitStatus {
        switch self {
        case .notFound: .noInput
        case .notWritten, .busy: .inputOutput
        default: .badData
        }
    }
}

extension ImportError: CommandError {
    var exitStatus: ExitStatus {
        switch self {
        case .notFound: .noInput
        case .feedID: .usage
        case .unreadable, .noUsableTrip, .noServiceDay, .onDemandOnly: .badData
        case .network(let error): error.exitStatus
        }
    }
}

extension StreetsImportError: CommandError {
    var exitStatus: ExitStatus {
        switch self {
        case .extract(let error):
            switch error.problem {
            case .notFound, .unreadable: .noInput
            default: .badData
            }
        case .file(let error): error.exitStatus
        case .noWays, .noNodes, .elsewhere: .badData
        }
    }
}

extension StreetsFileError: CommandError {
    var exitStatus: ExitStatus {
        switch self {
        case .notFound, .unreadable: .noInput
        case .notStreets, .otherVersion, .damaged, .missing: .badData
        case .busy, .notWritten: .inputOutput
        }
    }
}

extension SQLiteStoreError: CommandError {
    var exitStatus: ExitStatus {
        switch reason {
        case .damaged, .newer, .foreign, .stepFailed: .badData
        case .inUse: .unavailable
        case .diskFull, .notAccessible, .other: .inputOutput
        }
    }
}

extension PostgresError: CommandError {
    var exitStatus: ExitStatus {
        switch reason {
        case .newer, .rejected: .badData
        case .unreachable, .forbidden, .timeout, .conflict, .olderNodes, .busy, .closed:
            .unavailable
        case .uncertain, .full, .other: .inputOutput
        }
    }
}

extension RecordMove.Unfinished: CommandError {
    var exitStatus: ExitStatus { .badData }
}

extension FeedRefresh.Failure: CommandError {
    /// A service is started again, except after bad data.
    var exitStatus: ExitStatus {
        isUnreachable ? .unavailable : isNotWritten ? .inputOutput : .badData
    }
}

extension FeedDownloads.Failure: CommandError {
    var exitStatus: ExitStatus { .unavailable }
}

extension ConfigurationFailure: CommandError {
    var exitStatus: ExitStatus { isMissingFile ? .noInput : .badData }
}

extension SettingFailure: CommandError {
    var exitStatus: ExitStatus { .badData }
}

extension OperatorTiles.Failure: CommandError {
    var exitStatus: ExitStatus { isMissing ? .noInput : .badData }
}

extension StaticSite.Failure: CommandError {
    var exitStatus: ExitStatus { .noInput }
}

extension PortUnavailable: CommandError {
    var exitStatus: ExitStatus { .unavailable }
}
