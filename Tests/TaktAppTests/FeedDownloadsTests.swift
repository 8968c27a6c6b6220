import Foundation
import HTTPFetching
import Testing

@testable import TaktApp

/// Feeds and extracts that an import by hand downloads.
struct FeedDownloadsTests {
    @Test func `sentences name the address of a download, without its key`() async throws {
        let downloads = FeedDownloads { request, path in
            try? Data(request.url.utf8).write(to: URL(fileURLWithPath: path))
            return .notModified
        }
        defer { downloads.removeAll() }
        let sources = try await downloads.sources(for: [
            FeedReference("town=https://a.example/gtfs.zip?key=k"), FeedReference("b.zip"),
            FeedReference("https://c.example/gtfs.zip"),
        ])
        let extracts = try await downloads.files(at: ["https://d.example/x.pbf", "y.pbf"])
        let paths = sources.map(\.path) + extracts
        #expect(
            downloads.withAddresses(paths.joined(separator: " ")) == """
                https://a.example/gtfs.zip b.zip https://c.example/gtfs.zip https://d.example/x.pbf y.pbf
                """)
    }
}
