import FolderTesting
import Testing

@testable import TaktApp

/// Networks that are made again for the walks and shapes of other streets.
extension FeedRefreshTests {
    @Test func `a change of streets is logged apart from a change of feeds`() async throws {
        var settings = FeedRefresh.Settings(
            feeds: [FeedReference("https://a/gtfs.zip")], every: .seconds(86_400), path: path)
        settings.streets = folder.path("town.streets")
        try publish("a/gtfs.zip", "red-1: A 8:00  B 8:10")
        #expect(try await refresh(settings).refresh() == .replaced(trips: 1))
        try folder.write("streets", to: "town.streets")
        #expect(try await refresh(settings).refresh() == .rewalked)
        #expect(try await refresh(settings).refresh() == .unchanged)
        try folder.write("other streets", to: "town.streets")
        try publish("a/gtfs.zip", "red-1: A 8:00  B 8:10\nred-2: A 9:00  B 9:10")
        #expect(try await refresh(settings).refresh() == .replaced(trips: 2))
    }
}
