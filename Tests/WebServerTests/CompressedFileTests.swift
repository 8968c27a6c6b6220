import Crypto
import FolderTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing
import TransitModel

@testable import WebServer

/// Files that `scripts/compress` compressed, as the web app's site sends them.
@Suite struct CompressedFileTests {
    private let folder = TemporaryFolder()

    /// A script of the app's third-party files, and a stand-in for its compressed form.
    private static let script = String(repeating: "let a = 1;\n", count: 300)
    private static let form = "compressed by the build"

    /// Returns the name of the form of a script.
    private static func formName(of script: String) -> String {
        "a.js.\(SHA256.hash(data: Data(script.utf8)).prefix(8).hexText).br"
    }

    /// Asks a site with the script, and with a form that belongs to `original`.
    private func get(
        _ path: String = "/vendor/a.js", formOf original: String = script,
        headers: [HTTPField.Name: String] = [:]
    ) async throws -> TestResponse {
        try folder.write("<title>shell</title>", to: "index.html")
        try folder.write(Self.script, to: "vendor/a.js")
        try folder.write(Self.form, to: "vendor/" + Self.formName(of: original))
        let router = WebServer.router([try StaticSite(folder: folder.path)])
        var fields = HTTPFields()
        for (name, value) in headers { fields[name] = value }
        let sent = fields
        return try await Application(router: router).test(.router) { client in
            try await client.execute(uri: path, method: .get, headers: sent)
        }
    }

    @Test(arguments: [
        ("br", "br"), ("gzip, deflate, br, zstd", "br"), ("br;q=0.5, gzip", "br"), ("*", "br"),
        ("gzip", "gzip"), ("br;q=0, gzip", "gzip"), ("br; q=0, *", "gzip"), ("GZIP", "gzip"),
        ("identity", nil), ("br;q=0", nil), ("br;q=0.000, gzip;q=0", nil), ("*;q=0", nil),
        ("gzip;q=0, br;q=0, *", nil), ("", nil), ("brr", nil),
    ])
    func `a file is sent in a form that the client accepts`(
        accepted: String, coding: String?
    ) async throws {
        let response = try await get(headers: [.acceptEncoding: accepted])
        #expect(response.headers[.contentEncoding] == coding)
        #expect(response.headers[.vary] == "Accept-Encoding")
        #expect(response.headers[.contentType] == "text/javascript; charset=utf-8")
        #expect(response.headers[.contentLength] == "\(response.body.readableBytes)")
        let tag = try #require(response.headers[.eTag])
        #expect(tag.hasSuffix("-br\"") == (coding == "br"))
        #expect(tag.hasSuffix("-gzip\"") == (coding == "gzip"))
        #expect((String(buffer: response.body) == Self.form) == (coding == "br"))
        #expect((String(buffer: response.body) == Self.script) == (coding == nil))
        let known = try await get(headers: [.acceptEncoding: accepted, .ifNoneMatch: tag])
        #expect(known.status == .notModified)
        #expect(known.headers[.eTag] == tag)
    }

    @Test func `parts are those of the plain file`() async throws {
        let response = try await get(headers: [.acceptEncoding: "br", .range: "bytes=0-9"])
        #expect(response.status == .partialContent)
        #expect(response.headers[.contentEncoding] == nil)
        #expect(String(buffer: response.body) == "let a = 1;")
    }

    @Test func `the form of another version of the file is not sent`() async throws {
        let response = try await get(formOf: "let a = 2;", headers: [.acceptEncoding: "br, gzip"])
        #expect(response.headers[.contentEncoding] == "gzip")
    }

    @Test func `a form has no address of its own`() async throws {
        let response = try await get("/vendor/" + Self.formName(of: Self.script))
        #expect(response.status == .notFound)
    }

    @Test func `a module beside the app is sent in its form too`() async throws {
        let built = TemporaryFolder()
        try built.write(Self.script, to: "takt-diary.wasm")
        let form = Self.formName(of: Self.script).replacing("a.js", with: "takt-diary.wasm")
        try built.write(Self.form, to: form)
        try folder.write("<title>shell</title>", to: "index.html")
        let site = try StaticSite(
            folder: folder.path, modules: [built.path("takt-diary.wasm")])
        let response = try await Application(router: WebServer.router([site])).test(.router) {
            try await $0.execute(
                uri: "/engine/takt-diary.wasm", method: .get, headers: [.acceptEncoding: "br"])
        }
        #expect(response.headers[.contentType] == "application/wasm")
        #expect(response.headers[.contentEncoding] == "br")
        #expect(String(buffer: response.body) == Self.form)
    }
}
