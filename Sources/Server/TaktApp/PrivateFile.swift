import Foundation
import HTTPFetching

/// Files and folders that only the server's user may read.
package enum PrivateFile {
    /// The error of a file that cannot be written.
    struct Failure: Error, CustomStringConvertible {
        let path: String
        /// The system's error code.
        let code: Int32

        /// A sentence for people.
        var description: String {
            "'\(path)' cannot be written: \(String(cString: strerror(code)))."
        }
    }

    /// Creates a folder that only this user may enter, with those above it, unless it exists.
    ///
    /// - Throws: An error of the file system.
    package static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    /// Replaces a file's content atomically and durably.
    static func replace(_ path: String, with data: Data) throws(Failure) {
        let partial = path + ".partial"
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(path: path, code: errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: data)
            try handle.synchronize()
            try handle.close()
        } catch {
            unlink(partial)
            throw Failure(path: path, code: SystemReason.code(of: error))
        }
        guard rename(partial, path) == 0 else { throw Failure(path: path, code: errno) }
    }
}
