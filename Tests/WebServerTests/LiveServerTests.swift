import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import Testing

@testable import HTTPServing
@testable import WebServer

/// Behaviour that only a real socket shows.
@Suite(.timeLimit(.minutes(30))) struct LiveServerTests {
    private struct Probes: EndpointGroup {
        let limiter = StreamLimiter(limit: 10)

        func add(to router: Router<TaktRequestContext>) {
            router.get("/echo") { request, _ in "query=\(request.uri.query ?? "");" }
            router.post("/echo") { request, _ in
                "body=\(String(buffer: try await request.body.collect(upTo: 100)));"
            }
            router.get("/silence") { request, _ in
                let (ticks, continuation) = AsyncStream.makeStream(of: Int.self)
                return try EventStream.response(to: request, limiter: limiter, ticks: ticks) { _ in
                    withExtendedLifetime(continuation) { nil }
                }
            }
        }
    }

    /// Runs a server while `body` runs, with its port and a closure that stops it; then waits for
    /// its end.
    private func withServer(
        _ body: @escaping @Sendable (Int, _ stop: @Sendable () async -> Void) async throws -> Void
    ) async throws {
        var settings = WebServer.Settings()
        settings.port = 0
        let server = WebServer(
            settings, endpoints: [Probes()], requestIDPrefix: "t",
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let service = server.service { port.yield($0) }
        let group = ServiceGroup(
            services: [service], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            var waiting = ports.makeAsyncIterator()
            let port = try #require(await waiting.next())
            do {
                try await body(port) { await group.triggerGracefulShutdown() }
            } catch {
                await group.triggerGracefulShutdown()
                throw error
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    @Test(arguments: ["h2c", "websocket"])
    func `a wish to upgrade is answered as a plain request`(protocolName: String) async throws {
        try await withServer { port, _ in
            let connection = try RawConnection(port: port)
            try connection.send(
                "GET /echo?a HTTP/1.1", "Host: takt.test", "Connection: Upgrade, HTTP2-Settings",
                "Upgrade: \(protocolName)", "HTTP2-Settings: AAMAAABkAAQAAP__")
            // The server closes the connection, because its parser would ignore a second request.
            let answer = try await connection.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(answer.hasSuffix("query=a;"))
        }
    }

    @Test func `targets in absolute form are routed by their path`() async throws {
        try await withServer { port, _ in
            let connection = try RawConnection(port: port)
            try connection.send("GET http://takt.test:80/echo?a=b HTTP/1.1", "Host: takt.test")
            let answer = try await connection.read { $0.hasSuffix(";") }
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(answer.hasSuffix("query=a=b;"))
        }
    }

    @Test(arguments: [("https", true), ("http", false), ("https, http", false), ("", false)])
    func `browsers that came by TLS are asked to stay with it`(
        forwarded: String, isSent: Bool
    ) async throws {
        try await withServer { port, _ in
            let connection = try RawConnection(port: port)
            // A proxy on this machine reports its client's scheme; the last value is its own.
            let word = forwarded.isEmpty ? "X-Other: https" : "X-Forwarded-Proto: \(forwarded)"
            try connection.send("GET /echo HTTP/1.1", "Host: takt.test", word)
            let answer = try await connection.read { $0.hasSuffix(";") }
            #expect(answer.contains("Strict-Transport-Security: max-age=31536000\r\n") == isSent)
            #expect(answer.contains("X-Content-Type-Options: nosniff\r\n"))
        }
    }

    @Test func `a client that waits with its body is asked to send it`() async throws {
        try await withServer { port, _ in
            let connection = try RawConnection(port: port)
            for expectation in ["100-continue", "100-Continue"] {
                try connection.send(
                    "POST /echo HTTP/1.1", "Host: takt.test", "Content-Length: 4",
                    "Expect: \(expectation)")
                let goOn = try await connection.read { $0.hasSuffix("\r\n\r\n") }
                #expect(goOn == "HTTP/1.1 100 Continue\r\n\r\n")
                try connection.sendText("four")
                let answer = try await connection.read { $0.hasSuffix(";") }
                #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
                #expect(answer.hasSuffix("body=four;"))
            }
        }
    }

    @Test(arguments: [
        // HTTP/1.0 knows no interim answers, and one would be mixed with the answer before.
        [
            "POST /echo HTTP/1.0\r\nConnection: close\r\nExpect: 100-continue\r\n"
                + "Content-Length: 0\r\n\r\n"
        ],
        [
            "GET /echo?a HTTP/1.1\r\nHost: takt.test\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: takt.test\r\nConnection: close\r\n"
                + "Expect: 100-continue\r\nContent-Length: 0\r\n\r\n",
        ],
    ])
    func `there is no interim answer where it would confuse`(requests: [String]) async throws {
        try await withServer { port, _ in
            let connection = try RawConnection(port: port)
            try connection.sendText(requests.joined())
            let answer = try await connection.readToEnd()
            #expect(!answer.contains(" 100 "))
            #expect(answer.components(separatedBy: "200 OK\r\n").count == requests.count + 1)
        }
    }

    @Test func `a connection is used again, whatever was answered`() async throws {
        try await withServer { port, _ in
            let connection = try RawConnection(port: port)
            try connection.send("HEAD /echo HTTP/1.1", "Host: takt.test")
            let head = try await connection.read { $0.hasSuffix("\r\n\r\n") }
            #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
            try connection.send("GET /none HTTP/1.1", "Host: takt.test")
            let missing = try await connection.read { $0.hasSuffix("}") }
            #expect(missing.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
            try connection.send(
                "PUT /echo HTTP/1.1", "Host: takt.test", "Content-Length: 2", "", "GE")
            let refused = try await connection.read { $0.hasSuffix("}") }
            #expect(refused.hasPrefix("HTTP/1.1 405 Method Not Allowed\r\n"))
        }
    }

    @Test(arguments: [
        ("HTTP/1.1", [String](), 400), ("HTTP/1.1", ["Host: a.test", "Host: a.test"], 400),
        ("HTTP/1.1", ["Host: a.test", "host: b.test"], 400),
        ("HTTP/1.1", ["Host: a.test, b.test"], 400), ("HTTP/1.1", ["Host: a.test/b"], 400),
        ("HTTP/1.1", ["Host: user@a.test"], 400), ("HTTP/1.0", ["Host: a", "Host: b"], 400),
        ("HTTP/1.1", ["Host:"], 200), ("HTTP/1.1", ["Host: [::1]:8080"], 200),
        ("HTTP/1.0", [], 200),
    ])
    func `a request has one host`(version: String, hosts: [String], status: Int) async throws {
        try await withServer { port, _ in
            for path in ["/echo?a", "/tracker-ws/v1/"] {
                let connection = try RawConnection(port: port)
                // The body of a refused request is not taken for another one.
                let next = "GET /echo?smuggled HTTP/1.1\r\nHost: takt.test\r\n\r\n"
                let lines =
                    ["POST \(path) \(version)"] + hosts
                    + ["Connection: close", "Content-Length: \(next.utf8.count)", "", next]
                try connection.send(lines.joined(separator: "\r\n"))
                let answer = try await connection.readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n") == (status == 400))
                #expect(answer.contains("'Host'") == (status == 400))
                #expect(!answer.contains("query=smuggled"))
            }
        }
    }

    @Test func `heads without end are refused`() async throws {
        try await withServer { port, _ in
            let connection = try RawConnection(port: port)
            let long = String(repeating: "x", count: 40 * 1024)
            try connection.send("GET /echo HTTP/1.1", "Host: takt.test", "X-Long: \(long)")
            let answer = try await connection.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 431 Request Header Fields Too Large\r\n"))
            #expect(answer.lowercased().contains("content-type: application/problem+json\r\n"))
            #expect(answer.hasSuffix("}"))
        }
    }

    @Test(arguments: ["/echo", "/tracker-ws/v1/"])
    func `an address longer than the decoder takes is a problem object`(
        path: String
    ) async throws {
        try await withServer { port, _ in
            let connection = try RawConnection(port: port)
            let long = String(repeating: "x", count: 40 * 1024)
            try connection.send("GET \(path)?a=\(long) HTTP/1.1", "Host: takt.test")
            let answer = try await connection.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 431 "))
            #expect(answer.contains("\"status\":431"))
        }
    }

    @Test func `what is not HTTP is a problem object, after the answers before it`() async throws {
        try await withServer { port, _ in
            let connection = try RawConnection(port: port)
            try connection.send(
                "GET /echo?first HTTP/1.1", "Host: takt.test", "", "NOT/A REQUEST AT ALL")
            let answer = try await connection.readToEnd()
            let parts = answer.components(separatedBy: "query=first;")
            #expect(parts.count == 2)
            #expect(parts.first?.hasPrefix("HTTP/1.1 200 OK\r\n") == true)
            #expect(parts.last?.hasPrefix("HTTP/1.1 400 Bad Request\r\n") == true)
            #expect(parts.last?.contains("\"status\":400") == true)
        }
    }

    @Test(arguments: [
        ("POST /echo", "Transfer-Encoding: chunked", "ZZ\r\n{}", 400),
        ("POST /echo", "Transfer-Encoding: chunked", "1\r\n{\r\nXX\r\n", 400),
        ("POST /echo", "Transfer-Encoding: chunked", "FFFFFFFFFFFFFFFFFF\r\n{}", 400),
        ("POST /echo", "Transfer-Encoding: gzip", "{}", 400),
        // This body is not read, so the request is answered before the body breaks.
        ("GET /echo", "Transfer-Encoding: chunked", "ZZ\r\n", 200),
        ("GET /tracker-ws/v1/", "Transfer-Encoding: chunked", "ZZ\r\n", 404),
    ])
    func `a request whose body breaks has one answer, and the connection ends`(
        request: String, encoding: String, body: String, status: Int
    ) async throws {
        try await withServer { port, _ in
            let connection = try RawConnection(port: port)
            try connection.send("\(request) HTTP/1.1", "Host: takt.test", encoding)
            if status != 400 { _ = try await connection.read { $0.contains("\r\n\r\n") } }
            try connection.send(body)
            let answer = try await connection.readToEnd()
            #expect(answer.components(separatedBy: "HTTP/1.1 ").count == (status == 400 ? 2 : 1))
            #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n") == (status == 400))
            #expect(answer.contains("\"status\":400") == (status == 400))
        }
    }

    @Test(arguments: ["identity", "gzip"])
    func `open streams and idle connections end when the server is stopped`(
        encoding: String
    ) async throws {
        try await withServer { port, stop in
            let stream = try RawConnection(port: port)
            try stream.send(
                "GET /silence HTTP/1.1", "Host: takt.test", "Accept-Encoding: \(encoding)")
            let start = try await stream.read { $0.contains("\r\n\r\n") }
            #expect(start.contains("text/event-stream"))
            let idle = try RawConnection(port: port)
            try idle.send("GET /echo HTTP/1.1", "Host: takt.test")
            _ = try await idle.read { $0.hasSuffix(";") }
            await stop()
            // An empty chunk ends the body properly.
            #expect(try await stream.readToEnd().hasSuffix("0\r\n\r\n"))
            #expect(try await idle.readToEnd().isEmpty)
        }
    }
}
