import Foundation
import Glibc
import NIOCore

/// Receives the body of a response piece by piece.
protocol BodySink {
    associatedtype Content: Sendable

    /// Appends the next piece.
    mutating func append(_ piece: ByteBuffer) throws(FetchError)
    /// Completes the content; nothing may be appended afterwards.
    mutating func finish() throws(FetchError) -> Content
    /// Discards everything that was received.
    mutating func discard()
}

/// Stores a body in memory.
struct MemorySink: BodySink {
    private var bytes: [UInt8] = []

    mutating func append(_ piece: ByteBuffer) {
        bytes.append(contentsOf: piece.readableBytesView)
    }

    mutating func finish() -> [UInt8] { bytes }

    mutating func discard() { bytes = [] }
}

/// Writes a body to a temporary file next to its destination and moves it there when it is
/// complete, so that the destination never contains a partial response.
struct FileSink: BodySink {
    private let path: String
    private let temporaryPath: String
    private let handle: FileHandle

    /// Creates a new file in the destination's folder.
    init(path: String) throws(FetchError) {
        var name = Array("\(path).XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        fchmod(descriptor, 0o644)
        self.path = path
        temporaryPath = String(
            decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    func append(_ piece: ByteBuffer) throws(FetchError) {
        do {
            try handle.write(contentsOf: Data(piece.readableBytesView))
        } catch {
            throw .notStored(path: path, SystemReason.text(of: error).lowercased())
        }
    }

    func finish() throws(FetchError) {
        do {
            try handle.synchronize()
            try handle.close()
        } catch {
            throw .notStored(path: path, SystemReason.text(of: error).lowercased())
        }
        guard rename(temporaryPath, path) == 0 else { throw Self.failure(path, errno) }
    }

    func discard() {
        try? handle.close()
        unlink(temporaryPath)
    }

    private static func failure(_ path: String, _ code: Int32) -> FetchError {
        .notStored(path: path, String(cString: strerror(code)).lowercased())
    }
}
