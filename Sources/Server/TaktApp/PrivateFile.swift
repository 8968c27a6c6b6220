import Foundation

/// A file that only the server's user may read.
enum PrivateFile {
    /// Replaces a file's content atomically and durably.
    ///
    /// - Throws: An error of writing the file.
    static func replace(_ path: String, with data: Data) throws {
        let partial = path + ".partial"
        guard
            FileManager.default.createFile(
                atPath: partial, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: partial)
        else { throw CocoaError(.fileWriteUnknown) }
        do {
            defer { try? handle.close() }
            try handle.write(contentsOf: data)
            try handle.synchronize()
        }
        guard rename(partial, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
