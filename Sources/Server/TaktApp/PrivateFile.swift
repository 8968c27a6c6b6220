import Foundation

/// A file that only the user of the server may read.
enum PrivateFile {
    /// Puts data in the place of a file, at once or not at all; what is written survives a crash.
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
