import FolderTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import HTTPServing
@testable import WebServer

/// The policies for browsers and shared caches that answers carry.
@Suite struct CachingTests {
    /// Answers of each kind.
    private struct Answers: EndpointGroup {
        func add(to router: Router<TaktRequestContext>) {
            router.get("/api/bare") { _, _ in Response(status: .ok) }
            router.get("/api/gone") { _, _ in Response(status: .noContent) }
            router.get("/api/fails") { _, _ -> Response in throw Problem.notFound("Nothing.") }
            router.get("/api/shared") { request, _ in Self.body.response(to: request) }
            router.get("/api/stream") { request, _ in
                try EventStream.response(
                    to: request, limiter: StreamLimiter(limit: 1),
                    ticks: AsyncStream<Int> { $0.finish() }
                ) { _ in nil }
            }
        }

        static let body = CachedBody(
            String(repeating: "a", count: 4000).utf8, contentType: "text/plain")
    }

    private func get(
        _ path: String, _ headers: [HTTPField.Name: String] = [:]
    ) async throws -> TestResponse {
        var fields = HTTPFields()
        for (name, value) in headers { fields[name] = value }
        let sent = fields
        return try await Application(router: WebServer.router([Answers()])).test(.router) {
            try await $0.execute(uri: path, method: .get, headers: sent)
        }
    }

    @Test(arguments: ["/api/bare", "/api/gone", "/api/fails", "/api/unknown"])
    func `an answer without a policy is kept by nobody`(path: String) async throws {
        #expect(try await get(path).headers[.cacheControl] == "no-store")
    }

    @Test func `an answer to a request with a token is for that client`() async throws {
        #expect(try await get("/api/shared").headers[.cacheControl] == "no-cache")
        let own = try await get("/api/shared", [.authorization: "Bearer 0123"])
        #expect(own.headers[.cacheControl] == "private, no-cache")
    }

    @Test func `a stream is kept by nobody, and its encoding is announced`() async throws {
        let stream = try await get("/api/stream", [.acceptEncoding: "gzip"])
        #expect(stream.headers[.cacheControl] == "no-store, no-transform")
        #expect(stream.headers[.vary] == "Accept-Encoding")
    }

    @Test func `a 304 confirms the form that the client has and can read`() async throws {
        let (plain, packed) = (
            try #require(try await get("/api/shared").headers[.eTag]),
            try #require(try await get("/api/shared", [.acceptEncoding: "gzip"]).headers[.eTag])
        )
        #expect(plain != packed)
        for known in [plain, packed] {
            let confirmed = try await get(
                "/api/shared", [.acceptEncoding: "gzip", .ifNoneMatch: known])
            #expect(confirmed.status == .notModified && confirmed.headers[.eTag] == known)
        }
        #expect(try await get("/api/shared", [.ifNoneMatch: plain]).status == .notModified)
        let unread = try await get("/api/shared", [.ifNoneMatch: packed])
        #expect(unread.status == .ok && unread.headers[.eTag] == plain)
    }

    @Test func `a part announces that the whole may be compressed, and no part is kept by nobody`()
        async throws
    {
        let folder = TemporaryFolder()
        try folder.write("<html>", to: "index.html")
        try folder.write("0123456789", to: "data.bin")
        let site = try StaticSite(folder: folder.path)
        try await Application(router: WebServer.router([site])).test(.router) { client in
            let part = try await client.execute(
                uri: "/data.bin", method: .get, headers: [.range: "bytes=2-3"])
            #expect(part.status == .partialContent && String(buffer: part.body) == "23")
            #expect(part.headers[.vary] == "Accept-Encoding")
            let beyond = try await client.execute(
                uri: "/data.bin", method: .get, headers: [.range: "bytes=10-"])
            #expect(beyond.status == .rangeNotSatisfiable)
            #expect(beyond.headers[.cacheControl] == "no-store")
            let page = try await client.execute(uri: "/lines/7", method: .get)
            #expect(page.headers[.vary] == "Accept, Accept-Encoding")
        }
    }
}
