import FolderTesting
import Foundation
import Testing

@testable import TaktApp

/// Networks of a restored backup, which has neither the feeds' files nor an answer of a publisher.
extension FeedRefreshTests {
    /// Returns what a refresh logs after a restore.
    private func logAfterRestore(_ places: String...) async throws -> [String] {
        let settings = FeedRefresh.Settings(
            feeds: places.map { FeedReference($0) }, every: .seconds(86_400), path: path)
        publisher.state.withLock { $0.files = [:] }
        let lost = refresh(settings).storage.folder
        if FileManager.default.fileExists(atPath: lost) {
            try FileManager.default.removeItem(atPath: lost)
        }
        let log = LoggedLines()
        await #expect(throws: FeedRefresh.Failure.self) {
            try await refresh(settings, log: log).refresh()
        }
        return log.messages
    }

    @Test func `a feed whose file is lost is served by the network that has it`() async throws {
        try publish("a/town.zip", "red-1: A 8:00  B 8:10")
        _ = try await refresh("https://a/town.zip").refresh()
        for _ in 0..<2 {
            #expect(try await logAfterRestore("https://a/town.zip") == ["a feed stays as it was"])
        }
        #expect(
            try await logAfterRestore("https://a/town.zip", "https://b/region.zip").sorted()
                == ["a feed is not served yet", "a feed stays as it was"])
    }

    @Test func `one of several is known by its id`() async throws {
        try publish("a/gtfs.zip", "red-1: A 8:00  B 8:10")
        try publish("b/gtfs.zip", "blue-1: A 8:00  B 8:10")
        _ = try await refresh("a=https://a/gtfs.zip", "b=https://b/gtfs.zip").refresh()
        #expect(
            try await logAfterRestore("a=https://a/gtfs.zip", "c=https://c/gtfs.zip").sorted()
                == ["a feed is not served yet", "a feed stays as it was"])
    }
}
