import FolderTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import HTTPServing
@testable import WebServer

/// A text that exceeds the memory limit of the tests' site.
private let largeText = String(repeating: "0123456789", count: 10_000)

/// Serves a site in a folder that exists while `body` runs.
private func withSite<Result>(
    _ body: (Router<TaktRequestContext>) async throws -> Result
) async throws -> Result {
    let files = [
        "index.html": "<!doctype html><title>shell</title>",
        "app/main.js": String(repeating: "console.log('takt');\n", count: 200),
        "data.bin": "0123456789",
        "a b.txt": "blank",
        "map.pmtiles": largeText,
        "service-worker.js": #"const ADDRESSES = ["map", "lines", "stop"];"#,
        ".secret": "no",
    ]
    return try await TemporaryFolder.with { folder in
        for (name, contents) in files { try folder.write(contents, to: name) }
        return try await body(
            WebServer.router([try StaticSite(folder: folder.path, maximumBytesInMemory: 50_000)]))
    }
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
    private let folder = TemporaryFolder()

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
        let packed = try #require(
            try await get("/app/main.js", [.acceptEncoding: "gzip"]).headers[.eTag])
        for (value, accepted) in [
            (tag, ""), (packed, "gzip"), (tag, "gzip"), ("\"x\", \(tag)", ""), ("W/\(tag)", ""),
            ("*", ""),
        ] {
            let response = try await get(
                "/app/main.js", [.ifNoneMatch: value, .acceptEncoding: accepted])
            #expect(response.status == .notModified)
            #expect(response.body.readableBytes == 0)
        }
        #expect(try await get("/app/main.js", [.ifNoneMatch: "\"x\""]).status == .ok)
    }

    @Test func `text is packed for those who take it`() async throws {
        let plain = try await get("/app/main.js")
        let packed = try await get("/app/main.js", [.acceptEncoding: "br, gzip;q=0.8"])
        #expect(packed.headers[.contentEncoding] == "gzip")
        #expect(packed.headers[.eTag] != plain.headers[.eTag])
        #expect(packed.body.readableBytes < plain.body.readableBytes / 10)
        let refused = try await get("/app/main.js", [.acceptEncoding: "gzip;q=0"])
        #expect(refused.headers[.contentEncoding] == nil)
    }

    @Test func `at other paths nothing is found, as the shell tells people`() async throws {
        let page = try await get("/gbfs", html)
        #expect(page.status == .notFound)
        #expect(String(buffer: page.body).contains("<title>shell</title>"))
        for headers in [[:], [HTTPField.Name.accept: "*/*"]] {
            let problem = try await get("/gbfs/gbfs.json", headers)
            #expect(problem.status == .notFound)
            #expect(problem.headers[.contentType] == "application/problem+json")
        }
    }

    @Test(arguments: [
        "/", "/map", "/lines/7", "/lines/91-10-A-j26.1", "/lines/a..b",
        "/stop/8503000.P", "/lines/a%2Fb.c", "/lines/7.css",
    ])
    func `addresses of the app give its shell`(path: String) async throws {
        let response = try await get(path, html)
        #expect(response.status == .ok)
        #expect(String(buffer: response.body).contains("<title>shell</title>"))
    }

    @Test(arguments: [
        "/nothing.js", "/.secret", "/app/nothing.js", "/app/a/b.c", "/app/nothing", "/app",
        "/app/../.secret", "/lines/../.secret", "/..%2f..%2fetc/passwd", "/api/v1/nothing",
        "/health/nothing", "/pub", "/history", "/tracker-ws/v1/",
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

    @Test(arguments: ["/a%20b.txt", "/%61%20b.txt"])
    func `names may be written with percent signs`(path: String) async throws {
        #expect(String(buffer: try await get(path).body) == "blank")
    }

    @Test(arguments: ["/data.bin", "/map.pmtiles"])
    func `a part is given only of the version that the client knows`(path: String) async throws {
        try await withSite { router in
            try await Application(router: router).test(.router) { client in
                let whole = try await client.execute(uri: path, method: .get)
                let tag = try #require(whole.headers[.eTag])
                for (known, status) in [
                    (tag, HTTPResponse.Status.partialContent), ("\"x\"", .ok),
                    ("W/\(tag)", .ok), ("Mon, 04 May 2026 08:00:00 GMT", .ok),
                ] {
                    let response = try await client.execute(
                        uri: path, method: .get,
                        headers: [.range: "bytes=0-3", .ifRange: known])
                    #expect(response.status == status)
                }
            }
        }
    }

    @Test func `HEAD shows the length and gives no body`() async throws {
        let response = try await get("/data.bin", method: .head)
        #expect(response.status == .ok)
        #expect(response.headers[.contentLength] == "10")
        #expect(response.body.readableBytes == 0)
    }

    @Test func `a large file is read from disk, whole`() async throws {
        let response = try await get("/map.pmtiles")
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "application/vnd.pmtiles")
        #expect(response.headers[.contentLength] == "100000")
        #expect(String(buffer: response.body) == largeText)
        let tag = try #require(response.headers[.eTag])
        #expect(header("Accept-Ranges", response) == "bytes")
        #expect(try await get("/map.pmtiles", [.ifNoneMatch: "\"x\""]).status == .ok)
        #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
    }

    @Test(arguments: [
        ("bytes=10-13", "0123", "bytes 10-13/100000"),
        ("bytes=-3", "789", "bytes 99997-99999/100000"),
        ("bytes=99998-", "89", "bytes 99998-99999/100000"),
    ])
    func `a part of a large file`(range: String, body: String, header: String) async throws {
        let response = try await get("/map.pmtiles", [.range: range])
        #expect(response.status == .partialContent)
        #expect(String(buffer: response.body) == body)
        #expect(response.headers[.contentRange] == header)
        #expect(response.headers[.contentLength] == "\(body.count)")
    }

    @Test func `a large file that is replaced or removed is noticed`() async throws {
        let map = folder.url.appendingPathComponent("map.pmtiles")
        try folder.write("shell", to: "index.html")
        try Data("the first version".utf8).write(to: map)
        let router = WebServer.router([
            try StaticSite(folder: folder.path, maximumBytesInMemory: 10)
        ])
        try await Application(router: router).test(.router) { client in
            let first = try await client.execute(uri: "/map.pmtiles", method: .get)
            let tag = try #require(first.headers[.eTag])
            let again = try await client.execute(
                uri: "/map.pmtiles", method: .get, headers: [.ifNoneMatch: tag])
            #expect(again.status == .notModified)
            try Data("the second, longer version".utf8).write(to: map, options: .atomic)
            let second = try await client.execute(
                uri: "/map.pmtiles", method: .get, headers: [.ifNoneMatch: tag])
            #expect(String(buffer: second.body) == "the second, longer version")
            try FileManager.default.removeItem(at: map)
            let gone = try await client.execute(uri: "/map.pmtiles", method: .get)
            #expect(gone.status == .notFound)
        }
    }

    @Test func `HEAD of a large file gives no body, a part beyond its end is refused`() async throws
    {
        let head = try await get("/map.pmtiles", method: .head)
        #expect(head.status == .ok)
        #expect(head.headers[.contentLength] == "100000")
        #expect(head.body.readableBytes == 0)
        let beyond = try await get("/map.pmtiles", [.range: "bytes=100000-"])
        #expect(beyond.status == .rangeNotSatisfiable)
        #expect(beyond.headers[.contentRange] == "bytes */100000")
    }

    /// Returns the response of a site with these files at a path.
    private func said(_ path: String, _ files: [String: String]) async throws -> TestResponse {
        for (name, contents) in files { try folder.write(contents, to: name) }
        let router = WebServer.router([try StaticSite(folder: folder.path)])
        return try await Application(router: router).test(.router) { client in
            try await client.execute(uri: path, method: .get, headers: [.accept: "text/html,*/*"])
        }
    }

    /// Returns the digest in a page that loads one script.
    private func digest(_ files: [String: String]) async throws -> String {
        let page = String(buffer: try await said("/", files).body)
        let link = try #require(
            page.split(separator: "\"").first { $0.hasPrefix("/release/") })
        return String(try #require(link.split(separator: "/").dropFirst().first))
    }

    @Test func `a folder without the files of third parties says so, to operators and to the app`()
        async throws
    {
        let files = ["index.html": "<html lang=\"en\"></html>", "vendor/icons.svg": "<svg/>"]
        let page = String(buffer: try await said("/", files).body)
        #expect(page == "<html data-lacks=\"vendor\" lang=\"en\"></html>")
        let lacking = try StaticSite(folder: folder.path).lacking
        let needed = ["vendor/inter.woff2", "vendor/maplibre-gl.css", "vendor/maplibre-gl.js"]
        #expect(lacking == needed)
        let whole = needed.reduce(into: files) { $0[$1] = "" }
        #expect(String(buffer: try await said("/", whole).body) == "<html lang=\"en\"></html>")
        #expect(try StaticSite(folder: folder.path).lacking == [])
    }

    @Test func `one digest names all that a release loads, and another release has another`()
        async throws
    {
        let files = [
            "index.html": "<script src=\"/app/main.js\"></script>", "app/main.js": "1",
            "vendor/icons.svg": "<svg/>", "notes.txt": "not of the app",
            "service-worker.js": #"const RELEASE = { digest: "", files: {} };"#,
        ]
        let first = try await digest(files)
        #expect(first.count == 16)
        #expect(try await digest(files) == first)
        #expect(try await digest(files.merging(["notes.txt": "other"]) { $1 }) == first)
        for changed in ["app/main.js", "vendor/icons.svg", "service-worker.js"] {
            let other = files.merging([changed: files[changed, default: ""] + " "]) { $1 }
            #expect(try await digest(other) != first, "\(changed)")
        }
        #expect(try await digest(files.merging(["app/more.js": ""]) { $1 }) != first)
    }

    @Test func `a release's files never change, and those of another are not there`() async throws {
        let files = ["index.html": "<script src=\"/app/main.js\"></script>", "app/main.js": "1"]
        let release = "/release/" + (try await digest(files))
        let file = try await said(release + "/app/main.js", files)
        #expect(String(buffer: file.body) == "1")
        #expect(file.headers[.cacheControl] == "public, max-age=31536000, immutable")
        let page = try await said(release + "/index.html", files)
        #expect(String(buffer: page.body) == "<script src=\"\(release)/app/main.js\"></script>")
        // Without a list of the app's addresses, each path may be one.
        let shell = try await said("/lines/7", files)
        #expect(shell.status == .ok && shell.headers[.cacheControl] == "no-cache")
        for path in ["/release/0123456789abcdef/app/main.js", "/release/x", release + "/app/no.js"]
        {
            let response = try await said(path, files)
            #expect(response.status == .notFound)
            #expect(response.headers[.cacheControl] == "no-store")
        }
    }

    @Test func `the worker has the digest and the list of the app's files`() async throws {
        let files = [
            "index.html": "<script src=\"/app/main.js\"></script>", "app/main.js": "1",
            "icons/takt.svg": "<svg/>", "notes.txt": "not of the app",
            "service-worker.js": "const RELEASE = { digest: \"\", files: {} };\nrun();\n",
        ]
        let digest = try await digest(files)
        let worker = try await said("/service-worker.js", files)
        #expect(worker.headers[.cacheControl] == "no-cache")
        let lines = String(buffer: worker.body).split(separator: "\n")
        #expect(lines.first == "const RELEASE = { digest: \"\(digest)\", files: {")
        #expect(lines.count == 5 && lines.last == "run();")
        #expect(lines[1].hasPrefix("  \"/app/main.js\": \""))
        #expect(lines[2].hasPrefix("  \"/icons/takt.svg\": \""))
    }

    @Test func `a file is the same at its own address and at that of its release`() async throws {
        let files = [
            "index.html": "<script src=\"/app/a.js\"></script>",
            "app/a.js": "// A comment.\n" + String(repeating: "let a = 1;\n", count: 300),
        ]
        let digest = try await digest(files)
        for path in ["/index.html", "/app/a.js"] {
            let plain = try await said(path, files)
            let released = try await said("/release/\(digest)" + path, files)
            #expect(plain.body == released.body && plain.status == .ok)
            #expect(plain.headers[.eTag] == released.headers[.eTag])
        }
    }

    @Test func `a release leaves comments out and keeps its lines`() {
        let text = """
            // What it does.
            /** @import { A } from "./a.js" */
            import { a } from "./a.js"; // stays
              /** Two
               * lines. */ const b = "/* no comment */";
            /** @type {A} */ /* and */ (c).d();
            """
        func without(_ path: String) -> [Substring] {
            String(
                decoding: AppRelease.withoutComments(Data(text.utf8), path: path), as: UTF8.self
            ).split(separator: "\n", omittingEmptySubsequences: false)
        }
        #expect(
            without("/app/b.js") == [
                "", "", "import { a } from \"./a.js\"; // stays", "",
                "const b = \"/* no comment */\";", "(c).d();",
            ])
        #expect(without("/app/b.css").first == "// What it does.")
        #expect(without("/vendor/b.js").count == 6 && without("/vendor/b.js")[1].hasPrefix("/**"))
    }

    @Test func `a folder without a shell is refused`() {
        #expect(throws: StaticSite.Failure.self) { try StaticSite(folder: "/nowhere/at/all") }
    }
}
