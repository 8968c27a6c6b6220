import Foundation

/// Where a store's content lies.
package enum RecordPlace: Sendable {
    /// In an SQLite file, which one program uses.
    case file(path: String)
    /// In a PostgreSQL database, which several programs share.
    case server(PostgresAddress)
}

/// A store of one kind, in an SQLite file or a PostgreSQL database.
///
/// What a `write` returned from is on the disk; a write that throws leaves nothing behind. In a
/// file there is one writer at a time. In PostgreSQL others write meanwhile: what is read and then
/// changed has to be locked, see ``RecordDatabase/lockingRows``.
package final class RecordStore: Sendable {
    private enum Backing: Sendable {
        case file(SQLiteStore)
        case server(PostgresPool)
    }

    private let backing: Backing
    /// What the store holds.
    package let schema: RecordSchema

    /// Opens a store, makes a new one where there is none, and brings an older one up to date.
    ///
    /// Blocks meanwhile. Throws a ``SQLiteStoreError`` or a ``PostgresError``; then nothing was
    /// changed.
    package init(_ place: RecordPlace, schema: RecordSchema) throws {
        self.schema = schema
        switch place {
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
    }

    /// Opens an SQLite file; see the other initialiser.
    package convenience init(path: String, schema: RecordSchema) throws {
        try self.init(.file(path: path), schema: schema)
    }

    /// Opens an SQLite file for reading alone, also while another program writes to it.
    ///
    /// Throws a ``SQLiteStoreError``, also where the file is of an older form.
    package init(reading path: String, schema: RecordSchema) throws {
        self.schema = schema
        backing = .file(try SQLiteStore(path: path, schema: schema.forSQLite, access: .reading))
    }

    /// Whether other programs may be writing at the same time.
    package var isShared: Bool {
        if case .server = backing { true } else { false }
    }

    /// Reads in one consistent state.
    ///
    /// `body` is run again after a lost connection, so it has no other effects.
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

    /// Writes in one transaction: all of it or nothing.
    ///
    /// `body` is run again after a lost connection or where two writers stood in each other's way,
    /// so it has no other effects.
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

    /// Writes in one transaction while the caller waits: for starting up.
    package func writeNow<Value>(_ body: (RecordDatabase) throws -> Value) throws -> Value {
        switch backing {
        case .file(let file):
            try file.writeNow { try body(RecordDatabase(handle: .sqlite($0))) }
        case .server(let pool):
            try pool.now { try $0.transaction(.writing, body) }
        }
    }

    /// Reads while the caller waits: for starting up and for commands.
    package func readNow<Value>(_ body: (RecordDatabase) throws -> Value) throws -> Value {
        switch backing {
        case .file(let file):
            try file.readNow { try body(RecordDatabase(handle: .sqlite($0))) }
        case .server(let pool):
            try pool.now { try $0.transaction(.reading, body) }
        }
    }

    /// What to throw for content that can be read but that no program of ours wrote so.
    package var damage: any Error {
        switch backing {
        case .file(let file): file.damage
        case .server(let pool): pool.damage
        }
    }

    /// Gives some room back to the file system where a quarter of a file or more is empty.
    ///
    /// A little emptiness is filled again by what comes next. Bounded work: call it again for more.
    /// PostgreSQL sees to that by itself.
    package func giveRoomBack() async throws {
        guard case .file(let file) = backing else { return }
        let (free, all) = try await read { database in
            (
                try database.number("PRAGMA freelist_count") ?? 0,
                try database.number("PRAGMA page_count") ?? 0
            )
        }
        if free > 1000, free > all / 4 { try await file.shrink(pages: 500) }
    }

    /// Bytes that the store takes on its disk, without logs.
    package func size() async throws -> Int {
        let sql =
            isShared
            ? """
            SELECT coalesce(sum(pg_total_relation_size(pg_class.oid)), 0) FROM pg_class
            WHERE relnamespace = '\(schema.postgresName)'::regnamespace AND relkind = 'r'
            """ : "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        return try await read { try $0.number(sql) ?? 0 }
    }

    /// Ends reading and writing; further calls throw.
    package func close() throws {
        switch backing {
        case .file(let file): try file.close()
        case .server(let pool): pool.close()
        }
    }
}
