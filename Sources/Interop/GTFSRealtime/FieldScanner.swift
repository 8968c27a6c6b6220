/// Iterates over the fields of a protocol-buffer message without decoding them.
///
/// It finds the range of each entity, so that entities can be decoded one by one. An invalid entity
/// then does not affect others, and their number is known before memory is allocated. Format:
/// protobuf.dev/programming-guides/encoding.
struct FieldScanner {
    struct Field {
        let number: Int
        let value: Value

        /// The range of its contents if it is length-delimited, otherwise nil.
        var contents: Range<Int>? {
            if case .contents(let place) = value { place } else { nil }
        }
    }

    enum Value {
        case varint(UInt64)
        case fixed32(UInt32)
        case contents(Range<Int>)
        /// A number of eight bytes, or a group.
        case other
    }

    /// Groups are obsolete; deeper nesting is an attack.
    private static let groupDepthLimit = 32

    private let bytes: [UInt8]
    private let end: Int
    private var position: Int

    /// Creates a scanner before the first field of a message, which is all of `bytes` or a part.
    init(_ bytes: [UInt8], in place: Range<Int>? = nil) {
        self.bytes = bytes
        position = place?.lowerBound ?? 0
        end = place?.upperBound ?? bytes.count
    }

    /// Returns the next field; nil at the end of the message.
    ///
    /// - Throws: ``GTFSRealtimeError/truncated(offset:)`` or
    ///   ``GTFSRealtimeError/malformed(offset:)``.
    mutating func next() throws(GTFSRealtimeError) -> Field? {
        guard position < end else { return nil }
        let start = position
        let (number, wireType) = try tag(from: start)
        return Field(number: number, value: try skip(number, wireType, from: start, depth: 0))
    }

    private mutating func tag(
        from start: Int
    ) throws(GTFSRealtimeError) -> (number: Int, wireType: UInt64) {
        let tag = try varint(from: start)
        let number = tag >> 3
        guard (1...536_870_911).contains(number) else { throw .malformed(offset: start) }
        return (Int(number), tag & 7)
    }

    /// Skips a field's value and returns it.
    private mutating func skip(
        _ number: Int, _ wireType: UInt64, from start: Int, depth: Int
    ) throws(GTFSRealtimeError) -> Value {
        switch wireType {
        case 0: return .varint(try varint(from: start))
        case 1: try advance(by: 8, from: start)
        case 2:
            let length = try varint(from: start)
            guard length <= UInt64(bytes.count) else { throw .truncated(offset: start) }
            let first = position
            try advance(by: Int(length), from: start)
            return .contents(first..<position)
        case 3: try skipGroup(number, from: start, depth: depth)
        case 5:
            try advance(by: 4, from: start)
            return .fixed32(
                bytes[position - 4..<position].reversed().reduce(0) { $0 << 8 | UInt32($1) })
        default: throw .malformed(offset: start)
        }
        return .other
    }

    private mutating func skipGroup(
        _ group: Int, from start: Int, depth: Int
    ) throws(GTFSRealtimeError) {
        guard depth < Self.groupDepthLimit else { throw .malformed(offset: start) }
        while true {
            let (number, wireType) = try tag(from: start)
            if wireType == 4 {
                guard number == group else { throw .malformed(offset: start) }
                return
            }
            _ = try skip(number, wireType, from: start, depth: depth + 1)
        }
    }

    private mutating func advance(by count: Int, from start: Int) throws(GTFSRealtimeError) {
        guard count <= end - position else { throw .truncated(offset: start) }
        position += count
    }

    /// Reads a base-128 number of at most ten bytes.
    private mutating func varint(from start: Int) throws(GTFSRealtimeError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard position < end else { throw .truncated(offset: start) }
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7f) << shift
            if byte & 0x80 == 0 { return value }
        }
        throw .malformed(offset: start)
    }
}
