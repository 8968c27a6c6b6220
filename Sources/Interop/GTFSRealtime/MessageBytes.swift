/// Writes protocol-buffer fields without message objects.
///
/// It covers only the two large feeds; use SwiftProtobuf for anything else. Write fields in the
/// order of their numbers, as SwiftProtobuf does, so that both give the same bytes. Field numbers
/// must be below 16.
struct MessageBytes {
    private(set) var bytes: [UInt8] = []

    /// The wire type of a field.
    private enum Layout: UInt8 {
        case varint = 0
        case lengthDelimited = 2
        case fourBytes = 5
    }

    /// Creates an empty message with memory reserved for `count` bytes.
    init(reserving count: Int = 0) {
        bytes.reserveCapacity(count)
    }

    mutating func put(_ field: UInt8, _ text: String) {
        putTag(field, .lengthDelimited)
        var text = text
        text.withUTF8 {
            putVarint(UInt64($0.count))
            bytes.append(contentsOf: $0)
        }
    }

    /// Adds a whole number; negative ones take ten bytes.
    mutating func put(_ field: UInt8, _ number: Int64) {
        putTag(field, .varint)
        putVarint(UInt64(bitPattern: number))
    }

    /// Adds a 32-bit floating-point number.
    mutating func put(_ field: UInt8, _ number: Float) {
        putTag(field, .fourBytes)
        let bits = number.bitPattern
        for shift in [0, 8, 16, 24] as [UInt32] {
            bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
    }

    /// Adds a nested message.
    mutating func put(_ field: UInt8, _ write: (inout MessageBytes) -> Void) {
        putTag(field, .lengthDelimited)
        let start = bytes.count
        // The length of most messages fits one byte.
        bytes.append(0)
        write(&self)
        var length = bytes.count - start - 1
        guard length >= 0x80 else {
            bytes[start] = UInt8(length)
            return
        }
        bytes[start] = UInt8(length & 0x7f) | 0x80
        length >>= 7
        var rest: [UInt8] = []
        while length >= 0x80 {
            rest.append(UInt8(length & 0x7f) | 0x80)
            length >>= 7
        }
        rest.append(UInt8(length))
        bytes.insert(contentsOf: rest, at: start + 1)
    }

    /// Appends encoded fields.
    mutating func append(_ other: [UInt8]) {
        bytes.append(contentsOf: other)
    }

    /// Replaces the first `count` bytes by encoded fields.
    mutating func replace(_ count: Int, with other: [UInt8]) {
        bytes.replaceSubrange(..<count, with: other)
    }

    private mutating func putTag(_ field: UInt8, _ layout: Layout) {
        bytes.append(field << 3 | layout.rawValue)
    }

    private mutating func putVarint(_ number: UInt64) {
        // Most numbers take one byte.
        guard number >= 0x80 else { return bytes.append(UInt8(number)) }
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7f) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
