import Persistence

/// Runs work that opens stored data; ends the command with one sentence and the exit status of the
/// reason if the data cannot be used.
///
/// - Throws: An exit code, after a printed sentence, or another error of `work`.
func reportingStoreFailures<Result>(_ work: () async throws -> Result) async throws -> Result {
    do {
        return try await work()
    } catch let error as SQLiteStoreError {
        throw fail(error.description, error.reason.exitStatus)
    } catch let error as RecordMove.Unfinished {
        throw fail(error.description, .badData)
    } catch let error as PostgresError {
        throw fail(error.description, error.reason.exitStatus)
    }
}

extension SQLiteStoreError.Reason {
    /// The exit status of a command that cannot use a file for this reason.
    var exitStatus: ExitStatus {
        switch self {
        case .damaged, .newer, .foreign, .stepFailed: .badData
        case .inUse: .unavailable
        case .diskFull, .notAccessible, .other: .inputOutput
        }
    }
}

extension PostgresError.Reason {
    /// The exit status of a command that cannot use a database for this reason.
    var exitStatus: ExitStatus {
        switch self {
        case .newer, .rejected: .badData
        case .unreachable, .forbidden, .timeout, .conflict, .olderNodes, .busy, .closed:
            .unavailable
        case .uncertain, .full, .other: .inputOutput
        }
    }
}
