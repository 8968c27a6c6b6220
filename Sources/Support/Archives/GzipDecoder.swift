private import CZlib

/// Decompresses bytes in memory that are gzip (RFC 1952).
package enum GzipDecoder {
    private static let pieceBytes = 64 * 1024

    /// Returns the decompressed bytes of an array; see the other function.
    package static func unpacked(_ packed: [UInt8], maximumBytes: Int) -> [UInt8]? {
        packed.withUnsafeBytes { unpacked($0, maximumBytes: maximumBytes) }
    }

    /// Returns the decompressed bytes; nil if the data is damaged, cut off, or unpacks to more than
    /// the maximum.
    package static func unpacked(
        _ packed: UnsafeRawBufferPointer, maximumBytes: Int
    ) -> [UInt8]? {
        guard packed.count > 0, packed.count <= Int(UInt32.max) else { return nil }
        // zlib keeps the address of this struct, so it must not move.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer {
            stream.deinitialize(count: 1)
            stream.deallocate()
        }
        // Bits of window, plus 16 for the gzip format.
        let started = inflateInit2_(
            stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard started == Z_OK else { return nil }
        defer { inflateEnd(stream) }
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: packed.baseAddress?.assumingMemoryBound(to: Bytef.self))
        stream.pointee.avail_in = UInt32(packed.count)
        var result: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: pieceBytes)
        while true {
            let (status, produced) = piece.withUnsafeMutableBufferPointer { piece in
                stream.pointee.next_out = piece.baseAddress
                stream.pointee.avail_out = UInt32(piece.count)
                let status = inflate(stream, Z_NO_FLUSH)
                return (status, piece.count - Int(stream.pointee.avail_out))
            }
            guard result.count + produced <= maximumBytes else { return nil }
            result += piece[..<produced]
            if status == Z_STREAM_END { return result }
            guard status == Z_OK, produced > 0 || stream.pointee.avail_in > 0 else { return nil }
        }
    }
}
