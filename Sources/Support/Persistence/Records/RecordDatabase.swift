import GRDB

/// A database within one transaction, for statements in the SQL that SQLite and PostgreSQL share.
///
/// Placeholders are `?`, or `?1` and so on where a value occurs several times. Names are unquoted
/// and written as in the schema. Every statement is prepared once and cached, except behind a
/// pooler. Values never become part of a statement's text.
package struct RecordDatabase {
    enum Handle {
        case sqlite(Database)
        case postgres(PostgresConnection)
    }

    let handle: Handle

    /// Whether several programs may write at the same time, so that rows must be locked.
    package var isShared: Bool {
        if case .postgres = handle { true } else { false }
    }

    /// The end of a query whose rows are changed next, so that other writers wait for them; empty
    /// if there is only one writer.
    package var lockingRows: String { isShared ? " FOR UPDATE" : "" }

    /// The end of a query whose rows are claimed, so that rows claimed by others are skipped; empty
    /// if there is only one writer.
    package var takingRows: String { isShared ? " FOR UPDATE SKIP LOCKED" : "" }

    /// Runs a statement and returns the number of rows it changed.
    /// - Throws: an error of the database.
    @discardableResult
    package func execute(_ sql: String, _ values: RecordValues = []) throws -> Int {
        switch handle {
        case .sqlite(let database):
            try database.cachedStatement(sql: sql).execute(arguments: values.forSQLite)
            return database.changesCount
        case .postgres(let connection):
            return try connection.run(sql, values).changedRows
        }
    }

    /// Runs statements without values, separated by semicolons, for schemas.
    /// - Throws: an error of the database.
    package func executeAll(_ sql: String) throws {
        guard !sql.isEmpty else { return }
        switch handle {
        case .sqlite(let database): try database.execute(sql: sql)
        case .postgres(let connection): try connection.runAll(sql)
        }
    }

    /// Runs a query and maps its rows.
    ///
    /// - Throws: An error of the database or of `read`.
    package func rows<Value>(
        _ sql: String, _ values: RecordValues = [], _ read: (RecordRow) throws -> Value
    ) throws -> [Value] {
        var found: [Value] = []
        try forEachRow(sql, values) { found.append(try read($0)) }
        return found
    }

    /// Runs a query and calls `read` with its rows.
    ///
    /// - Throws: An error of the database or of `read`.
    func forEachRow(
        _ sql: String, _ values: RecordValues, _ read: (RecordRow) throws -> Void
    ) throws {
        switch handle {
        case .sqlite(let database):
            let cursor = try Row.fetchCursor(
                try database.cachedStatement(sql: sql), arguments: values.forSQLite)
            while let row = try cursor.next() { try read(RecordRow(source: .sqlite(row))) }
        case .postgres(let connection):
            let result = try connection.run(sql, values)
            for row in 0..<result.count {
                try read(RecordRow(source: .postgres(result, row: row)))
            }
        }
    }

    /// Returns the first row of a query; nil if there is none.
    ///
    /// - Throws: An error of the database or of `read`.
    package func row<Value>(
        _ sql: String, _ values: RecordValues = [], _ read: (RecordRow) throws -> Value
    ) throws -> Value? {
        try rows(sql, values, read).first
    }

    /// Returns the strings in the first column of a query.
    /// - Throws: an error of the database.
    package func texts(_ sql: String, _ values: RecordValues = []) throws -> [String] {
        switch handle {
        case .sqlite(let database):
            try String.fetchAll(
                try database.cachedStatement(sql: sql), arguments: values.forSQLite)
        case .postgres:
            try rows(sql, values) { try $0[0] }
        }
    }

    /// Returns the number in the first column of the first row; nil if there is none.
    /// - Throws: an error of the database.
    package func number(_ sql: String, _ values: RecordValues = []) throws -> Int? {
        let found: [Int?] = try rows(sql, values) { try $0[0] }
        return found.first ?? nil
    }

    /// Returns whether a query finds any row.
    /// - Throws: an error of the database.
    package func finds(_ sql: String, _ values: RecordValues = []) throws -> Bool {
        try row(sql, values) { _ in true } ?? false
    }
}

extension RecordValues {
    /// The values as SQLite arguments.
    ///
    /// They are optionals because GRDB reads non-optional values by a key path, and creating that
    /// takes longer than binding a row.
    var forSQLite: StatementArguments {
        StatementArguments(all.map { $0.forSQLite as (any DatabaseValueConvertible)? })
    }
}
