import Foundation
import GRDB

/// A database within one transaction: statements in the words that SQLite and PostgreSQL share.
///
/// Placeholders are `?`, or `?1` and so on where one value stands in several places. Names are not
/// quoted and written as in the schema. Every statement is prepared once and kept. Values never
/// become part of a statement's text.
package struct RecordDatabase {
    enum Handle {
        case sqlite(Database)
        case postgres(PostgresConnection)
    }

    let handle: Handle

    /// Whether several programs may be writing at the same time, so that rows have to be locked.
    package var isShared: Bool {
        if case .postgres = handle { true } else { false }
    }

    /// What ends a query whose rows are changed next: others wait for them.
    ///
    /// Nothing where there is one writer.
    package var lockingRows: String { isShared ? " FOR UPDATE" : "" }

    /// What ends a query whose rows are taken: what others are taking is left out.
    ///
    /// Nothing where there is one writer.
    package var takingRows: String { isShared ? " FOR UPDATE SKIP LOCKED" : "" }

    /// Runs a statement and tells how many rows it changed.
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

    /// Runs statements without values, separated by semicolons: for schemas.
    package func executeAll(_ sql: String) throws {
        guard !sql.isEmpty else { return }
        switch handle {
        case .sqlite(let database): try database.execute(sql: sql)
        case .postgres(let connection): try connection.runAll(sql)
        }
    }

    /// What a query finds, row by row.
    package func rows<Value>(
        _ sql: String, _ values: RecordValues = [], _ read: (RecordRow) throws -> Value
    ) throws -> [Value] {
        var found: [Value] = []
        switch handle {
        case .sqlite(let database):
            let cursor = try Row.fetchCursor(
                try database.cachedStatement(sql: sql), arguments: values.forSQLite)
            while let row = try cursor.next() {
                found.append(try read(RecordRow(source: .sqlite(row))))
            }
        case .postgres(let connection):
            let result = try connection.run(sql, values)
            found.reserveCapacity(result.count)
            for row in 0..<result.count {
                found.append(try read(RecordRow(source: .postgres(result, row: row))))
            }
        }
        return found
    }

    /// The first row that a query finds; nil if it finds none.
    package func row<Value>(
        _ sql: String, _ values: RecordValues = [], _ read: (RecordRow) throws -> Value
    ) throws -> Value? {
        try rows(sql, values, read).first
    }

    /// The texts in the first column of what a query finds.
    package func texts(_ sql: String, _ values: RecordValues = []) throws -> [String] {
        switch handle {
        case .sqlite(let database):
            try String.fetchAll(
                try database.cachedStatement(sql: sql), arguments: values.forSQLite)
        case .postgres:
            try rows(sql, values) { try $0[0] }
        }
    }

    /// The number in the first column of the first row; nil if there is none.
    package func number(_ sql: String, _ values: RecordValues = []) throws -> Int? {
        let found: [Int?] = try rows(sql, values) { try $0[0] }
        return found.first ?? nil
    }

    /// Whether a query finds anything.
    package func finds(_ sql: String, _ values: RecordValues = []) throws -> Bool {
        try row(sql, values) { _ in true } ?? false
    }
}

extension RecordValues {
    /// The values as SQLite takes them.
    ///
    /// Optional ones: plain ones GRDB reads by a key path, and making that takes longer than
    /// binding a row.
    var forSQLite: StatementArguments {
        StatementArguments(all.map { $0.forSQLite as (any DatabaseValueConvertible)? })
    }
}
