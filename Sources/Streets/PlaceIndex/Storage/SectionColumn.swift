/// A column of values in the bytes of a place index.
///
/// It is a view, used only by ``PlaceColumns``, which owns the bytes.
struct SectionColumn<Element: BitwiseCopyable>: @unchecked Sendable {
    /// The contiguous values for inner loops; the column must outlive their use.
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

    /// The contiguous values of some rows; the column must outlive their use.
    subscript(rows: Range<Int>) -> UnsafeBufferPointer<Element> {
        precondition(rows.lowerBound >= 0 && rows.upperBound <= count, "rows beyond the column")
        return UnsafeBufferPointer(rebasing: buffer[rows])
    }
}

extension SectionColumn<UInt32> {
    /// The rows of a list, for a column of offsets; there is one offset more than lists.
    func list(_ list: Int) -> Range<Int> {
        let start = Int(self[list])
        return start..<max(start, Int(self[list + 1]))
    }
}
