private import CZlib

/// Compresses bytes as gzip (RFC 1952), at once or piece by piece.
///
/// Pieces can be flushed, so that the reader of an endless stream can decompress what has arrived.
package struct GzipEncoder: ~Copyable {
    // zlib keeps the address of this struct, so it must never move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var output: [UInt8]

    /// Creates an encoder; `level` ranges from 1 (fast) to 9 (small).
    ///
    /// A modest encoder uses 48 kB instead of 256 and compresses slightly less. It is meant for
    /// streams, of which thousands may be open.
    package init(level: Int = 6, isModest: Bool = false) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        output = [UInt8](repeating: 0, count: isModest ? 4 * 1024 : 32 * 1024)
        // Bits of window, plus 16 for the gzip format instead of zlib's own; then the memory level.
        let status = deflateInit2_(
            stream, Int32(max(1, min(9, level))), Z_DEFLATED, (isModest ? 13 : 15) + 16,
            isModest ? 5 : 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib could not start: out of memory or another version")
    }

    deinit {
        deflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Compresses a piece and returns everything that a reader needs to decompress it.
    package mutating func flush(_ bytes: some Collection<UInt8>) -> [UInt8] {
        deflate(Array(bytes), Z_SYNC_FLUSH)
    }

    /// Compresses a piece; what is returned may not suffice to decompress it yet.
    package mutating func add(_ bytes: some Collection<UInt8>) -> [UInt8] {
        deflate(Array(bytes), Z_NO_FLUSH)
    }

    /// Compresses the last piece and returns the rest of the stream; nothing may follow.
    package mutating func finish(_ bytes: some Collection<UInt8> = []) -> [UInt8] {
        deflate(Array(bytes), Z_FINISH)
    }

    private mutating func deflate(_ bytes: [UInt8], _ mode: Int32) -> [UInt8] {
        var result: [UInt8] = []
        bytes.withUnsafeBufferPointer { input in
            // zlib only reads from it.
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = UInt32(input.count)
            repeat {
                let produced = output.withUnsafeMutableBufferPointer { output -> Int in
                    stream.pointee.next_out = output.baseAddress
                    stream.pointee.avail_out = UInt32(output.count)
                    _ = CZlib.deflate(stream, mode)
                    return output.count - Int(stream.pointee.avail_out)
                }
                result.append(contentsOf: output[..<produced])
            } while stream.pointee.avail_out == 0
            // zlib must not keep an address that ends with this call.
            stream.pointee.next_in = nil
        }
        return result
    }

    /// Returns `bytes` as one gzip file.
    package static func gzipped(_ bytes: some Collection<UInt8>, level: Int = 6) -> [UInt8] {
        var encoder = GzipEncoder(level: level)
        return encoder.finish(bytes)
    }
}
