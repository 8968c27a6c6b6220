/// Values of one type, contiguous in the bytes of a network file.
///
/// A column is a view; it stays valid as long as the ``NetworkBytes`` that it keeps alive.
@frozen
public struct Column<Element: BitwiseCopyable>: @unchecked Sendable {
    @usableFromInline let base: UnsafePointer<Element>
    /// The number of values.
    public let count: Int
    @usableFromInline let owner: AnyObject

    @usableFromInline
    init(base: UnsafePointer<Element>, count: Int, owner: AnyObject) {
        self.base = base
        self.count = count
        self.owner = owner
    }

    /// Creates a column in memory of its own, for values that are computed after a network was
    /// opened.
    package init(copying values: [Element]) {
        let memory = ColumnMemory<Element>(values)
        self.init(base: UnsafePointer(memory.base), count: values.count, owner: memory)
    }

    /// Returns the value in a row, which must be in `0..<count`.
    @inlinable
    public subscript(row: Int) -> Element {
        precondition(row >= 0 && row < count, "a column was read beyond its end")
        return base[row]
    }

    /// Returns the value in a row, which must be in `0..<count`.
    @inlinable
    public subscript<Table>(index: ColumnIndex<Table>) -> Element {
        self[index.row]
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

/// Ranges of rows of another column: list `n` holds the rows `self[n]..<self[n + 1]`.
@frozen
public struct OffsetColumn: Sendable {
    @usableFromInline let offsets: Column<UInt32>

    /// Wraps the offsets; there is one more than there are lists.
    @usableFromInline
    package init(_ offsets: Column<UInt32>) {
        self.offsets = offsets
    }

    /// The number of lists.
    @inlinable public var count: Int { max(0, offsets.count - 1) }

    /// The rows of a list.
    @inlinable
    public subscript(list: Int) -> Range<Int> {
        let start = Int(offsets[list])
        return start..<max(start, Int(offsets[list + 1]))
    }

    /// The rows of a list.
    @inlinable
    public subscript<Table>(index: ColumnIndex<Table>) -> Range<Int> { self[index.row] }
}

/// All strings of a network, each stored once.
public struct StringColumn: Sendable {
    private let offsets: OffsetColumn
    private let bytes: Column<UInt8>

    init(_ file: NetworkFile) throws(NetworkFileError) {
        offsets = try file.offsets(.stringOffsets)
        bytes = try file.column(.stringBytes)
    }

    /// The number of different strings.
    package var count: Int { offsets.count }

    /// Returns the string at an index; the empty string for ``ColumnIndex/none``.
    public subscript(index: StringIndex) -> String {
        index == .none ? "" : String(decoding: utf8(index), as: UTF8.self)
    }

    /// Returns the string at an index, or nil for ``ColumnIndex/none`` and the empty string.
    public func ifAny(_ index: StringIndex) -> String? {
        let text = self[index]
        return text.isEmpty ? nil : text
    }

    /// Returns the UTF-8 bytes of a string, valid as long as the network lives.
    package func utf8(_ index: StringIndex) -> UnsafeBufferPointer<UInt8> {
        bytes[offsets[index]]
    }
}
