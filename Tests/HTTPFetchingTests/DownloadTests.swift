import FolderTesting
import Foundation
import HTTPFetching
import Testing

/// Downloads into files.
struct DownloadTests {
    private let fetcher = HTTPFetchingTests.fetcher()

    private let folder = TemporaryFolder()

    /// Returns the folder's files by name.
    private func contents() throws -> [String: String] {
        try Dictionary(
            uniqueKeysWithValues: folder.names().map {
                ($0, try String(contentsOfFile: folder.path($0), encoding: .utf8))
            })
    }

    @Test func `a download replaces what was there`() async throws {
        let long = String(repeating: "0123456789", count: 100_000)
        try await ScriptedServer.running { _, _ in
            .ok(long)
        } _: { server in
            let path = folder.path("feed.zip")
            try folder.write("old", to: "feed.zip")
            let request = FetchRequest(server.url(), limitBytes: 1_000_000)
            guard case .content((), let info) = try await fetcher.download(request, to: path)
            else { throw Unexpected(description: "not modified") }
            #expect(info.byteCount == 1_000_000)
            #expect(try contents() == ["feed.zip": long])
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(mode as? Int == 0o644)
        }
    }

    @Test func `a failed download leaves everything as it was`() async throws {
        try await ScriptedServer.running { asked, _ in
            switch asked.target {
            case "/long": Answer(body: Array("123456".utf8))
            case "/broken": Answer(body: Array("half".utf8), announcedLength: 8)
            default: .status(404)
            }
        } _: { server in
            let path = folder.path("feed.zip")
            try folder.write("old", to: "feed.zip")
            for (target, expected) in [
                ("/long", FetchError.tooLarge(limitBytes: 5)), ("/broken", .interrupted),
                ("/none", .status(404, retryAfter: nil)),
            ] {
                let request = FetchRequest(
                    server.url(target), limitBytes: target == "/long" ? 5 : 8)
                #expect(
                    await fetcher.failure(request, to: path) == expected)
                #expect(try contents() == ["feed.zip": "old"])
            }
        }
    }

    @Test func `what did not change is not written`() async throws {
        try await ScriptedServer.running { _, _ in
            .status(304)
        } _: { server in
            var request = FetchRequest(server.url(), limitBytes: 5)
            request.validators.lastModified = "Mon, 04 May 2026 08:00:00 GMT"
            let path = folder.path("feed.zip")
            guard case .notModified = try await fetcher.download(request, to: path) else {
                throw Unexpected(description: "content")
            }
            #expect(try contents().isEmpty)
        }
    }

    @Test func `a folder that is missing is named`() async throws {
        try await ScriptedServer.running { _, _ in
            .ok("feed")
        } _: { server in
            let request = FetchRequest(server.url(), limitBytes: 10)
            let path = "/nonexistent/feed.zip"
            let error = await fetcher.failure(request, to: path)
            #expect(error == .notStored(path: path, "no such file or directory"))
            #expect(
                error?.description
                    == "'/nonexistent/feed.zip' cannot be written: no such file or directory.")
        }
    }
}
