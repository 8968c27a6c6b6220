import FolderTesting
import Foundation
import HTTPFetching
import Testing

@testable import TaktApp

/// Feeds and extracts that an import by hand downloads.
struct FeedDownloadsTests {
    private let folder = TemporaryFolder()

    private func downloads() -> FeedDownloads {
        FeedDownloads(in: folder.path) { request, path in
            try? Data(request.url.utf8).write(to: URL(fileURLWithPath: path))
            return .notModified
        }
    }

    @Test func `downloads of killed programs are removed, and those of others that run stay`()
        async throws
    {
        try folder.write("half a feed", to: "takt-feeds-killed/0-gtfs.zip")
        try folder.write("of something else", to: "other/file")
        let feeds = [FeedReference("https://a.example/gtfs.zip")]
        let (first, second) = (downloads(), downloads())
        let paths = [
            try await first.sources(for: feeds)[0].path,
            try await second.sources(for: feeds)[0].path,
        ]
        #expect(paths.allSatisfy { FileManager.default.fileExists(atPath: $0) })
        #expect(try folder.names().count == 3)
        first.removeAll()
        second.removeAll()
        #expect(try folder.names() == ["other"])
    }

    @Test func `sentences name the address of a download, without its key`() async throws {
        let downloads = self.downloads()
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
