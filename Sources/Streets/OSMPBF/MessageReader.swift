/// Reads the fields of a protobuf message, or the numbers of a packed field, in order.
///
/// It is a view of bytes that their block keeps alive, and never reads beyond their end.
struct MessageReader {
    private var next: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>

    /// The bytes violate protobuf's wire format.
    struct Malformed: Error {}

    /// A field number with its wire type.
    enum Field {
        case varint(Int)
        case bytes(Int)
        case fixed64(Int)
        case fixed32(Int)
    }

    /// The address of an empty buffer.
    private static var nowhere: UnsafePointer<UInt8> { ("" as StaticString).utf8Start }

    init(_ bytes: UnsafeRawBufferPointer) {
        next = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? Self.nowhere
        end = next + bytes.count
    }

    private init(next: UnsafePointer<UInt8>, count: Int) {
        self.next = next
        end = next + count
    }

    static var empty: MessageReader { MessageReader(next: nowhere, count: 0) }

    @inline(__always) var isAtEnd: Bool { next == end }

    /// The unread bytes.
    var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: next, count: end - next) }

    /// An unsigned number in varint encoding.
    ///
    /// - Throws: ``Malformed`` if the bytes end early or are invalid.
    @inline(__always)
    mutating func varint() throws(Malformed) -> UInt64 {
        guard next < end else { throw Malformed() }
        let first = next.pointee
        guard first >= 0x80 else {
            next += 1
            return UInt64(first)
        }
        return try longVarint()
    }

    private mutating func longVarint() throws(Malformed) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while next < end, shift < 64 {
            let byte = next.pointee
            next += 1
            value |= UInt64(byte & 0x7f) &<< shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw Malformed()
    }

    /// A signed number in zigzag encoding (`sint32`, `sint64`).
    ///
    /// - Throws: ``Malformed`` if the bytes end early or are invalid.
    @inline(__always)
    mutating func signed() throws(Malformed) -> Int64 {
        let value = try varint()
        return Int64(bitPattern: value &>> 1) ^ -Int64(bitPattern: value & 1)
    }

    /// The key of the next field; nil at the end.
    ///
    /// - Throws: ``Malformed`` if the bytes end early or are invalid.
    mutating func field() throws(Malformed) -> Field? {
        guard !isAtEnd else { return nil }
        let key = try varint()
        guard key >> 3 > 0, key >> 3 < 1 << 29 else { throw Malformed() }
        let number = Int(key >> 3)
        switch key & 7 {
        case 0: return .varint(number)
        case 1: return .fixed64(number)
        case 2: return .bytes(number)
        case 5: return .fixed32(number)
        default: throw Malformed()
        }
    }

    /// The value of a length-delimited field: a string, a message or packed numbers.
    ///
    /// - Throws: ``Malformed`` if the bytes end early or are invalid.
    mutating func message() throws(Malformed) -> MessageReader {
        let count = try varint()
        guard count <= UInt64(end - next) else { throw Malformed() }
        let inner = MessageReader(next: next, count: Int(count))
        next += Int(count)
        return inner
    }

    /// Skips the value of a field.
    ///
    /// - Throws: ``Malformed`` if the bytes end early or are invalid.
    mutating func skip(_ field: Field) throws(Malformed) {
        switch field {
        case .varint: _ = try varint()
        case .bytes: _ = try message()
        case .fixed64: try skip(bytes: 8)
        case .fixed32: try skip(bytes: 4)
        }
    }

    private mutating func skip(bytes count: Int) throws(Malformed) {
        guard end - next >= count else { throw Malformed() }
        next += count
    }

    /// The rest as a string; bytes that are not UTF-8 are replaced.
    var text: String { String(decoding: rest, as: UTF8.self) }
}
