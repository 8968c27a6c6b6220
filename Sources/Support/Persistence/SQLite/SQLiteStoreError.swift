import GRDB

/// The reason why a file cannot be used, with a sentence for people.
package struct SQLiteStoreError: Error, CustomStringConvertible {
    /// The kind of error.
    package enum Reason: Sendable, Hashable {
        /// The content is not what SQLite wrote.
        case damaged
        /// A later version of the program wrote the file.
        case newer
        /// The file is not a database, or is of another kind.
        case foreign
        /// Another program is using the file.
        case inUse
        case diskFull
        /// The file or its folder cannot be read or written.
        case notAccessible
        /// A migration failed; the file is unchanged.
        case stepFailed
        /// Any other error, in SQLite's words.
        case other
    }

    package let reason: Reason
    /// A sentence for people, with the path and what to do about the error.
    package let description: String

    /// Creates an error about a file of that schema; `detail` supplements the reason.
    package init(_ reason: Reason, _ schema: String, path: String, detail: String = "") {
        self.reason = reason
        description = Self.sentence(reason, "The \(schema) file '\(path)'", detail)
    }

    private static func sentence(_ reason: Reason, _ file: String, _ detail: String) -> String {
        switch reason {
        case .damaged:
            "\(file) is damaged; put a copy of it back, or move it away to start with an empty one."
        case .newer:
            "\(file) was written by a newer version of Takt; use that version or another file."
        case .foreign:
            "\(file) is not a file of this kind; put a copy of it back, or name another path."
        case .inUse:
            "\(file) is in use by \(detail); stop that or name another path."
        case .diskFull:
            "\(file) cannot grow because the disk is full; make room."
        case .notAccessible:
            "\(file) cannot be opened for this: \(detail)."
        case .stepFailed:
            "\(file) could not be brought up to date and is unchanged: \(detail)."
        case .other:
            "\(file) cannot be used: \(detail)."
        }
    }

    /// Translates SQLite's errors; other errors are returned unchanged.
    static func translated(_ error: any Error, _ schema: SQLiteSchema, path: String) -> any Error {
        if let failed = error as? SQLiteSchema.FailedCheck {
            return SQLiteStoreError(
                .stepFailed, schema.name, path: path,
                detail: "after the step '\(failed.step)' \(failed.finding)")
        }
        return translated(error, name: schema.name, path: path)
    }

    static func translated(_ error: any Error, name: String, path: String) -> any Error {
        guard let failure = error as? DatabaseError else { return error }
        let reason = reason(failure.resultCode)
        let message = failure.message ?? "SQLite error \(failure.extendedResultCode.rawValue)"
        return SQLiteStoreError(
            reason, name, path: path, detail: reason == .inUse ? "another program" : message)
    }

    private static func reason(_ code: ResultCode) -> Reason {
        switch code {
        case .SQLITE_CORRUPT: .damaged
        case .SQLITE_NOTADB: .foreign
        case .SQLITE_BUSY, .SQLITE_LOCKED: .inUse
        case .SQLITE_FULL: .diskFull
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH: .notAccessible
        default: .other
        }
    }
}
