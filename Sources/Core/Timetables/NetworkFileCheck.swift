import TransitModel

/// Checks that no value of a network file leads out of another column, for files that came over a
/// network or from a disk.
///
/// A network that this process has just made needs none of this. After the check no question about
/// the network can stop the program, whatever the file says.
///
/// - Complexity: Linear in the file.
struct NetworkFileCheck {
    private let file: NetworkFile

    init(_ file: NetworkFile) {
        self.file = file
    }

    /// Checks everything.
    ///
    /// - Throws: ``NetworkFileError/damaged(path:part:)`` with the first column that is wrong.
    func run() throws(NetworkFileError) {
        for columns in NetworkLayout.tables { try checkRows(columns) }
        for list in NetworkLayout.lists { try checkOffsets(list.offsets, list.rows, of: list.of) }
        for reference in NetworkLayout.references {
            let isList = reference.table == .callListOffsets
            try checkReferences(
                reference.column, limit: max(0, count(reference.table) - (isList ? 1 : 0)),
                allowsNone: !NetworkLayout.required.contains(reference.column))
        }
        let strings = max(0, count(.stringOffsets) - 1)
        for column in NetworkLayout.strings {
            try checkReferences(
                column, limit: strings, allowsNone: !NetworkLayout.required.contains(column))
        }
        try checkDays()
        try NetworkTimesCheck(file).run()
    }

    // MARK: - Tables

    private func count(_ column: ColumnID) -> Int { file.count(column) ?? 0 }

    private func damaged(_ column: ColumnID) -> NetworkFileError {
        .damaged(path: "network", part: column.name)
    }

    /// Columns that are younger than the format may be missing.
    private func checkRows(_ columns: [ColumnID]) throws(NetworkFileError) {
        guard let key = columns.first else { return }
        let rows = count(key)
        for column in columns {
            guard let found = file.count(column) else { continue }
            guard found == rows, rows < Int(Int32.max) else { throw damaged(column) }
        }
    }

    private func checkOffsets(
        _ offsets: ColumnID, _ rows: ColumnID?, of values: ColumnID
    ) throws(NetworkFileError) {
        guard file.contains(offsets) else { return }
        let column: Column<UInt32> = try file.column(offsets)
        let limit = count(values)
        if let rows {
            let expected = count(rows)
            guard column.count == expected + 1 || (expected == 0 && column.count == 0) else {
                throw damaged(offsets)
            }
        }
        var last: UInt32 = 0
        for offset in column.buffer {
            guard offset >= last, offset <= limit else { throw damaged(offsets) }
            last = offset
        }
        // Every value belongs to a list, so that each run has a pattern.
        guard column.count == 0 || (column[0] == 0 && Int(last) == limit) else {
            throw damaged(offsets)
        }
    }

    private func checkReferences(
        _ column: ColumnID, limit: Int, allowsNone: Bool
    ) throws(NetworkFileError) {
        guard file.contains(column) else { return }
        let rows: Column<UInt32> = try file.column(column)
        for row in rows.buffer {
            guard row < limit || (allowsNone && row == .max) else { throw damaged(column) }
        }
    }

    // MARK: - Values

    /// Days, the bits of each service, and the numbers about the whole network.
    private func checkDays() throws(NetworkFileError) {
        let metadata = try NetworkMetadata(file)
        let days = metadata[.dayCount]
        guard (0...100_000).contains(days), metadata[.firstDay].magnitude < 10_000_000,
            (0...Int64(Int32.max)).contains(metadata[.stopTimeCount]),
            (1...100_000).contains(metadata[.walkingSpeed]),
            (0...1_000_000).contains(metadata[.walkingRadius]),
            (0...100_000).contains(metadata[.walkingDetour])
        else { throw damaged(.metadata) }
        let words = (days + 63) / 64
        let sets: Column<UInt32> = try file.column(.serviceDaySet)
        let count = count(.daySetWords)
        for set in sets.buffer {
            guard (Int64(set) + 1) * words <= count else { throw damaged(.serviceDaySet) }
        }
    }
}
