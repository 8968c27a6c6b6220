/// Hashes that are equal in every run and on every machine, so that they can be stored.
package enum StableHash {
    @inline(__always)
    private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }

    /// Returns the hash of a short string, eight bytes at a time (folded multiplication, as in
    /// wyhash).
    @inline(__always)
    package static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var state: UInt64 = 0x9e37_79b9_7f4a_7c15 ^ UInt64(truncatingIfNeeded: bytes.count)
        let raw = UnsafeRawBufferPointer(bytes)
        var offset = 0
        while offset + 8 <= raw.count {
            state = mix(
                state ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
                0xe703_7ed1_a0b4_28db)
            offset &+= 8
        }
        if offset < raw.count {
            var tail: UInt64 = 0
            var shift: UInt64 = 0
            while offset < raw.count {
                tail |= UInt64(raw[offset]) << shift
                shift &+= 8
                offset &+= 1
            }
            state = mix(state ^ tail, 0x8ebc_6af0_9c88_c6e3)
        }
        return mix(state, 0xa076_1d64_78bd_642f)
    }

    /// Returns a checksum over many bytes, in four independent lanes of 64 bits.
    package static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var lanes: (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
        let factor: UInt64 = 0x9e37_79b9_7f4a_7c15
        var offset = 0
        while offset &+ 32 <= bytes.count {
            lanes.0 =
                (lanes.0 ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                &* factor
            lanes.1 =
                (lanes.1 ^ bytes.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self))
                &* factor
            lanes.2 =
                (lanes.2 ^ bytes.loadUnaligned(fromByteOffset: offset &+ 16, as: UInt64.self))
                &* factor
            lanes.3 =
                (lanes.3 ^ bytes.loadUnaligned(fromByteOffset: offset &+ 24, as: UInt64.self))
                &* factor
            lanes.0 ^= lanes.0 &>> 29
            lanes.1 ^= lanes.1 &>> 29
            lanes.2 ^= lanes.2 &>> 29
            lanes.3 ^= lanes.3 &>> 29
            offset &+= 32
        }
        let tail = UnsafeRawBufferPointer(rebasing: bytes[offset...]).bindMemory(to: UInt8.self)
        return mix(mix(lanes.0, lanes.1 | 1) ^ lanes.2, lanes.3 | 1)
            ^ hash(tail) ^ UInt64(truncatingIfNeeded: bytes.count)
    }
}
