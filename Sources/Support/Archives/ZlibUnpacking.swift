private import CZlib

/// Unpacks zlib streams (RFC 1950) whose unpacked size is known in advance.
package enum ZlibUnpacking {
    /// Unpacks `packed` into `room`; false unless it is one whole stream that fills `room` exactly.
    package static func unpack(
        _ packed: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
    ) -> Bool {
        var produced = uLongf(room.count)
        let status = uncompress(
            room.baseAddress?.assumingMemoryBound(to: Bytef.self), &produced,
            packed.baseAddress?.assumingMemoryBound(to: Bytef.self), uLong(packed.count))
        return status == Z_OK && Int(produced) == room.count
    }
}
