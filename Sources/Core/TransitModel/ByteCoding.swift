/// Encodes numbers as varints as in protobuf: seven bits a byte, the lowest first.
package struct ByteWriter {
    package internal(set) var bytes: [UInt8] = []

    /// Creates a writer with memory reserved for `count` bytes.
    package init(reserving count: Int = 0) {
        bytes.reserveCapacity(count)
    }

    package mutating func write(byte: UInt8) {
        bytes.append(byte)
    }

    package mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Writes small numbers of either sign in few bytes.
    package mutating func write(signed number: Int64) {
        write(zigzag(number))
    }

    package mutating func write(contentsOf other: ArraySlice<UInt8>) {
        bytes.append(contentsOf: other)
    }

    /// Writes what `append` appends.
    package mutating func write(_ append: (inout [UInt8]) -> Void) { append(&bytes) }

    /// Writes a value whose length in bytes comes before it.
    package mutating func writeCounted(_ write: (inout ByteWriter) -> Void) {
        var index = bytes.count
        // Most lengths take one byte.
        bytes.append(0)
        write(&self)
        var rest = bytes.count - index - 1
        while rest >= 0x80 {
            bytes[index] = UInt8(truncatingIfNeeded: rest) | 0x80
            rest >>= 7
            index += 1
            bytes.insert(0, at: index)
        }
        bytes[index] = UInt8(rest)
    }

    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }
}

extension [UInt8] {
    /// Appends a number with its lowest byte first.
    package mutating func append(littleEndian number: some FixedWidthInteger) {
        for shift in stride(from: 0, to: number.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

/// Maps small numbers of either sign to small numbers: 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4.
package func zigzag(_ number: Int64) -> UInt64 {
    UInt64(bitPattern: (number << 1) ^ (number >> 63))
}

/// The inverse of ``zigzag(_:)``.
package func unzigzag(_ number: UInt64) -> Int64 {
    Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
}

/// Reads what ``ByteWriter`` wrote.
package struct ByteReader {
    private let bytes: [UInt8]
    private let end: Int
    package private(set) var position: Int

    /// The bytes were not written by a ``ByteWriter``.
    package struct Malformed: Error {
        package init() {}
    }

    package init(_ bytes: [UInt8], from start: Int = 0, to end: Int? = nil) {
        self.bytes = bytes
        position = start
        self.end = min(end ?? bytes.count, bytes.count)
    }

    package var isAtEnd: Bool { position >= end }

    /// - Throws: ``ByteReader/Malformed`` if there are no more bytes.
    package mutating func byte() throws(Malformed) -> UInt8 {
        guard position < end else { throw Malformed() }
        defer { position += 1 }
        return bytes[position]
    }

    /// - Throws: ``ByteReader/Malformed`` if the varint is truncated or exceeds 64 bits.
    package mutating func number() throws(Malformed) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try byte()
            guard shift < 63 || byte <= 1 else { throw Malformed() }
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
            shift += 7
            guard shift <= 63 else { throw Malformed() }
        }
    }

    /// - Throws: ``ByteReader/Malformed`` if the varint is truncated or exceeds 64 bits.
    package mutating func signed() throws(Malformed) -> Int64 {
        unzigzag(try number())
    }

    /// Returns the next bytes and skips them.
    ///
    /// - Throws: ``ByteReader/Malformed`` if fewer bytes are left.
    package mutating func skip(_ count: UInt64) throws(Malformed) -> ArraySlice<UInt8> {
        guard count <= UInt64(end - position) else { throw Malformed() }
        defer { position += Int(count) }
        return bytes[position..<position + Int(count)]
    }
}
