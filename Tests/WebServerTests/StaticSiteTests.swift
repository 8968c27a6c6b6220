import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import WebServer

/// A site in a folder that exists while `body` runs.
private func withSite<Result>(
    _ body: (Router<TaktRequestContext>) async throws -> Result
) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("takt-site-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = [
        "index.html": "<!doctype html><title>shell</title>",
        "app/main.js": String(repeating: "console.log('takt');\n", count: 200),
        "data.bin": "0123456789",
        ".secret": "no",
    ]
    for (name, contents) in files {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(contents.utf8).write(to: file)
    }
    return try await body(WebServer.router([try StaticSite(folder: folder.path)]))
}

private func get(
    _ path: String, _ headers: [HTTPField.Name: String] = [:], method: HTTPRequest.Method = .get
) async throws -> TestResponse {
    var fields = HTTPFields()
    for (name, value) in headers { fields[name] = value }
    let sent = fields
    return try await withSite { router in
        try await Application(router: router).test(.router) { client in
            try await client.execute(uri: path, method: method, headers: sent)
        }
    }
}

private func header(_ name: String, _ response: TestResponse) -> String? {
    HTTPField.Name(name).flatMap { response.headers[$0] }
}

private let html: [HTTPField.Name: String] = [.accept: "text/html,*/*"]

@Suite struct StaticSiteTests {
    @Test func `files come with type, tag and safety headers`() async throws {
        let response = try await get("/app/main.js")
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "text/javascript; charset=utf-8")
        #expect(response.headers[.eTag]?.count == 26)
        #expect(header("X-Content-Type-Options", response) == "nosniff")
        #expect(
            header("Content-Security-Policy", response)?
                .contains("default-src 'self'") == true)
    }

    @Test func `a known tag gives 304, in a list and weak too`() async throws {
        let tag = try #require(try await get("/app/main.js").headers[.eTag])
        for value in [tag, "\"x\", \(tag)", "W/\(tag)", "*"] {
            let response = try await get("/app/main.js", [.ifNoneMatch: value])
            #expect(response.status == .notModified)
            #expect(response.body.readableBytes == 0)
        }
        #expect(try await get("/app/main.js", [.ifNoneMatch: "\"x\""]).status == .ok)
    }

    @Test func `text is packed for those who take it`() async throws {
        let plain = try await get("/app/main.js")
        let packed = try await get("/app/main.js", [.acceptEncoding: "br, gzip;q=0.8"])
        #expect(packed.headers[.contentEncoding] == "gzip")
        #expect(packed.body.readableBytes < plain.body.readableBytes / 10)
        let refused = try await get("/app/main.js", [.acceptEncoding: "gzip;q=0"])
        #expect(refused.headers[.contentEncoding] == nil)
    }

    @Test(arguments: ["/", "/map", "/lines/7", "/vehicles"])
    func `addresses of the app give its shell`(path: String) async throws {
        let response = try await get(path, html)
        #expect(response.status == .ok)
        #expect(String(buffer: response.body).contains("<title>shell</title>"))
    }

    @Test(arguments: [
        "/nothing.js", "/.secret", "/app/../.secret", "/..%2f..%2fetc/passwd", "/api/v1/nothing",
        "/health/nothing",
    ])
    func `what is not there is a problem, never the shell`(path: String) async throws {
        let response = try await get(path, html)
        #expect(response.status == .notFound)
        #expect(response.headers[.contentType] == "application/problem+json")
        #expect(!String(buffer: response.body).contains("<title>"))
    }

    @Test(arguments: [
        ("bytes=0-3", "0123", "bytes 0-3/10"), ("bytes=7-", "789", "bytes 7-9/10"),
        ("bytes=-3", "789", "bytes 7-9/10"), ("bytes=8-100", "89", "bytes 8-9/10"),
        ("bytes=-100", "0123456789", "bytes 0-9/10"),
    ])
    func `a part of a file`(range: String, body: String, header: String) async throws {
        let response = try await get("/data.bin", [.range: range])
        #expect(response.status == .partialContent)
        #expect(String(buffer: response.body) == body)
        #expect(response.headers[.contentRange] == header)
    }

    @Test(arguments: ["bytes=10-", "bytes=-0", "bytes=99-100"])
    func `a part beyond the end`(range: String) async throws {
        let response = try await get("/data.bin", [.range: range])
        #expect(response.status == .rangeNotSatisfiable)
        #expect(response.headers[.contentRange] == "bytes */10")
    }

    @Test(arguments: ["bytes=5-2", "bytes=a-b", "lines=1-2", "bytes=0-1,4-5", "bytes="])
    func `a range that makes no sense is ignored`(range: String) async throws {
        #expect(try await get("/data.bin", [.range: range]).status == .ok)
    }

    @Test func `HEAD tells the length and gives no body`() async throws {
        let response = try await get("/data.bin", method: .head)
        #expect(response.status == .ok)
        #expect(response.headers[.contentLength] == "10")
        #expect(response.body.readableBytes == 0)
    }

    @Test func `a folder without a shell is refused`() {
        #expect(throws: StaticSite.Failure.self) { try StaticSite(folder: "/nowhere/at/all") }
    }
}

@Suite struct RequestTests {
    private func execute(
        _ uri: String, method: HTTPRequest.Method = .get, headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        struct Failing: EndpointGroup {
            struct Secret: Error {}
            func add(to router: Router<TaktRequestContext>) {
                router.get("/api/fails") { _, _ -> Response in throw Secret() }
                router.get("/api/box") { request, _ -> String in
                    let box = try QueryParameters(request).box("bbox")
                    let limit = try QueryParameters(request).integer("limit", in: 1...10)
                    return "\(box.map { "\($0.west) \($0.north)" } ?? "none") \(limit ?? 0)"
                }
            }
        }
        return try await Application(router: WebServer.router([Failing()])).test(.router) {
            client in
            try await client.execute(uri: uri, method: method, headers: headers)
        }
    }

    @Test func `our own faults tell nothing of the inside`() async throws {
        let response = try await execute("/api/fails")
        #expect(response.status == .internalServerError)
        #expect(!String(buffer: response.body).contains("Secret"))
    }

    @Test(arguments: [
        ("bbox=8,47,9,48", "8.0 48.0 0"), ("bbox=-500,-200,500,200", "-180.0 90.0 0"),
        ("", "none 0"),
        ("limit=10", "none 10"), ("bbox=8%2C47%2C9%2C48", "8.0 48.0 0"),
    ])
    func `parameters are read`(query: String, answer: String) async throws {
        #expect(String(buffer: try await execute("/api/box?\(query)").body) == answer)
    }

    @Test(arguments: [
        "bbox=8,47,9", "bbox=9,47,8,48", "bbox=a,b,c,d", "bbox=nan,47,9,48", "bbox=,,,", "limit=0",
        "limit=11", "limit=1.5", "limit=99999999999999999999",
    ])
    func `parameters that make no sense say what would`(query: String) async throws {
        let response = try await execute("/api/box?\(query)")
        #expect(response.status == .badRequest)
        let body = String(buffer: response.body)
        #expect(body.contains("must be"))
        #expect(body.contains("/problems/bad-parameter"))
    }

    @Test func `other methods are told what is allowed`() async throws {
        let response = try await execute("/api/box", method: .post)
        #expect(response.status == .methodNotAllowed)
        #expect(response.headers[.allow] == "GET, HEAD")
    }

    @Test func `sane request ids are kept, others replaced`() async throws {
        let name = try #require(HTTPField.Name("X-Request-ID"))
        #expect(try await execute("/api/box", headers: [name: "abc-1"]).headers[name] == "abc-1")
        for id in ["a b", String(repeating: "x", count: 65), "<script>"] {
            let given = try await execute("/api/box", headers: [name: id]).headers[name]
            #expect(given != id)
        }
    }

    @Test(arguments: [
        ("http://example.org/v1/x?a=b", "/v1/x?a=b"), ("https://h:80", "/"),
        ("http://h?q=1", "/?q=1"),
        ("/plain", "/plain"), ("*", "*"),
    ])
    func `absolute targets become paths`(target: String, path: String) {
        #expect(ConnectionHandler.path(of: target) == path)
    }
}
