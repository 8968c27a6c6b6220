/// Many values of one kind, side by side in the bytes of a place index.
///
/// A view: it is used by ``PlaceColumns`` alone, which holds the bytes.
struct SectionColumn<Element: BitwiseCopyable>: @unchecked Sendable {
    /// The values as one piece of memory for inner loops; the column must outlive its use.
    let buffer: UnsafeBufferPointer<Element>

    init(_ buffer: UnsafeBufferPointer<Element>) {
        self.buffer = buffer
    }

    var count: Int { buffer.count }

    /// The value in a row, which must be in `0..<count`.
    subscript(row: Int) -> Element {
        precondition(row >= 0 && row < count, "a column was read beyond its end")
        return buffer[row]
    }

    /// The values of some rows as one piece of memory; the column must outlive its use.
    subscript(rows: Range<Int>) -> UnsafeBufferPointer<Element> {
        precondition(rows.lowerBound >= 0 && rows.upperBound <= count, "rows beyond the column")
        return UnsafeBufferPointer(rebasing: buffer[rows])
    }
}

extension SectionColumn<UInt32> {
    /// Of a column of offsets, the rows of a list; lists are as many as offsets less one.
    func list(_ list: Int) -> Range<Int> {
        let start = Int(self[list])
        return start..<max(start, Int(self[list + 1]))
    }
}
