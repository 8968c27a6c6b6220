import Foundation
import GRDB

extension RecordDatabase {
    /// Inserts many rows into a table, each with the values of all columns in their order.
    ///
    /// PostgreSQL uses `COPY`, and missing partitions of the table are created.
    /// - Throws: an error if the database fails or a row already exists; existing rows are not
    ///   changed.
    package func insert(_ rows: [[RecordValue]], into table: RecordSchema.Table) throws {
        guard !rows.isEmpty else { return }
        let names = table.columns.joined(separator: ", ")
        switch handle {
        case .sqlite(let database):
            let places = table.columns.map { _ in "?" }.joined(separator: ", ")
            let statement = try database.cachedStatement(
                sql: "INSERT INTO \(table.name) (\(names)) VALUES (\(places))")
            for row in rows { try statement.execute(arguments: RecordValues(row).forSQLite) }
        case .postgres(let connection):
            if let partitions = table.partitions { try makeParts(rows, table, partitions) }
            var text = CopyText()
            for row in rows { text.add(row) }
            try connection.copy("COPY \(table.name) (\(names)) FROM STDIN", text.bytes)
        }
    }

    /// Inserts rows, except those whose key exists already, and returns the values that the new
    /// rows have in one column.
    ///
    /// Each row has the values of all columns in their order. A row that occurs twice is inserted
    /// once.
    /// - Throws: an error of the database.
    package func insertMissing<Value: RecordConvertible>(
        _ rows: [RecordValues], into table: String, returning column: String
    ) throws -> [Value] {
        var new: [Value] = []
        var rest = rows[...]
        while let first = rest.first {
            // Two sizes, so that there are two prepared statements for each table.
            let count = rest.count >= Self.rowsAtOnce ? Self.rowsAtOnce : 1
            let row = "(?" + String(repeating: ", ?", count: first.all.count - 1) + ")"
            let places = row + String(repeating: ", " + row, count: count - 1)
            new += try self.rows(
                """
                INSERT INTO \(table) VALUES \(places) ON CONFLICT DO NOTHING RETURNING \(column)
                """, RecordValues(rest.prefix(count).flatMap(\.all))
            ) { try $0[0] }
            rest = rest.dropFirst(count)
        }
        return new
    }

    /// The number of rows of one statement of ``insertMissing(_:into:returning:)``.
    private static let rowsAtOnce = 50

    /// Runs a query about many keys, and calls `read` with its rows, which come in no particular
    /// order.
    ///
    /// `query` receives a list of placeholders for some of the keys, as in `rider IN (?, ?)`, where
    /// a key may occur twice.
    ///
    /// - Throws: An error of the database or of `read`.
    package func forEachRow(
        of keys: [some RecordConvertible], _ query: (_ list: String) -> String,
        _ read: (RecordRow) throws -> Void
    ) throws {
        var rest = keys[...]
        while let first = rest.first {
            let some = rest.prefix(Self.maximumList)
            rest = rest.dropFirst(some.count)
            let size = Self.listSizes.first { $0 >= some.count } ?? some.count
            let list = "(?" + String(repeating: ", ?", count: size - 1) + ")"
            let filling = repeatElement(first, count: size - some.count)
            let values = RecordValues((some + filling).map(\.recordValue))
            try forEachRow(query(list), values, read)
        }
    }

    /// The lengths of lists of placeholders: few, so that few statements are prepared.
    private static let listSizes = [1, 16, maximumList]
    private static let maximumList = 256

    /// Deletes rows of a partitioned table whose partition column is less than `value`, and returns
    /// the number of deleted rows.
    ///
    /// In SQLite, up to `limit` rows are deleted, the lowest first. In PostgreSQL, all partitions
    /// entirely below `value` are dropped; rows in the partition that contains `value` stay until
    /// it is entirely below.
    ///
    /// - Throws: An error of the database.
    package func remove(
        from table: RecordSchema.Table, before value: Int64, limit: Int
    ) throws -> Int {
        guard let partitions = table.partitions else { return 0 }
        guard isShared else {
            return try execute(
                """
                DELETE FROM \(table.name) WHERE rowid IN (
                    SELECT rowid FROM \(table.name) WHERE \(partitions.column) < ?
                    ORDER BY \(partitions.column) LIMIT ?)
                """, [value, limit])
        }
        let names = try texts(
            """
            SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
            WHERE inhparent = '\(table.name)'::regclass
            """)
        var count = 0
        for name in names {
            guard let number = Int64(name.dropFirst(table.name.count + 2)),
                (number + 1) * partitions.span <= value
            else { continue }
            let part = Self.part(number, of: table)
            count += try self.number("SELECT count(*) FROM \(part)") ?? 0
            try executeAll("DROP TABLE \(part)")
        }
        return count
    }

    private static func part(_ number: Int64, of table: RecordSchema.Table) -> String {
        "\(table.name)_p\(number)"
    }

    /// Creates the partitions that rows need and that do not exist.
    private func makeParts(
        _ rows: [[RecordValue]], _ table: RecordSchema.Table, _ partitions: RecordSchema.Partitions
    ) throws {
        guard let column = table.columns.firstIndex(of: partitions.column) else { return }
        let numbers = Set(rows.compactMap { Int64($0[column]).map { $0 / partitions.span } })
        for number in numbers.sorted() {
            let part = Self.part(number, of: table)
            // Checked first because creating a partition waits for all readers of the table.
            guard try !finds("SELECT 1 WHERE to_regclass(?) IS NOT NULL", [part]) else { continue }
            let from = number * partitions.span
            try executeAll(
                """
                CREATE TABLE IF NOT EXISTS \(part) PARTITION OF \(table.name)
                FOR VALUES FROM (\(from)) TO (\(from + partitions.span))
                """)
        }
    }
}

/// Rows in the text format that PostgreSQL's `COPY` reads (PostgreSQL manual, "COPY", section "Text
/// Format").
struct CopyText {
    private(set) var bytes: [UInt8] = []

    /// Appends a row.
    mutating func add(_ row: [RecordValue]) {
        for (column, value) in row.enumerated() {
            if column > 0 { bytes.append(UInt8(ascii: "\t")) }
            switch value {
            case .null: bytes += Array("\\N".utf8)
            case .integer(let number): bytes += Array(String(number).utf8)
            case .real(let number): bytes += Array(String(number).utf8)
            case .text(let text): add(text)
            case .bytes(let data):
                bytes += Array("\\\\x".utf8)
                for byte in data {
                    bytes.append(Self.digit(byte >> 4))
                    bytes.append(Self.digit(byte & 15))
                }
            }
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func add(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): bytes += Array("\\\\".utf8)
            case UInt8(ascii: "\t"): bytes += Array("\\t".utf8)
            case UInt8(ascii: "\n"): bytes += Array("\\n".utf8)
            case UInt8(ascii: "\r"): bytes += Array("\\r".utf8)
            default: bytes.append(byte)
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? value + UInt8(ascii: "0") : value - 10 + UInt8(ascii: "a")
    }
}
