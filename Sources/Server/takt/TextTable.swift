/// Lays out rows in columns for terminals.
enum TextTable {
    /// Returns the rows as lines with left-aligned columns, without the columns that are empty.
    static func lines(_ rows: [[String]]) -> [String] {
        let widths = (rows.first ?? []).indices.map { column in
            rows.lazy.map { $0[column].count }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (text, width) in zip(row, widths) where width > 0 {
                line += text + String(repeating: " ", count: width - text.count + 2)
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
