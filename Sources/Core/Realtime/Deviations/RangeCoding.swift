package import TransitModel

/// A coder of bits that are predicted: it writes them, or reads what was written.
///
/// One description of a format serves both directions: a writer passes the bits that are to be
/// written, a reader ignores what it is passed, and both go on with what is returned.
package protocol BitCoder {
    /// Codes a bit that is 0 with a chance of `zero` in 65,536, which must not be 0.
    ///
    /// - Throws: `ByteReader.Malformed` if there are no more bytes to read.
    mutating func code(_ bit: Bool, zero: UInt32) throws(ByteReader.Malformed) -> Bool
}

/// Writes predicted bits: one that was expected takes less than a bit (range coding, as in LZMA).
package struct RangeEncoder: BitCoder {
    private var bytes: [UInt8] = []
    private var low: UInt64 = 0
    private var range = UInt32.max
    /// A byte that a carry may still change, and the bytes of 255 after it.
    private var cache: UInt8 = 0
    private var cached = 0
    private var hasCache = false

    package init() {}

    package mutating func code(_ bit: Bool, zero: UInt32) -> Bool {
        let bound = (range >> 16) * zero
        if bit {
            low += UInt64(bound)
            range -= bound
        } else {
            range = bound
        }
        while range < 1 << 24 {
            shift()
            range <<= 8
        }
        return bit
    }

    private mutating func shift() {
        if low < 0xff00_0000 || low > 0xffff_ffff {
            let carry = UInt8(truncatingIfNeeded: low >> 32)
            if hasCache { bytes.append(cache &+ carry) }
            bytes.append(contentsOf: repeatElement(0xff &+ carry, count: cached))
            hasCache = true
            cached = 0
            cache = UInt8(truncatingIfNeeded: low >> 24)
        } else {
            cached += 1
        }
        low = (low & 0x00ff_ffff) << 8
    }

    /// Returns all bytes; nothing can be written any more.
    package mutating func finish() -> [UInt8] {
        for _ in 0..<5 { shift() }
        return bytes
    }
}

/// Reads what ``RangeEncoder`` wrote.
package struct RangeDecoder: BitCoder {
    private var bytes: ArraySlice<UInt8>
    private var range = UInt32.max
    private var code: UInt32 = 0

    /// - Throws: `ByteReader.Malformed` if there are too few bytes.
    package init(_ bytes: ArraySlice<UInt8>) throws(ByteReader.Malformed) {
        self.bytes = bytes
        for _ in 0..<4 { try take() }
    }

    private mutating func take() throws(ByteReader.Malformed) {
        guard let byte = bytes.popFirst() else { throw ByteReader.Malformed() }
        code = code << 8 | UInt32(byte)
    }

    package mutating func code(
        _ bit: Bool, zero: UInt32
    ) throws(ByteReader.Malformed) -> Bool {
        let bound = (range >> 16) * zero
        let found = code >= bound
        if found {
            code -= bound
            range -= bound
        } else {
            range = bound
        }
        while range < 1 << 24 {
            try take()
            range <<= 8
        }
        return found
    }
}
