import Foundation
import GRDB

/// Copies of SQLite files, taken while they are in use.
package enum SQLiteCopy {
    /// Copies a file as it is at one moment, with all that was written before, into another.
    ///
    /// Those who use the file go on meanwhile. Nothing may be at `copy`. The copy is one file,
    /// readable by this user alone, and on the disk when this returns. Throws a
    /// ``SQLiteStoreError``.
    package static func make(of path: String, at copy: String) throws {
        do {
            guard
                FileManager.default.createFile(
                    atPath: copy, contents: nil, attributes: [.posixPermissions: 0o600])
            else {
                throw SQLiteStoreError(
                    .notAccessible, "copied", path: copy, detail: "it cannot be made")
            }
            let source = try DatabaseQueue(path: path, configuration: Self.readOnly)
            let target = try DatabaseQueue(path: copy)
            try source.backup(to: target)
            // A copy that is opened for reading must not need a log beside it.
            try target.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            try target.close()
            try source.close()
        } catch {
            throw SQLiteStoreError.translated(error, name: "database", path: path)
        }
    }

    /// What is wrong with a file that nobody writes to, in SQLite's words; nil if nothing is.
    package static func finding(in path: String) throws -> String? {
        do {
            let file = try DatabaseQueue(path: path, configuration: Self.readOnly)
            return try file.read { database in
                let found = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)")
                return found == "ok" ? nil : found
            }
        } catch {
            throw SQLiteStoreError.translated(error, name: "database", path: path)
        }
    }

    private static var readOnly: Configuration {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        return configuration
    }
}
