/// The location of a store's content.
package enum StoreLocation: Sendable {
    /// An SQLite file, used by one program.
    case file(path: String)
    /// A PostgreSQL database, shared by several programs.
    case server(PostgresAddress)
}

/// A store of one kind, in an SQLite file or a PostgreSQL database.
///
/// When a `write` returns, its data is on disk; a write that throws changes nothing. An SQLite file
/// has one writer at a time. In PostgreSQL others write concurrently, so rows that are read and
/// then changed must be locked, see ``RecordDatabase/lockingRows``.
package final class RecordStore: Sendable {
    private enum Backing: Sendable {
        case file(SQLiteStore)
        case server(PostgresPool)
    }

    private let backing: Backing
    package let schema: RecordSchema

    /// Opens a store, creates it if it does not exist, and migrates an older one.
    ///
    /// Blocks meanwhile. `isMoving` also opens a store into which only a part of another one was
    /// copied, for a ``RecordMove``.
    ///
    /// - Throws: ``SQLiteStoreError`` or ``PostgresError``, then nothing was changed; or
    ///   ``RecordMove/Unfinished``.
    package init(_ location: StoreLocation, schema: RecordSchema, isMoving: Bool = false) throws {
        self.schema = schema
        switch location {
        case .file(let path):
            backing = .file(try SQLiteStore(path: path, schema: schema.forSQLite))
        case .server(let address):
            let pool = PostgresPool(address, searchPath: schema.postgresName)
            do {
                try pool.now { connection in
                    try PostgresMigration(schema: schema, connection: connection).run()
                }
            } catch {
                pool.close()
                throw error
            }
            backing = .server(pool)
        }
        guard !isMoving, try readNow({ try MovePosition.isThere($0) }) else { return }
        try close()
        throw RecordMove.Unfinished(name: schema.name)
    }

    /// Opens an SQLite file; see the other initialiser.
    ///
    /// - Throws: ``SQLiteStoreError``; then nothing was changed.
    package convenience init(path: String, schema: RecordSchema) throws {
        try self.init(.file(path: path), schema: schema)
    }

    /// Opens an SQLite file for reading only, even while another program writes to it.
    ///
    /// - Throws: ``SQLiteStoreError``, also if the file has an older schema.
    package init(reading path: String, schema: RecordSchema) throws {
        self.schema = schema
        backing = .file(try SQLiteStore(path: path, schema: schema.forSQLite, access: .reading))
    }

    /// Whether other programs may write at the same time.
    package var isShared: Bool {
        if case .server = backing { true } else { false }
    }

    /// Reads in one consistent state.
    ///
    /// `body` is repeated after a lost connection, so it must have no other effects.
    ///
    /// - Throws: An error of `body` or the database.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (RecordDatabase) throws -> Value
    ) async throws -> Value {
        switch backing {
        case .file(let file):
            try await file.read { try body(RecordDatabase(handle: .sqlite($0))) }
        case .server(let pool):
            try await pool.run { try $0.transaction(.reading, body) }
        }
    }

    /// Writes in one transaction.
    ///
    /// `body` is repeated after a lost connection or a conflict between two writers, so it must
    /// have no other effects.
    ///
    /// - Throws: An error of `body` or the database; then nothing was changed.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (RecordDatabase) throws -> Value
    ) async throws -> Value {
        switch backing {
        case .file(let file):
            try await file.write { try body(RecordDatabase(handle: .sqlite($0))) }
        case .server(let pool):
            try await pool.run { try $0.transaction(.writing, body) }
        }
    }

    /// Writes in one transaction and blocks the caller, for startup.
    /// - Throws: an error of `body` or the database.
    package func writeNow<Value>(_ body: (RecordDatabase) throws -> Value) throws -> Value {
        switch backing {
        case .file(let file):
            try file.writeNow { try body(RecordDatabase(handle: .sqlite($0))) }
        case .server(let pool):
            try pool.now { try $0.transaction(.writing, body) }
        }
    }

    /// Reads and blocks the caller, for startup and commands.
    /// - Throws: an error of `body` or the database.
    package func readNow<Value>(_ body: (RecordDatabase) throws -> Value) throws -> Value {
        switch backing {
        case .file(let file):
            try file.readNow { try body(RecordDatabase(handle: .sqlite($0))) }
        case .server(let pool):
            try pool.now { try $0.transaction(.reading, body) }
        }
    }

    /// Checks that a shared database answers and takes changes; a file is not looked at.
    ///
    /// - Throws: ``PostgresError`` if it cannot be reached or is a standby.
    package func checkWritable() async throws {
        guard case .server(let pool) = backing else { return }
        let isStandby = try await read { try $0.finds("SELECT 1 WHERE pg_is_in_recovery()") }
        if isStandby { throw pool.standby }
    }

    /// The error to throw for content that can be read but that this program never wrote.
    package var damage: any Error {
        switch backing {
        case .file(let file): file.damage
        case .server(let pool): pool.damage
        }
    }

    /// Returns free space to the file system if a quarter of the file or more is empty.
    ///
    /// Less free space is reused by later writes. The work of one call is limited; call it again
    /// for more. PostgreSQL does this by itself.
    /// - Throws: an error of the database.
    package func releaseFreeSpace() async throws {
        guard case .file(let file) = backing else { return }
        let (free, all) = try await read { database in
            (
                try database.number("PRAGMA freelist_count") ?? 0,
                try database.number("PRAGMA page_count") ?? 0
            )
        }
        if free > 1000, free > all / 4 { try await file.shrink(pages: 500) }
    }

    /// Leaves nothing deleted in a file's write-ahead log; PostgreSQL's logs are its operator's.
    /// - Throws: an error of the database.
    package func emptyLog() async throws {
        guard case .file(let file) = backing else { return }
        try await file.emptyLog()
    }

    /// Returns the bytes that the store occupies on disk, without logs.
    /// - Throws: an error of the database.
    package func size() async throws -> Int {
        let sql =
            isShared
            ? """
            SELECT coalesce(sum(pg_total_relation_size(pg_class.oid)), 0) FROM pg_class
            WHERE relnamespace = '\(schema.postgresName)'::regnamespace AND relkind = 'r'
            """ : "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        return try await read { try $0.number(sql) ?? 0 }
    }

    /// Closes the store; later calls throw.
    /// - Throws: an error of the database.
    package func close() throws {
        switch backing {
        case .file(let file): try file.close()
        case .server(let pool): pool.close()
        }
    }
}
