import Foundation
import Glibc

/// A plain socket to a server on this machine, for requests that HTTP clients would normalize.
final class RawConnection: Sendable {
    private let descriptor: Int32

    struct Failed: Error {}

    /// Connects; reading and writing fail after two minutes of silence.
    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var timeout = timeval(tv_sec: 600, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, length)
            }
        }
        guard status == 0 else { throw Failed() }
    }

    deinit {
        close(descriptor)
    }

    /// Sends lines, each with its line break, and an empty one.
    func send(_ lines: String...) throws {
        try sendText((lines + ["", ""]).joined(separator: "\r\n"))
    }

    /// Sends a text as it is.
    func sendText(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard
            Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
        else { throw Failed() }
    }

    /// Returns everything received until the server is done, or until `isEnough` returns true.
    func read(until isEnough: @escaping @Sendable (String) -> Bool) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            // Tasks share their threads with Dispatch on Linux, so blocking needs a thread of its
            // own.
            Thread.detachNewThread { [self] in
                continuation.resume(with: Result { try readNow(until: isEnough) })
            }
        }
    }

    /// Returns everything received until the server closes the connection.
    func readToEnd() async throws -> String {
        try await read { _ in false }
    }

    private func readNow(until isEnough: (String) -> Bool) throws -> String {
        var text = ""
        var piece = [UInt8](repeating: 0, count: 4096)
        while !isEnough(text) {
            let count = recv(descriptor, &piece, piece.count, 0)
            guard count >= 0 else { throw Failed() }
            guard count > 0 else { return text }
            text += String(decoding: piece[..<count], as: UTF8.self)
        }
        return text
    }
}
