#if !hasFeature(Embedded)

import TransitModel

/// The columns of a network file while rows are taken out of them.
struct NetworkCutColumns {
    /// The values of a column, by the size of one.
    private enum Values {
        case bytes([UInt8])
        case shorts([UInt16])
        case words([UInt32])
        case longs([UInt64])

        func rows(_ rows: [UInt32]) -> Values {
            switch self {
            case .bytes(let values): .bytes(rows.map { values[Int($0)] })
            case .shorts(let values): .shorts(rows.map { values[Int($0)] })
            case .words(let values): .words(rows.map { values[Int($0)] })
            case .longs(let values): .longs(rows.map { values[Int($0)] })
            }
        }

        var none: Values { rows([]) }
    }

    /// The new row of each old one, for tables that lose rows.
    private let newRows: [ColumnID: [UInt32]]
    private var columns: [ColumnID: Values] = [:]
    /// The transfer rules that name a trip, route or stop that is gone.
    private var goneRules: Set<Int> = []

    init(_ file: NetworkFile, _ newRows: [ColumnID: [UInt32]]) {
        self.newRows = newRows
        for id in NetworkLayout.columns {
            if let column: Column<UInt8> = try? file.column(id) {
                columns[id] = .bytes(Array(column.buffer))
            } else if let column: Column<UInt16> = try? file.column(id) {
                columns[id] = .shorts(Array(column.buffer))
            } else if let column: Column<UInt32> = try? file.column(id) {
                columns[id] = .words(Array(column.buffer))
            } else if let column: Column<UInt64> = try? file.column(id) {
                columns[id] = .longs(Array(column.buffer))
            }
        }
        renumber()
    }

    /// Gives references to tables that lose rows their new numbers, before any row is taken out.
    private mutating func renumber() {
        let rules = NetworkLayout.columns(ofTable: .transferFromStop)
        for (column, table) in NetworkLayout.references {
            guard let new = newRows[table], case .words(let rows) = columns[column] else {
                continue
            }
            if rules.contains(column) {
                goneRules.formUnion(
                    rows.indices.filter { rows[$0] != .max && new[Int(rows[$0])] == .max })
            }
            columns[column] = .words(rows.map { $0 == .max ? .max : new[Int($0)] })
        }
    }

    func contains(_ id: ColumnID) -> Bool { columns[id] != nil }

    /// Keeps some rows of columns of one table.
    mutating func select(_ ids: [ColumnID], _ rows: [UInt32]) {
        for id in ids { columns[id] = columns[id]?.rows(rows) }
    }

    /// Keeps the lists of some rows.
    mutating func selectLists(_ offsets: ColumnID, _ lists: [UInt32]) throws(NetworkFileError) {
        let old = try words(offsets)
        var (new, rows): ([UInt32], [UInt32]) = ([0], [])
        for list in lists {
            rows += old[Int(list)]..<old[Int(list) + 1]
            new.append(UInt32(rows.count))
        }
        setLists(offsets, new, rows)
    }

    /// Keeps those values of lists whose reference in a column still has a row.
    mutating func filterLists(
        _ offsets: ColumnID, by reference: ColumnID
    ) throws(NetworkFileError) {
        let (old, references) = (try words(offsets), try words(reference))
        var (new, rows): ([UInt32], [UInt32]) = ([0], [])
        for (start, end) in zip(old, old.dropFirst()) {
            rows += (start..<end).filter { references[Int($0)] != .max }
            new.append(UInt32(rows.count))
        }
        setLists(offsets, new, rows)
    }

    private mutating func setLists(_ offsets: ColumnID, _ new: [UInt32], _ rows: [UInt32]) {
        columns[offsets] = .words(new)
        guard let values = NetworkLayout.lists.first(where: { $0.offsets == offsets })?.of else {
            return
        }
        select(NetworkLayout.columns(ofTable: values), rows)
    }

    /// Drops the transfer rules of trips and routes that are gone, which would hold for all
    /// otherwise, and of stops that are gone.
    mutating func filterTransfers() {
        let count = (try? words(.transferFromTrip).count) ?? 0
        let rows = (0..<count).filter { !goneRules.contains($0) }.map { UInt32($0) }
        select(NetworkLayout.columns(ofTable: .transferFromStop), rows)
    }

    mutating func drop(_ ids: [ColumnID]) {
        for id in ids { columns[id] = columns[id]?.none }
    }

    mutating func set(_ id: ColumnID, _ values: [UInt8]) { columns[id] = .bytes(values) }
    mutating func set(_ id: ColumnID, _ values: [UInt16]) { columns[id] = .shorts(values) }
    mutating func set(_ id: ColumnID, _ values: [UInt32]) { columns[id] = .words(values) }
    mutating func set(_ id: ColumnID, _ values: [UInt64]) { columns[id] = .longs(values) }

    /// Returns the file, with only those strings that are still used.
    ///
    /// - Throws: ``NetworkFileError`` if a column is missing.
    mutating func writer() throws(NetworkFileError) -> NetworkFileWriter {
        try shareStrings()
        var file = NetworkFileWriter()
        for id in ColumnID.allCases {
            switch columns[id] {
            case .bytes(let values): file.add(id, values)
            case .shorts(let values): file.add(id, values)
            case .words(let values): file.add(id, values)
            case .longs(let values): file.add(id, values)
            case nil: break
            }
        }
        return file
    }

    private mutating func shareStrings() throws(NetworkFileError) {
        guard case .bytes(let text) = columns[.stringBytes] else {
            throw .damaged(path: "network", part: ColumnID.stringBytes.name)
        }
        let old = try words(.stringOffsets)
        var isUsed = [Bool](repeating: false, count: old.count)
        for id in NetworkLayout.strings {
            guard case .words(let rows) = columns[id] else { continue }
            for row in rows where row != .max { isUsed[Int(row)] = true }
        }
        var new = [UInt32](repeating: .max, count: old.count)
        var (offsets, bytes): ([UInt32], [UInt8]) = ([0], [])
        for row in new.indices where isUsed[row] {
            new[row] = UInt32(offsets.count - 1)
            bytes += text[Int(old[row])..<Int(old[row + 1])]
            offsets.append(UInt32(bytes.count))
        }
        columns[.stringOffsets] = .words(offsets)
        columns[.stringBytes] = .bytes(bytes)
        for id in NetworkLayout.strings {
            guard case .words(let rows) = columns[id] else { continue }
            columns[id] = .words(rows.map { $0 == .max ? .max : new[Int($0)] })
        }
    }

    private func words(_ id: ColumnID) throws(NetworkFileError) -> [UInt32] {
        guard case .words(let values) = columns[id] else {
            throw .damaged(path: "network", part: id.name)
        }
        return values
    }
}

#endif
