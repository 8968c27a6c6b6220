package import TransitModel

extension GTFSTable {
    /// A service day; nil if the field is empty, or invalid, which is noted.
    package func day(_ row: CSVRow, _ column: Int) -> ServiceDay? {
        let bytes = text(row, column)
        if bytes.isEmpty { return nil }
        if bytes.count == 8, let number = bytes.integer, number > 0,
            let day = ServiceDay(
                year: number / 10_000, month: number / 100 % 100, day: number % 100)
        {
            return day
        }
        note(.invalidDate, row, column)
        return nil
    }
}
