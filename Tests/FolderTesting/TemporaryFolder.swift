import Foundation

/// A test's own folder, which is removed with its content when its last reference is released.
///
/// It is in memory if the system allows files there: otherwise thousands of small files would be
/// flushed one by one. A suite keeps one in a property; elsewhere ``with(_:)-swift.type.method``
/// limits its lifetime.
package final class TemporaryFolder: Sendable {
    package let url: URL

    private static let parent: URL = {
        let memory = URL(fileURLWithPath: "/dev/shm")
        let files = FileManager.default
        return files.isWritableFile(atPath: memory.path) ? memory : files.temporaryDirectory
    }()

    /// Creates an empty folder; if that fails, writing into it fails.
    package init() {
        url = Self.parent.appendingPathComponent("takt-test-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    package var path: String { url.path }

    /// Returns the path of an item in it, whether or not that exists.
    package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Returns the names of its items.
    ///
    /// - Throws: An error if the folder cannot be read.
    package func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path)
    }

    /// Writes a text into a file in it, creating the subfolder that the name contains.
    ///
    /// - Throws: An error if the file cannot be written.
    package func write(_ text: String, to name: String) throws {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Calls `body` with a folder that is removed afterwards.
    package static func with<Result>(_ body: (TemporaryFolder) throws -> Result) rethrows -> Result
    {
        let folder = TemporaryFolder()
        return try withExtendedLifetime(folder) { try body(folder) }
    }

    /// Calls `body` with a folder that is removed afterwards.
    package static func with<Result>(
        _ body: (TemporaryFolder) async throws -> Result
    ) async rethrows -> Result {
        let folder = TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        return try await body(folder)
    }
}
