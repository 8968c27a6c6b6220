/// Writes protocol-buffer fields without message objects.
///
/// It covers only the two large feeds; use SwiftProtobuf for anything else. Write fields in the
/// order of their numbers, as SwiftProtobuf does, so that both give the same bytes. Field numbers
/// must be below 16.
struct MessageBytes {
    /// The written bytes, followed by others that are not part of the message: room is made for a
    /// whole field at a time, which costs less than appending its bytes one by one.
    private var room: [UInt8]
    private var count = 0

    /// The wire type of a field.
    private enum Layout: UInt8 {
        case varint = 0
        case lengthDelimited = 2
        case fourBytes = 5
    }

    /// The maximum length of a tag with a varint.
    private static let longestNumber = 11

    /// Creates an empty message with memory reserved for `count` bytes.
    init(reserving count: Int = 0) {
        room = [UInt8](repeating: 0, count: max(count, 64))
    }

    /// The written bytes.
    var bytes: [UInt8] { Array(room[..<count]) }

    /// Returns the written bytes without copying them.
    consuming func finished() -> [UInt8] {
        room.removeLast(room.count - count)
        return room
    }

    mutating func put(_ field: UInt8, _ text: String) {
        var text = text
        text.withUTF8 { text in
            makeRoom(Self.longestNumber + text.count)
            var end = count
            var span = room.mutableSpan
            span[end] = field << 3 | Layout.lengthDelimited.rawValue
            end = Self.putVarint(UInt64(text.count), in: &span, at: end + 1)
            for byte in text {
                span[end] = byte
                end += 1
            }
            count = end
        }
    }

    /// Adds a whole number; negative ones take ten bytes.
    mutating func put(_ field: UInt8, _ number: Int64) {
        makeRoom(Self.longestNumber)
        let start = count
        var span = room.mutableSpan
        span[start] = field << 3 | Layout.varint.rawValue
        count = Self.putVarint(UInt64(bitPattern: number), in: &span, at: start + 1)
    }

    /// Adds a 32-bit floating-point number.
    mutating func put(_ field: UInt8, _ number: Float) {
        makeRoom(5)
        room[count] = field << 3 | Layout.fourBytes.rawValue
        let bits = number.bitPattern
        for byte in 0..<4 {
            room[count + 1 + byte] = UInt8(truncatingIfNeeded: bits >> (8 * UInt32(byte)))
        }
        count += 5
    }

    /// Adds a nested message.
    ///
    /// Its bytes are moved if its length takes another number of bytes than `lengthBytes`: 1 up to
    /// 127 bytes, 2 up to 16,383.
    mutating func put(
        _ field: UInt8, lengthBytes: Int = 1, _ write: (inout MessageBytes) -> Void
    ) {
        makeRoom(1 + lengthBytes)
        room[count] = field << 3 | Layout.lengthDelimited.rawValue
        let position = count + 1
        count = position + lengthBytes
        let start = count
        write(&self)
        let length = count - start
        let needed = (UInt64.bitWidth - (UInt64(length) | 1).leadingZeroBitCount + 6) / 7
        if needed != lengthBytes { move(start..<count, by: needed - lengthBytes) }
        var span = room.mutableSpan
        _ = Self.putVarint(UInt64(length), in: &span, at: position)
    }

    /// Moves the last bytes written.
    private mutating func move(_ bytes: Range<Int>, by distance: Int) {
        makeRoom(max(0, distance))
        count += distance
        var span = room.mutableSpan
        if distance > 0 {
            for place in bytes.reversed() { span[place + distance] = span[place] }
        } else {
            for place in bytes { span[place + distance] = span[place] }
        }
    }

    /// Appends encoded fields.
    mutating func append(_ other: [UInt8]) {
        makeRoom(other.count)
        room.replaceSubrange(count..<count + other.count, with: other)
        count += other.count
    }

    /// Replaces the first `length` bytes by encoded fields.
    mutating func replace(_ length: Int, with other: [UInt8]) {
        room.replaceSubrange(..<length, with: other)
        count += other.count - length
    }

    /// Makes sure that `bytes` more bytes can be written.
    private mutating func makeRoom(_ bytes: Int) {
        guard room.count - count < bytes else { return }
        room.append(contentsOf: [UInt8](repeating: 0, count: max(bytes, room.count)))
    }

    /// Writes a number at a position; returns the position after it.
    private static func putVarint(
        _ number: UInt64, in span: inout MutableSpan<UInt8>, at position: Int
    ) -> Int {
        var (rest, position) = (number, position)
        while rest >= 0x80 {
            span[position] = UInt8(truncatingIfNeeded: rest) | 0x80
            position += 1
            rest >>= 7
        }
        span[position] = UInt8(truncatingIfNeeded: rest)
        return position + 1
    }
}
