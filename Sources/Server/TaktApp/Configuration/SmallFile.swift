import Foundation

/// Small files that people write by hand.
enum SmallFile {
    /// Returns the first bytes of a file, at most one more than `limit` so that a longer file is
    /// detected; nil if it cannot be read.
    static func start(of path: String, limit: Int) -> Data? {
        guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? handle.close() }
        do {
            // Reading an empty file returns nil.
            return try handle.read(upToCount: limit + 1) ?? Data()
        } catch {
            return nil
        }
    }
}
