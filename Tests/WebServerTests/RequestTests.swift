import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Persistence
import Testing

@testable import HTTPServing
@testable import WebServer

@Suite struct RequestTests {
    private func execute(
        _ uri: String, method: HTTPRequest.Method = .get, headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        enum Colour: String, CaseIterable { case red, blue }
        struct Failing: EndpointGroup {
            struct Secret: Error {}
            func add(to router: Router<TaktRequestContext>) {
                router.get("/api/fails") { _, _ -> Response in throw Secret() }
                router.get("/api/ending") { _, _ -> Response in throw CancellationError() }
                router.get("/api/unkept") { _, _ -> Response in
                    throw SQLiteStoreError(.diskFull, "riders", path: "/srv/takt/riders.sqlite")
                }
                router.get("/api/gone") { _, _ -> Response in throw HTTPError(.notFound) }
                router.get("/files/**") { _, _ in "file" }
                router.put("/api/things/:id") { _, _ in "put" }
                router.delete("/api/things/:id") { _, _ in "deleted" }
                router.get("/api/colour") { request, _ -> String in
                    let colour: Colour? = try QueryParameters(request).choice("colour")
                    return colour?.rawValue ?? "none"
                }
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

    @Test func `our own faults show nothing of the inside`() async throws {
        let response = try await execute("/api/fails")
        #expect(response.status == .internalServerError)
        #expect(!String(buffer: response.body).contains("Secret"))
    }

    @Test func `whoever is cut off because the server ends is to ask again`() async throws {
        let response = try await execute("/api/ending")
        #expect(response.status == .serviceUnavailable)
        #expect(response.headers[.retryAfter] == "2")
    }

    @Test func `what the disk refuses is to be sent again, and shows no path`() async throws {
        let response = try await execute("/api/unkept")
        #expect(response.status == .serviceUnavailable)
        #expect(response.headers[.retryAfter] == "60")
        let body = String(buffer: response.body)
        #expect(body.contains("disk is full") && !body.contains("/srv"))
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

    @Test(arguments: [
        ("/api/box", HTTPRequest.Method.post, "GET, HEAD"),
        ("/api/things/7", .get, "DELETE, PUT"), ("/api/things/7", .head, "DELETE, PUT"),
        ("/files/deep/inside", .delete, "GET, HEAD"),
    ])
    func `other methods are answered with what is allowed`(
        path: String, method: HTTPRequest.Method, allowed: String
    ) async throws {
        let response = try await execute(path, method: method)
        #expect(response.status == .methodNotAllowed)
        #expect(response.headers[.allow] == allowed)
    }

    @Test(arguments: [
        ("/api/none", HTTPRequest.Method.post), ("/api/things", .put),
        ("/api/things/7/parts", .put), ("/api/gone", .get), ("/", .post),
    ])
    func `what is not there is not there for any method`(
        path: String, method: HTTPRequest.Method
    ) async throws {
        let response = try await execute(path, method: method)
        #expect(response.status == .notFound)
        #expect(response.headers[.allow] == nil)
    }

    @Test(arguments: [("colour=red", "red"), ("colour=", "none"), ("", "none")])
    func `a word of a few is read`(query: String, answer: String) async throws {
        #expect(String(buffer: try await execute("/api/colour?\(query)").body) == answer)
    }

    @Test func `another word is answered with the allowed ones`() async throws {
        let response = try await execute("/api/colour?colour=pink")
        #expect(response.status == .badRequest)
        #expect(String(buffer: response.body).contains("must be red or blue, not 'pink'"))
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
