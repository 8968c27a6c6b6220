/// Fields of protobuf messages, see <https://protobuf.dev/programming-guides/encoding>.
///
/// Fields that are written in the order of their numbers give the bytes that SwiftProtobuf writes.
extension ByteWriter {
    private enum WireType: UInt64 {
        case varint = 0
        case lengthDelimited = 2
        case fourBytes = 5
    }

    private mutating func write(key field: Int, _ type: WireType) {
        write(UInt64(field) << 3 | type.rawValue)
    }

    /// Writes an integer or an enumeration; negative numbers take ten bytes.
    package mutating func field(_ field: Int, _ number: Int64) {
        write(key: field, .varint)
        write(UInt64(bitPattern: number))
    }

    /// Writes a number of the types `sint32` and `sint64`.
    package mutating func field(_ field: Int, zigzag number: Int64) {
        write(key: field, .varint)
        write(signed: number)
    }

    package mutating func field(_ field: Int, float number: Float) {
        write(key: field, .fourBytes)
        bytes.append(littleEndian: number.bitPattern)
    }

    package mutating func field(_ field: Int, _ text: String) {
        write(key: field, .lengthDelimited)
        var text = text
        text.withUTF8 {
            write(UInt64($0.count))
            bytes.append(contentsOf: $0)
        }
    }

    package mutating func field(_ field: Int, _ contents: [UInt8]) {
        write(key: field, .lengthDelimited)
        write(UInt64(contents.count))
        bytes.append(contentsOf: contents)
    }

    /// Writes a nested message.
    package mutating func field(_ field: Int, _ write: (inout ByteWriter) -> Void) {
        self.write(key: field, .lengthDelimited)
        writeCounted(write)
    }

    /// Writes at most `count` bytes, for which room is made once.
    ///
    /// A feed has a million stop calls, and looking for the array's room took as long as writing.
    package mutating func write(atMost count: Int, _ append: (inout OutputSpan<UInt8>) -> Void) {
        bytes.append(addingCapacity: count, initializingWith: append)
    }

    /// Writes a repeated field of numbers; nothing if there are none.
    package mutating func field(_ field: Int, packed numbers: some Collection<UInt64>) {
        guard !numbers.isEmpty else { return }
        self.field(field) { for number in numbers { $0.write(number) } }
    }
}

/// Fields with numbers below 16, as ``ByteWriter`` writes them.
extension OutputSpan<UInt8> {
    /// The maximum length of an integer field.
    @inlinable package static var maximumIntegerBytes: Int { 11 }

    /// The maximum length of a text field without its text.
    @inlinable package static var maximumTextHeadBytes: Int { 11 }

    /// Appends an integer or an enumeration; nothing if it is nil.
    @inlinable @inline(__always)
    package mutating func append(field: UInt8, _ number: Int64?) {
        guard let number else { return }
        append(field << 3)
        append(varint: UInt64(bitPattern: number))
    }

    @inlinable @inline(__always)
    package mutating func append(field: UInt8, float number: Float) {
        append(field << 3 | 5)
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            append(UInt8(truncatingIfNeeded: number.bitPattern >> shift))
        }
    }

    @inlinable @inline(__always)
    package mutating func append(field: UInt8, _ text: String) {
        append(field << 3 | 2)
        let bytes = text.utf8.span
        append(varint: UInt64(bytes.count))
        for row in bytes.indices { append(bytes[row]) }
    }

    /// Appends a nested message of three integers with the field numbers 1 to 3; nil omits one.
    @inlinable @inline(__always)
    package mutating func append(field: UInt8, integers one: Int64?, _ two: Int64?, _ three: Int64?)
    {
        append(field << 3 | 2)
        let start = count
        // The length, at most 33.
        append(0)
        append(field: 1, one)
        append(field: 2, two)
        append(field: 3, three)
        self[start] = UInt8(count - start - 1)
    }

    @inlinable @inline(__always)
    package mutating func append(varint number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }
}
