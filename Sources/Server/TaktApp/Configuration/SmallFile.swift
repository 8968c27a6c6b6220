import Foundation

/// Files that people write by hand.
enum SmallFile {
    /// The first bytes of a file, one more than `limit` at most so that a longer file shows; nil if
    /// it cannot be read.
    static func start(of path: String, limit: Int) -> Data? {
        guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? handle.close() }
        do {
            // An empty file reads as nil.
            return try handle.read(upToCount: limit + 1) ?? Data()
        } catch {
            return nil
        }
    }
}
