import Foundation
import GRDB

/// Copies and checks SQLite files while they are in use.
package enum SQLiteCopy {
    /// Copies a file's state at one instant, with all earlier writes, into another file.
    ///
    /// Other users of the file are not interrupted. Nothing may exist at `copy`. The copy is a
    /// single file, readable only by this user, and on disk when this returns.
    /// - Throws: ``SQLiteStoreError`` if the copy fails.
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
            // A copy that is opened for reading must not need a separate log.
            try target.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            try target.close()
            try source.close()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            // Only the copy is written.
            throw SQLiteStoreError.translated(error, name: "database", path: copy)
        } catch {
            throw SQLiteStoreError.translated(error, name: "database", path: path)
        }
    }

    /// Returns SQLite's description of what is wrong with a file that nobody writes to; nil if it
    /// is intact.
    /// - Throws: ``SQLiteStoreError`` if the file cannot be read.
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

    /// Opens a file, which others may use, and reads what tables it has; with a schema also
    /// whether this version knows all of its migrations.
    /// - Throws: ``SQLiteStoreError`` if that fails, or a newer version wrote the file.
    package static func checkSchema(of path: String, _ schema: RecordSchema? = nil) throws {
        let name = schema?.name ?? "database"
        do {
            let file = try DatabaseQueue(path: path, configuration: Self.readOnly)
            try file.read { database in
                _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
                if try schema?.forSQLite.migrator.hasBeenSuperseded(database) == true {
                    throw SQLiteStoreError(.newer, name, path: path)
                }
            }
            try file.close()
        } catch {
            throw SQLiteStoreError.translated(error, name: name, path: path)
        }
    }

    /// Returns the texts that a query finds in a file, which others may use.
    /// - Throws: ``SQLiteStoreError`` if the file cannot be read or lacks the table.
    package static func texts(of path: String, _ query: String) throws -> [String] {
        do {
            let file = try DatabaseQueue(path: path, configuration: Self.readOnly)
            let texts = try file.read { try String.fetchAll($0, sql: query) }
            try file.close()
            return texts
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
