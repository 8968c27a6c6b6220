import Foundation
import Glibc

/// Small files that people write by hand.
enum SmallFile {
    /// Says that a key file cannot be read, and what to do.
    static func unreadableKey(_ path: String) -> String {
        "The key file '\(path)' cannot be read: correct its path, or let the user that the server "
            + "runs as read it ('chown')."
    }

    /// Returns the first bytes of a file, at most one more than `limit` so that a longer file is
    /// detected; nil if it cannot be read.
    ///
    /// A pipe, as a shell's `<(…)`, is read to its end; nil if nobody writes to it for
    /// `timeoutMilliseconds`, as opening it would otherwise wait without end.
    static func start(of path: String, limit: Int, timeoutMilliseconds: Int32 = 5000) -> Data? {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var content = Data()
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var hasWaited = false
        while content.count <= limit {
            let count = Glibc.read(file, &chunk, min(chunk.count, limit + 1 - content.count))
            if count > 0 {
                content.append(contentsOf: chunk[..<count])
                continue
            }
            // A pipe that has no writer yet looks like one at its end.
            if count == 0, hasWaited || !content.isEmpty { break }
            guard count == 0 || errno == EAGAIN else { return nil }
            var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, timeoutMilliseconds) == 1 else { return nil }
            hasWaited = true
        }
        return content
    }
}
