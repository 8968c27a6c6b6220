/// Copies the content of a store into an empty store of the same kind, in the same or the other
/// database.
///
/// Rows are copied page by page, each page with the move's position in one transaction, so that a
/// move that was interrupted goes on where it was. Until the end the target is no store: opening
/// it is refused, see ``RecordMove/Unfinished``.
package struct RecordMove {
    /// The number of rows copied of one table.
    package struct Count: Sendable, Equatable {
        package let table: String
        package let rows: Int
    }

    /// How far a move is.
    package struct Progress: Sendable {
        package let table: String
        /// The number of rows copied so far, and of all rows of the table.
        package let rows: Int, total: Int
        /// Whether the rows are compared, after all were copied.
        package let isComparison: Bool
    }

    /// The reason why nothing was copied, or why a copy is not the same, as a sentence.
    package struct Refusal: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    /// Thrown for a store into which only a part of another one was copied.
    package struct Unfinished: Error, CustomStringConvertible {
        let name: String

        package var description: String {
            "The store of \(name) was not copied completely: run 'takt admin migrate' again, which goes on where it was."
        }
    }

    /// Whether there is anything to copy.
    package enum Task: Equatable {
        case copy
        /// The target has the same rows already; their numbers.
        case none([Count])
    }

    /// The number of rows of a transaction.
    private static let page = 1000
    /// The number of rows that a statement compares.
    private static let compared = 100

    private let source: RecordStore
    private let target: RecordStore
    private let origin: String
    private let progress: (Progress) -> Void

    /// Creates a move between stores of one kind; `origin` names the source, equally in each run.
    ///
    /// Nothing else may use either store meanwhile.
    ///
    /// - Precondition: both have the same schema, and the target was opened with `isMoving`.
    package init(
        from source: RecordStore, to target: RecordStore, origin: String,
        progress: @escaping (Progress) -> Void = { _ in }
    ) {
        precondition(source.schema.name == target.schema.name, "both stores are of one kind")
        self.source = source
        self.target = target
        self.origin = origin
        self.progress = progress
    }

    private var tables: [RecordSchema.Table] { source.schema.tables }

    /// Returns whether there is anything to copy.
    /// - Throws: ``Refusal`` if the target contains anything else than a part or all of the source.
    package func check() throws -> Task {
        if let begun = try target.readNow({ try MovePosition.read($0) }) {
            guard begun.origin == origin else {
                throw Refusal(
                    description:
                        "The copy of the \(source.schema.name) from '\(begun.origin)' is not finished; finish it, or empty the target."
                )
            }
            return .copy
        }
        for table in tables
        where try target.readNow({ try $0.finds("SELECT 1 FROM \(table.name) LIMIT 1") }) {
            do {
                return .none(try tables.map(compare))
            } catch is Refusal {
                throw Refusal(
                    description:
                        "The table '\(table.name)' of the target is not empty; nothing was copied.")
            }
        }
        return .copy
    }

    /// Copies what is not copied yet, then compares every row.
    /// - Throws: ``Refusal`` if the rows differ; the target stays unfinished.
    package func run() throws -> [Count] {
        let begun = try target.writeNow { try MovePosition.begin(origin, $0) }
        for (index, table) in tables.enumerated().dropFirst(begun.tables) {
            var rows = index == begun.tables ? begun.rows : 0
            let total = try count(table, source)
            try pages(table, from: rows) { page in
                rows += page.count
                try target.writeNow { database in
                    try database.insert(page, into: table)
                    try MovePosition.write(tables: index, rows: rows, database)
                }
                report(table, rows, total, isComparison: false)
            }
            try target.writeNow { try MovePosition.write(tables: index + 1, rows: 0, $0) }
        }
        let counts = try tables.map(compare)
        try target.writeNow { database in
            for table in tables { try continueNumbers(of: table, database) }
            try MovePosition.end(database)
        }
        return counts
    }

    private func report(
        _ table: RecordSchema.Table, _ rows: Int, _ total: Int, isComparison: Bool
    ) {
        progress(
            Progress(table: table.name, rows: rows, total: total, isComparison: isComparison))
    }

    private func count(_ table: RecordSchema.Table, _ store: RecordStore) throws -> Int {
        try store.readNow { try $0.number("SELECT count(*) FROM \(table.name)") ?? 0 }
    }

    /// Sequences of the database continue after the copied values.
    private func continueNumbers(
        of table: RecordSchema.Table, _ database: RecordDatabase
    ) throws {
        guard let counted = table.counted, database.isShared else { return }
        _ = try database.rows(
            """
            SELECT setval(pg_get_serial_sequence('\(table.name)', '\(counted)'),
                (SELECT coalesce(max(\(counted)), 0) + 1 FROM \(table.name)), false)
            """
        ) { $0.value(0) }
    }

    // MARK: - Comparing

    private func compare(_ table: RecordSchema.Table) throws -> Count {
        let total = try count(table, source)
        let copied = try count(table, target)
        guard copied == total else {
            throw Refusal(
                description:
                    "The table '\(table.name)' has \(copied) rows afterwards instead of \(total).")
        }
        var rows = 0
        try pages(table, from: 0) { page in
            var rest = page[...]
            while !rest.isEmpty {
                let some = rest.prefix(Self.compared)
                guard try rowsOfTarget(some, table) == Set(some) else {
                    throw Refusal(
                        description:
                            "A row of the table '\(table.name)' is not the same afterwards.")
                }
                rest = rest.dropFirst(some.count)
            }
            rows += page.count
            report(table, rows, total, isComparison: true)
        }
        return Count(table: table.name, rows: rows)
    }

    /// The target's rows with the keys of these rows.
    private func rowsOfTarget(
        _ rows: ArraySlice<[RecordValue]>, _ table: RecordSchema.Table
    ) throws -> Set<[RecordValue]> {
        let one = "(" + table.key.map { "\($0) = ?" }.joined(separator: " AND ") + ")"
        let condition = rows.map { _ in one }.joined(separator: " OR ")
        return try target.readNow { database in
            Set(
                try database.rows(
                    """
                    SELECT \(table.columns.joined(separator: ", ")) FROM \(table.name)
                    WHERE \(condition)
                    """, RecordValues(rows.flatMap { key(of: $0, table) })
                ) { row in table.columns.indices.map { row.value($0) } })
        }
    }

    private func key(of row: [RecordValue], _ table: RecordSchema.Table) -> [RecordValue] {
        table.key.compactMap { name in table.columns.firstIndex(of: name).map { row[$0] } }
    }

    /// Reads the rows of a table of the source in the order of their keys, page by page, without
    /// the first `skipped`.
    private func pages(
        _ table: RecordSchema.Table, from skipped: Int, _ take: ([[RecordValue]]) throws -> Void
    ) throws {
        let keys = table.key.joined(separator: ", ")
        let places = table.key.map { _ in "?" }.joined(separator: ", ")
        var last: [RecordValue]?
        while true {
            let (behind, offset) =
                last == nil ? ("", "OFFSET \(skipped)") : ("WHERE (\(keys)) > (\(places))", "")
            let rows = try source.readNow { database in
                try database.rows(
                    """
                    SELECT \(table.columns.joined(separator: ", ")) FROM \(table.name) \(behind)
                    ORDER BY \(keys) LIMIT \(Self.page) \(offset)
                    """, RecordValues(last ?? [])
                ) { row in table.columns.indices.map { row.value($0) } }
            }
            if !rows.isEmpty { try take(rows) }
            guard rows.count == Self.page, let row = rows.last else { return }
            last = key(of: row, table)
        }
    }
}
