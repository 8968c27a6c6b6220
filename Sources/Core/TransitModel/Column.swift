/// Values of one type, contiguous in memory.
///
/// A column is a view, for example of the bytes of a network file; it keeps the memory's owner
/// alive.
@frozen
public struct Column<Element: BitwiseCopyable>: @unchecked Sendable {
    @usableFromInline let base: UnsafePointer<Element>
    /// The number of values.
    public let count: Int
    @usableFromInline let owner: AnyObject

    /// Creates a view of `count` values, which must stay unchanged while `owner` lives.
    @usableFromInline
    package init(base: UnsafePointer<Element>, count: Int, owner: AnyObject) {
        self.base = base
        self.count = count
        self.owner = owner
    }

    /// Creates a column in memory of its own, with copies of the values.
    package init(copying values: [Element]) {
        let memory = ColumnMemory<Element>(values)
        self.init(base: UnsafePointer(memory.base), count: values.count, owner: memory)
    }

    /// Returns some rows as a column of their own.
    package func part(_ rows: Range<Int>) -> Column {
        precondition(rows.lowerBound >= 0 && rows.upperBound <= count, "rows beyond the column")
        return Column(base: base + rows.lowerBound, count: rows.count, owner: owner)
    }

    /// Returns the value in a row, which must be in `0..<count`.
    @inlinable
    public subscript(row: Int) -> Element {
        precondition(row >= 0 && row < count, "a column was read beyond its end")
        return base[row]
    }

    /// A pointer to the first value, for inner loops; the column must outlive its use.
    @inlinable package var memory: UnsafePointer<Element> { base }

    /// The values as one buffer for inner loops; the column must outlive its use.
    @inlinable public var buffer: UnsafeBufferPointer<Element> {
        UnsafeBufferPointer(start: base, count: count)
    }

    /// Returns the values of some rows as one buffer; the column must outlive its use.
    @inlinable
    public subscript(rows: Range<Int>) -> UnsafeBufferPointer<Element> {
        precondition(rows.lowerBound >= 0 && rows.upperBound <= count, "rows beyond the column")
        return UnsafeBufferPointer(start: base + rows.lowerBound, count: rows.count)
    }
}

/// The memory of a column that is not part of a network file.
private final class ColumnMemory<Element: BitwiseCopyable> {
    let base: UnsafeMutablePointer<Element>

    init(_ values: [Element]) {
        base = .allocate(capacity: max(1, values.count))
        values.withUnsafeBufferPointer { source in
            if let first = source.baseAddress {
                base.initialize(from: first, count: source.count)
            }
        }
    }

    deinit {
        base.deallocate()
    }
}
