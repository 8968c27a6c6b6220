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

    /// Writes a nested message of three integers with the field numbers 1 to 3; nil omits one.
    ///
    /// A feed has a million of these messages, so the array's room is checked once for each of them
    /// and not for each byte.
    package mutating func field(_ field: Int, _ one: Int64?, _ two: Int64?, _ three: Int64?) {
        write(key: field, .lengthDelimited)
        let start = bytes.count
        bytes.append(addingCapacity: 1 + 3 * Self.maximumIntegerBytes) { message in
            // The length, at most 33.
            message.append(0)
            message.append(field: 1, one)
            message.append(field: 2, two)
            message.append(field: 3, three)
        }
        bytes[start] = UInt8(bytes.count - start - 1)
    }

    /// The maximum length of an integer with its key.
    private static let maximumIntegerBytes = 11

    /// Writes a repeated field of numbers; nothing if there are none.
    package mutating func field(_ field: Int, packed numbers: some Collection<UInt64>) {
        guard !numbers.isEmpty else { return }
        self.field(field) { for number in numbers { $0.write(number) } }
    }
}

extension OutputSpan<UInt8> {
    /// Appends an integer field with a number below 16; nothing if the integer is nil.
    @inline(__always)
    fileprivate mutating func append(field: UInt8, _ number: Int64?) {
        guard let number else { return }
        append(field << 3)
        var rest = UInt64(bitPattern: number)
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }
}
