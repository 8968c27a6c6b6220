import Archives
import Hummingbird
import NIOCore

/// Writes pieces of a stream, packed or not; used by one task.
final class StreamWriter {
    private var writer: any ResponseBodyWriter
    private var encoder: GzipEncoder?

    init(_ writer: any ResponseBodyWriter, isPacked: Bool) {
        self.writer = writer
        encoder = isPacked ? GzipEncoder(level: 5, isModest: true) : nil
    }

    func write(_ bytes: [UInt8]) async throws {
        let packed = encoder?.flush(bytes) ?? bytes
        try await writer.write(ByteBuffer(bytes: packed))
    }

    func finish() async throws {
        if let rest = encoder?.finish() { try await writer.write(ByteBuffer(bytes: rest)) }
        try await writer.finish(nil)
    }
}
