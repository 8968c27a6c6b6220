import Foundation
package import GRDB

/// An SQLite file of one kind, with many concurrent readers and one writer.
///
/// The file is in WAL mode: readers see the state at their start and never wait for the writer.
/// When a `write` returns, its data is on disk; a write that throws changes nothing.
package final class SQLiteStore: Sendable {
    /// The purpose for which the file is opened.
    package enum Access: Sendable {
        /// Creates the file if needed, migrates it, and excludes other writers.
        case writing
        /// Reads an existing, current file, even while another program writes to it.
        case reading
    }

    package let schema: SQLiteSchema
    package let path: String
    private let pool: DatabasePool
    private let lock: StoreLock?

    /// The time to wait for a busy file, in seconds.
    private static let busySeconds = 5.0
    /// The size in bytes to which the write-ahead log is truncated after it was copied.
    private static let journalBytes = 16 * 1024 * 1024

    /// Opens a file.
    ///
    /// Its folder must exist. Files are readable only by this user.
    /// - Throws: ``SQLiteStoreError``; then nothing was changed.
    package init(path: String, schema: SQLiteSchema, access: Access = .writing) throws {
        self.schema = schema
        self.path = path
        lock = access == .writing ? try Self.lock(path, schema) : nil
        do {
            try Self.checkFile(path, schema, access)
            pool = try DatabasePool(path: path, configuration: Self.configuration(access, schema))
            if access == .writing {
                // Writes also survive a power failure, at the cost of one flush per write. GRDB
                // chooses less for a pool, after the statements of its configuration.
                try pool.writeWithoutTransaction {
                    try $0.execute(sql: "PRAGMA synchronous = FULL")
                }
            }
            try Self.prepare(pool, schema, access, path: path)
        } catch {
            throw SQLiteStoreError.translated(error, schema, path: path)
        }
    }

    /// Reads in one consistent state of the file.
    ///
    /// Other readers and the writer continue meanwhile. Keep it short and call `Task.yield()`
    /// between reads in a loop: consecutive readers can keep the writer waiting.
    ///
    /// - Throws: An error of `body` or ``SQLiteStoreError``.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await pool.read(body)
        } catch {
            throw SQLiteStoreError.translated(error, schema, path: path)
        }
    }

    /// Reads and blocks the caller, for startup, before there are tasks to block.
    /// - Throws: an error of `body` or ``SQLiteStoreError``.
    package func readNow<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try pool.read(body)
        } catch {
            throw SQLiteStoreError.translated(error, schema, path: path)
        }
    }

    /// Writes in one transaction and blocks the caller, for startup.
    /// - Throws: an error of `body` or ``SQLiteStoreError``.
    package func writeNow<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try pool.write(body)
        } catch {
            throw SQLiteStoreError.translated(error, schema, path: path)
        }
    }

    /// Writes in one transaction.
    ///
    /// - Throws: An error of `body` or ``SQLiteStoreError``; then nothing was changed.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await pool.write(body)
        } catch {
            throw SQLiteStoreError.translated(error, schema, path: path)
        }
    }

    /// Returns up to `pages` free pages to the file system.
    ///
    /// A page has 4096 bytes unless SQLite was built otherwise. The work of one call is limited;
    /// call it again for more.
    /// - Throws: ``SQLiteStoreError`` if the file cannot be written.
    package func shrink(pages: Int) async throws {
        do {
            try await pool.writeWithoutTransaction { database in
                // Each step of the statement frees one page, so all rows must be fetched.
                let rows = try Row.fetchCursor(
                    database, sql: "PRAGMA incremental_vacuum(\(max(1, pages)))")
                while try rows.next() != nil {}
            }
        } catch {
            throw SQLiteStoreError.translated(error, schema, path: path)
        }
    }

    /// Copies the write-ahead log into the file and empties it, so that nothing deleted is left in
    /// it.
    ///
    /// - Throws: ``SQLiteStoreError`` if the file cannot be written, or is read for too long.
    package func emptyLog() async throws {
        do {
            _ = try await pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        } catch {
            throw SQLiteStoreError.translated(error, schema, path: path)
        }
    }

    /// The error to throw for content that SQLite can read but that its owner never wrote.
    package var damage: SQLiteStoreError {
        SQLiteStoreError(.damaged, schema.name, path: path)
    }

    /// Checks the whole file and returns what is wrong with it, or nil.
    /// - Throws: ``SQLiteStoreError`` if the file cannot be read.
    package func finding() async throws -> String? {
        try await read { try Self.finding($0) }
    }

    /// Closes the store; later calls throw, and another program may write.
    ///
    /// The write-ahead log is copied into the file, so that the file can be moved or copied on its
    /// own. If a reader prevents that, the next writer finds the log.
    /// - Throws: ``SQLiteStoreError`` if the file cannot be closed.
    package func close() throws {
        if lock != nil {
            _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        }
        do {
            try pool.close()
            lock?.release()
        } catch {
            throw SQLiteStoreError.translated(error, schema, path: path)
        }
    }
}

// MARK: - Opening

extension SQLiteStore {
    private static func lock(_ path: String, _ schema: SQLiteSchema) throws -> StoreLock {
        do {
            return try StoreLock(path: path)
        } catch {
            switch error {
            case .taken(let process):
                throw SQLiteStoreError(
                    .inUse, schema.name, path: path,
                    detail: process.map { "process \($0)" } ?? "another program")
            case .notAccessible(let detail):
                throw SQLiteStoreError(.notAccessible, schema.name, path: path, detail: detail)
            }
        }
    }

    /// Creates a new file itself, because SQLite would make it readable by everyone.
    ///
    /// Never passes SQLite a file that SQLite did not write: it would take a short one for an empty
    /// database and overwrite it.
    private static func checkFile(_ path: String, _ schema: SQLiteSchema, _ access: Access) throws {
        guard let file = FileHandle(forReadingAtPath: path) else {
            guard access == .writing, !FileManager.default.fileExists(atPath: path) else { return }
            let isMade = FileManager.default.createFile(
                atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
            guard isMade else {
                throw SQLiteStoreError(
                    .notAccessible, schema.name, path: path, detail: "it cannot be made")
            }
            return
        }
        defer { try? file.close() }
        let start = try file.read(upToCount: 16) ?? Data()
        guard start.isEmpty || start == Data("SQLite format 3\0".utf8) else {
            throw SQLiteStoreError(.foreign, schema.name, path: path)
        }
    }

    private static func configuration(_ access: Access, _ schema: SQLiteSchema) -> Configuration {
        var configuration = Configuration()
        configuration.label = schema.name
        configuration.readonly = access == .reading
        configuration.busyMode = .timeout(busySeconds)
        configuration.maximumReaderCount = 4
        configuration.prepareDatabase { database in
            guard access == .writing, !database.configuration.readonly else { return }
            // Takes effect only in new files: free pages can be returned to the file system.
            try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            // Deleted content is overwritten, which is the default of Debian's SQLite only.
            try database.execute(sql: "PRAGMA secure_delete = ON")
            try database.execute(sql: "PRAGMA journal_size_limit = \(journalBytes)")
        }
        return configuration
    }

    private static func prepare(
        _ pool: DatabasePool, _ schema: SQLiteSchema, _ access: Access, path: String
    ) throws {
        let migrator = schema.migrator
        let isCurrent = try pool.read { database in
            let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
            let isEmpty = try isEmpty(database)
            guard id == schema.applicationID || (id == 0 && isEmpty && access == .writing) else {
                throw SQLiteStoreError(.foreign, schema.name, path: path)
            }
            guard try !migrator.hasBeenSuperseded(database) else {
                throw SQLiteStoreError(.newer, schema.name, path: path)
            }
            return try migrator.hasCompletedMigrations(database)
        }
        guard !isCurrent else { return }
        guard access == .writing else {
            throw SQLiteStoreError(
                .notAccessible, schema.name, path: path,
                detail: "it is of an older form, which the server brings up to date when it starts")
        }
        // A damaged file is not changed, since its readable content may still be needed.
        guard try pool.read(finding) == nil else {
            throw SQLiteStoreError(.damaged, schema.name, path: path)
        }
        try migrator.migrate(pool)
    }

    /// Whether there is no table but that of applied migrations, which comes before the first one:
    /// a program may have been killed in between.
    private static func isEmpty(_ database: Database) throws -> Bool {
        try Int.fetchOne(
            database, sql: "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'")
            == 0
    }

    private static func finding(_ database: Database) throws -> String? {
        let found = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
        return found == "ok" ? nil : found
    }
}
