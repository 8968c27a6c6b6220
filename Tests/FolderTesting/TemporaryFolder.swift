import Foundation

/// A folder of a test's own, which goes with all that is in it when the last who holds it is done.
///
/// It lies in memory where the system has room for files there: thousands of small files are flushed one
/// by one else. A suite keeps one in a property; elsewhere ``with(_:)-swift.type.method`` says how long it lasts.
package final class TemporaryFolder: Sendable {
    /// Where it is.
    package let url: URL

    private static let parent: URL = {
        let memory = URL(fileURLWithPath: "/dev/shm")
        let files = FileManager.default
        return files.isWritableFile(atPath: memory.path) ? memory : files.temporaryDirectory
    }()

    /// An empty folder; where none can be made, what is written into it fails.
    package init() {
        url = Self.parent.appendingPathComponent("takt-test-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Its own path.
    package var path: String { url.path }

    /// The path of something in it, whether that is there or not.
    package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// The names of what is in it.
    package func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path)
    }

    /// Puts a text into a file in it, or in a folder of it where the name has one.
    package func write(_ text: String, to name: String) throws {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Calls `body` with a folder that is gone afterwards.
    package static func with<Result>(_ body: (TemporaryFolder) throws -> Result) rethrows -> Result
    {
        let folder = TemporaryFolder()
        return try withExtendedLifetime(folder) { try body(folder) }
    }

    /// Calls `body` with a folder that is gone afterwards.
    package static func with<Result>(
        _ body: (TemporaryFolder) async throws -> Result
    ) async rethrows -> Result {
        let folder = TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        return try await body(folder)
    }
}
