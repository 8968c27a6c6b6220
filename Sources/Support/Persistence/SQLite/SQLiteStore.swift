import Foundation
package import GRDB

/// One SQLite file of one kind: opened with care, read by many at once, written by one.
///
/// The file is in WAL mode: readers see what was there when they began and never wait for the
/// writer. What a `write` returned from is on the disk; a write that throws leaves nothing behind.
package final class SQLiteStore: Sendable {
    /// What the file is opened for.
    package enum Access: Sendable {
        /// Makes the file if need be, brings it up to date, keeps other writers out.
        case writing
        /// Reads a file that is there and up to date, also while another program writes to it.
        case reading
    }

    /// What the file holds.
    package let schema: SQLiteSchema
    /// Where the file is.
    package let path: String
    private let pool: DatabasePool
    private let lock: StoreLock?

    /// How long to wait for a file that is busy for a moment, in seconds.
    private static let busySeconds = 5.0
    /// The write-ahead log is cut back to this size once it was copied, in bytes.
    private static let journalBytes = 16 * 1024 * 1024

    /// Opens a file.
    ///
    /// The folder must be there. Files are readable by this user alone. Throws a
    /// ``SQLiteStoreError``; then nothing was changed.
    package init(path: String, schema: SQLiteSchema, access: Access = .writing) throws {
        self.schema = schema
        self.path = path
        lock = access == .writing ? try Self.lock(path, schema) : nil
        do {
            try Self.checkFile(path, schema, access)
            pool = try DatabasePool(path: path, configuration: Self.configuration(access, schema))
            try Self.prepare(pool, schema, access, path: path)
        } catch {
            throw SQLiteStoreError.translated(error, schema, path: path)
        }
    }

    /// Reads in one consistent state of the file.
    ///
    /// Other readers and the writer go on meanwhile. Keep it short and call `Task.yield()` between
    /// reads in a loop: readers in a row can keep the writer waiting.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await pool.read(body)
        } catch {
            throw SQLiteStoreError.translated(error, schema, path: path)
        }
    }

    /// Reads while the caller waits: for starting up, before there are tasks to hold up.
    package func readNow<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try pool.read(body)
        } catch {
            throw SQLiteStoreError.translated(error, schema, path: path)
        }
    }

    /// Writes in one transaction while the caller waits: for starting up.
    package func writeNow<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try pool.write(body)
        } catch {
            throw SQLiteStoreError.translated(error, schema, path: path)
        }
    }

    /// Writes in one transaction: all of it or nothing.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await pool.write(body)
        } catch {
            throw SQLiteStoreError.translated(error, schema, path: path)
        }
    }

    /// Gives up to `pages` free pages back to the file system.
    ///
    /// A page is 4096 bytes unless SQLite was built otherwise. Bounded work: call it again for
    /// more.
    package func shrink(pages: Int) async throws {
        do {
            try await pool.writeWithoutTransaction { database in
                // Each step of the statement frees one page, so all its rows are asked for.
                let rows = try Row.fetchCursor(
                    database, sql: "PRAGMA incremental_vacuum(\(max(1, pages)))")
                while try rows.next() != nil {}
            }
        } catch {
            throw SQLiteStoreError.translated(error, schema, path: path)
        }
    }

    /// What to throw for content that SQLite reads but that its owner did not write so.
    package var damage: SQLiteStoreError {
        SQLiteStoreError(.damaged, schema.name, path: path)
    }

    /// Reads the whole file and tells what is wrong with it, nil if nothing is.
    package func finding() async throws -> String? {
        try await read { try Self.finding($0) }
    }

    /// Ends reading and writing; further calls throw.
    ///
    /// The write-ahead log is copied into the file, so that the file alone can be moved or copied;
    /// where a reader prevents that, the next writer finds the log.
    package func close() throws {
        if lock != nil {
            _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        }
        do {
            try pool.close()
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
            case .taken:
                throw SQLiteStoreError(.inUse, schema.name, path: path)
            case .notAccessible(let detail):
                throw SQLiteStoreError(.notAccessible, schema.name, path: path, detail: detail)
            }
        }
    }

    /// Makes a new file, for SQLite would let everyone read it, and never hands SQLite a file that
    /// it did not write: a short one it would take for an empty database and overwrite.
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
            // Takes effect in new files only: pages that were emptied can be given back.
            try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            // What was written survives a power cut too, at the price of one flush a write.
            try database.execute(sql: "PRAGMA synchronous = FULL")
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
            let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
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
        // A damaged file is not touched: what can be read from it may be wanted.
        guard try pool.read(finding) == nil else {
            throw SQLiteStoreError(.damaged, schema.name, path: path)
        }
        try migrator.migrate(pool)
    }

    private static func finding(_ database: Database) throws -> String? {
        let found = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
        return found == "ok" ? nil : found
    }
}
