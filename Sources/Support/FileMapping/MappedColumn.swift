/// Some of a file's mapped bytes, which it keeps alive.
public struct MappedSlice: Sendable {
    private let owner: MappedBytes
    private let range: Range<Int>

    /// All bytes of a file.
    package init(_ owner: MappedBytes) {
        self.owner = owner
        range = 0..<owner.raw.count
    }

    private init(owner: MappedBytes, range: Range<Int>) {
        self.owner = owner
        self.range = range
    }

    /// How many bytes there are.
    package var count: Int { range.count }

    /// Valid as long as this slice or another of the same file is.
    fileprivate var raw: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: owner.raw[range])
    }

    /// Calls `body` with the bytes, which are valid during the call.
    ///
    /// - Throws: The error of `body`.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(raw)
    }

    /// The part from `offset` on, `count` bytes long; nil unless it is within this slice.
    package func part(at offset: Int, count: Int) -> MappedSlice? {
        guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else {
            return nil
        }
        let start = range.lowerBound + offset
        return MappedSlice(owner: owner, range: start..<start + count)
    }
}

/// Values of one kind side by side in a mapped file, little-endian, which it keeps alive.
@frozen
public struct MappedColumn<Element: BitwiseCopyable>: @unchecked Sendable {
    @usableFromInline let start: UnsafePointer<Element>?
    /// How many values there are.
    public let count: Int
    @usableFromInline let slice: MappedSlice

    /// Reads a slice as values; nil unless it is aligned and has a whole number of them.
    package init?(_ slice: MappedSlice) {
        let raw = slice.raw
        guard raw.count % MemoryLayout<Element>.stride == 0,
            Int(bitPattern: raw.baseAddress) % MemoryLayout<Element>.alignment == 0
        else { return nil }
        self.slice = slice
        count = raw.count / MemoryLayout<Element>.stride
        start = raw.baseAddress?.assumingMemoryBound(to: Element.self)
    }

    /// The value in a row, which must be in `0..<count`.
    @inlinable
    public subscript(row: Int) -> Element {
        precondition(row >= 0 && row < count, "a column was read beyond its end")
        return buffer[row]
    }

    /// The values as one piece of memory for inner loops; the column must outlive its use.
    @inlinable public var buffer: UnsafeBufferPointer<Element> {
        UnsafeBufferPointer(start: start, count: count)
    }
}
