import Foundation
import GRDB

extension RecordDatabase {
    /// Adds many rows of a table at once, each with the values of all its columns in their order.
    ///
    /// PostgreSQL takes them by `COPY`, and the parts of the table that they belong to are made
    /// where they are missing. Nothing of a row that is there already is changed: it is an error.
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

    /// Removes rows of a table with partitions whose column is less than `value`, and tells how
    /// many went.
    ///
    /// In a file up to `limit` rows go, the least first. In PostgreSQL parts that lie below `value`
    /// entirely are dropped, all of them; rows of the part that `value` lies in stay until it does
    /// not.
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

    /// Makes the parts that rows need and that are not there.
    private func makeParts(
        _ rows: [[RecordValue]], _ table: RecordSchema.Table, _ partitions: RecordSchema.Partitions
    ) throws {
        guard let column = table.columns.firstIndex(of: partitions.column) else { return }
        let numbers = Set(rows.compactMap { Int64($0[column]).map { $0 / partitions.span } })
        for number in numbers.sorted() {
            let part = Self.part(number, of: table)
            // Asked first: making one waits for all who read the table.
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

/// Rows in the text form that PostgreSQL's `COPY` reads (its manual, "COPY", section "Text
/// Format").
struct CopyText {
    private(set) var bytes: [UInt8] = []

    /// Adds a row.
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
