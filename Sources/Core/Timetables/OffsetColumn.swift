public import TransitModel

extension Column {
    /// Returns the value in a row, which must be in `0..<count`.
    @inlinable
    public subscript<Table>(index: ColumnIndex<Table>) -> Element {
        self[index.row]
    }
}

/// Ranges of rows of another column: list `n` has the rows `self[n]..<self[n + 1]`.
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
