import FolderTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Testing
import Timetables
import TransitTesting

@testable import FeedEndpoints
@testable import WebServer

@Suite struct FeedEndpointTests {
    let parent = TemporaryFolder()
    /// The folder does not exist before something is written into it.
    var folder: String { parent.path("data") }

    func timetable() throws -> Timetable {
        try TextFeed("red-1: A 8:00  B 8:05  C 8:10").compiled()
    }

    func withFeed(
        _ feed: StaticFeed, timeout: Duration = .seconds(600),
        _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let router = WebServer.router([FeedEndpoints(feed, timeout: timeout)])
        let writing = Task { try await feed.run() }
        defer { writing.cancel() }
        try await Application(router: router).test(.router, body)
    }

    @Test func `the feed is written when it is first asked for, and found again after a restart`()
        async throws
    {
        let logger = Logger(label: "test")
        let first = StaticFeed(try timetable(), folder: folder, logger: logger)
        #expect(!FileManager.default.fileExists(atPath: folder))
        try await withFeed(first) { client in
            let answer = try await client.execute(uri: "/gtfs.zip", method: .get)
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == "application/zip")
            #expect(Data(buffer: answer.body).starts(with: [0x50, 0x4b, 3, 4]))
            let tag = try #require(answer.headers[.eTag])
            let again = try await client.execute(
                uri: "/gtfs.zip", method: .get, headers: [.ifNoneMatch: tag])
            #expect(again.status == .notModified)
        }
        let second = StaticFeed(try timetable(), folder: folder, logger: logger)
        #expect(try second.pathIfReady() != nil)
    }

    @Test func `files of other networks go when a new one is written`() async throws {
        try FileManager.default.createDirectory(
            atPath: folder + "/feed", withIntermediateDirectories: true)
        #expect(
            FileManager.default.createFile(
                atPath: folder + "/feed/gtfs-1-old.zip", contents: nil))
        let feed = StaticFeed(try timetable(), folder: folder, logger: Logger(label: "test"))
        try await withFeed(feed) { client in
            let answer = try await client.execute(uri: "/gtfs.zip", method: .get)
            #expect(answer.status == .ok)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/feed").count == 1)
    }

    @Test func `a client that asks too early learns when to ask again`() async throws {
        let feed = StaticFeed(try timetable(), folder: folder, logger: Logger(label: "test"))
        // No service writes the file here.
        let router = WebServer.router([FeedEndpoints(feed, timeout: .zero)])
        try await Application(router: router).test(.router) { client in
            let answer = try await client.execute(uri: "/gtfs.zip", method: .get)
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.headers[.retryAfter] == "10")
        }
    }

    @Test func `a feed for which the disk has no room may be asked for later`() async throws {
        let feed = StaticFeed(
            try timetable(), folder: "/proc/nowhere", logger: Logger(label: "test"))
        try await withFeed(feed) { client in
            let answer = try await client.execute(uri: "/gtfs.zip", method: .get)
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.headers[.retryAfter] == "60")
        }
    }
}
