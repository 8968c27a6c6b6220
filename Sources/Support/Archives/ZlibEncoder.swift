private import CZlib

/// Compresses bytes as a zlib stream (RFC 1950).
package enum ZlibEncoder {
    /// Returns the compressed bytes.
    package static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        var count = compressBound(uLong(bytes.count))
        var result = [UInt8](repeating: 0, count: Int(count))
        let status = compress(&result, &count, bytes, uLong(bytes.count))
        precondition(status == Z_OK, "zlib could not compress: out of memory")
        return Array(result.prefix(Int(count)))
    }
}
