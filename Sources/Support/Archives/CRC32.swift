private import CZlib

/// The checksum of gzip and PNG files (CRC-32, ISO 3309).
package enum CRC32 {
    /// The checksum of some bytes.
    package static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        guard let start = bytes.baseAddress else { return 0 }
        let checksum = crc32_z(
            0, start.assumingMemoryBound(to: Bytef.self), z_size_t(bytes.count))
        return UInt32(truncatingIfNeeded: checksum)
    }
}
