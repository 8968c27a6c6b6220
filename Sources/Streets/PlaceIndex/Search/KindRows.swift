/// The places of each kind in ``CategoryWords``, with each of their names.
struct KindRows: Sendable {
    /// A place and one of its names, as indices of entries and texts.
    struct Row {
        let entry: UInt32
        let text: UInt32
    }

    /// The rows of each kind; 0 has none.
    private let rows: [[Row]]

    /// Collects the places of all kinds.
    ///
    /// - Complexity: Linear in entries and names.
    init(_ columns: PlaceColumns) {
        var rows = [[Row]](repeating: [], count: CategoryWords.kindLimit)
        var known: [UInt32: UInt8] = [:]
        let categories = columns.entryCategories.buffer
        let kinds = categories.indices.map { entry -> UInt8 in
            let category = categories[entry]
            guard columns.entryKinds[entry] == PlaceKind.pointOfInterest.rawValue,
                category != PlaceColumns.none
            else { return 0 }
            if let kind = known[category] { return kind }
            let kind = CategoryWords.kind(columns.text(category) ?? "")
            known[category] = kind
            return kind
        }
        for text in 0..<columns.textCount {
            for row in columns.namedOffsets.list(text) {
                let entry = columns.namedEntries[row]
                let kind = Int(kinds[Int(entry)])
                if kind > 0 { rows[kind].append(Row(entry: entry, text: UInt32(text))) }
            }
        }
        for (entry, kind) in kinds.enumerated() where kind > 0 && columns.isUnnamed(entry) {
            rows[Int(kind)].append(
                Row(entry: UInt32(entry), text: columns.entryCategories[entry]))
        }
        self.rows = rows
    }

    /// The places of a kind, once for each of their names.
    subscript(kind: UInt8) -> [Row] { rows[Int(kind)] }
}
