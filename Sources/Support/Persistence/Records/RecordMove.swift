/// Copies the content of a store into an empty store of the same kind, in the same or the other
/// database.
package struct RecordMove {
    /// The number of rows copied of one table.
    package struct Count: Sendable, Equatable {
        package let table: String
        package let rows: Int
    }

    /// The reason why nothing was copied or the copy was rolled back, as a sentence.
    package struct Refusal: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    /// The number of rows read at a time.
    private static let chunk = 1000

    private let source: RecordStore
    private let target: RecordStore

    /// Creates a move between stores of one kind.
    ///
    /// Nothing else may use either store meanwhile.
    ///
    /// - Precondition: both have the same schema.
    package init(from source: RecordStore, to target: RecordStore) {
        precondition(source.schema.name == target.schema.name, "both stores are of one kind")
        self.source = source
        self.target = target
    }

    /// Copies everything in one transaction, then compares every row.
    /// - Throws: ``Refusal`` if the rows differ; the target stays empty.
    package func run() throws -> [Count] {
        let tables = source.schema.tables
        return try source.readNow { source in
            try target.writeNow { target in
                try checkEmpty(target)
                return try tables.map { table in
                    try copy(table, from: source, to: target)
                    return try compare(table, source, target)
                }
            }
        }
    }

    /// Checks that the target is empty.
    /// - Throws: ``Refusal`` if the target contains anything.
    package func checkEmpty() throws {
        try target.readNow { try checkEmpty($0) }
    }

    private func checkEmpty(_ database: RecordDatabase) throws {
        for table in source.schema.tables
        where try database.finds("SELECT 1 FROM \(table.name) LIMIT 1") {
            throw Refusal(
                description:
                    "The table '\(table.name)' of the target is not empty; nothing was copied.")
        }
    }

    private func copy(
        _ table: RecordSchema.Table, from source: RecordDatabase, to target: RecordDatabase
    ) throws {
        try pages(table, source) { try target.insert($0, into: table) }
        // Sequences of the database continue after the copied values.
        if let counted = table.counted, target.isShared {
            _ = try target.rows(
                """
                SELECT setval(pg_get_serial_sequence('\(table.name)', '\(counted)'),
                    (SELECT coalesce(max(\(counted)), 0) + 1 FROM \(table.name)), false)
                """
            ) { $0.value(0) }
        }
    }

    private func compare(
        _ table: RecordSchema.Table, _ source: RecordDatabase, _ target: RecordDatabase
    ) throws -> Count {
        var count = 0
        try pages(table, source) { rows in
            for row in rows {
                let condition = table.key.map { "\($0) = ?" }.joined(separator: " AND ")
                let keys = table.key.compactMap { name in
                    table.columns.firstIndex(of: name).map { row[$0] }
                }
                let copies = try target.rows(
                    "SELECT \(table.columns.joined(separator: ", ")) FROM \(table.name) WHERE \(condition)",
                    RecordValues(keys)
                ) { found in table.columns.indices.map { found.value($0) } }
                guard copies == [row] else {
                    throw Refusal(
                        description:
                            "A row of the table '\(table.name)' is not the same afterwards; nothing was copied."
                    )
                }
                count += 1
            }
        }
        let copied = try target.number("SELECT count(*) FROM \(table.name)")
        guard copied == count else {
            throw Refusal(
                description:
                    "The table '\(table.name)' has \(copied ?? 0) rows afterwards instead of \(count); nothing was copied."
            )
        }
        return Count(table: table.name, rows: count)
    }

    /// Returns all rows of a table in the order of their keys, page by page.
    private func pages(
        _ table: RecordSchema.Table, _ database: RecordDatabase,
        _ take: ([[RecordValue]]) throws -> Void
    ) throws {
        let keys = table.key.joined(separator: ", ")
        let places = table.key.map { _ in "?" }.joined(separator: ", ")
        var last: [RecordValue]?
        while true {
            let behind = last == nil ? "" : "WHERE (\(keys)) > (\(places))"
            let rows = try database.rows(
                """
                SELECT \(table.columns.joined(separator: ", ")) FROM \(table.name) \(behind)
                ORDER BY \(keys) LIMIT \(Self.chunk)
                """, RecordValues(last ?? [])
            ) { row in table.columns.indices.map { row.value($0) } }
            try take(rows)
            guard rows.count == Self.chunk, let row = rows.last else { return }
            last = table.key.compactMap { name in
                table.columns.firstIndex(of: name).map { row[$0] }
            }
        }
    }
}
