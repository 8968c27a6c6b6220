import Archives
package import Hummingbird
import NIOCore

/// Writes the parts of a stream, compressed or not; used by one task only.
package final class StreamWriter {
    private var writer: any ResponseBodyWriter
    private var encoder: GzipEncoder?

    package init(_ writer: any ResponseBodyWriter, isPacked: Bool) {
        self.writer = writer
        encoder = isPacked ? GzipEncoder(level: 5, isModest: true) : nil
    }

    /// Writes and flushes some bytes.
    ///
    /// - Throws: The connection's error.
    package func write(_ bytes: [UInt8]) async throws {
        let packed = encoder?.flush(bytes) ?? bytes
        try await writer.write(ByteBuffer(bytes: packed))
    }

    /// Ends the stream.
    ///
    /// - Throws: The connection's error.
    package func finish() async throws {
        if let rest = encoder?.finish() { try await writer.write(ByteBuffer(bytes: rest)) }
        try await writer.finish(nil)
    }
}
