import HTTPTypes
import Hummingbird
import InMemoryTracing
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import HTTPServing
@testable import WebServer

/// Tracing of requests.
@Suite struct RequestSpanTests {
    private let tracer = InMemoryTracer()

    /// Returns the span of one request.
    private func span(
        of path: String, from peer: String = "127.0.0.1", _ headers: HTTPFields = [:]
    ) async throws -> FinishedInMemorySpan {
        let responder = WebServer.router([Places()], tracer: tracer).buildResponder()
        let channel = NIOAsyncTestingChannel()
        try await channel.connect(to: SocketAddress(ipAddress: peer, port: 1)).get()
        let request = Request(
            head: HTTPRequest(
                method: .get, scheme: "http", authority: "t", path: path, headerFields: headers),
            body: RequestBody(buffer: ByteBuffer()))
        _ = try await responder.respond(
            to: request,
            context: TaktRequestContext(
                source: ApplicationRequestContextSource(
                    channel: channel, logger: Logger(label: "test"))))
        let spans = tracer.popFinishedSpans()
        #expect(spans.count == 1 && tracer.activeSpans.isEmpty)
        return try #require(spans.first)
    }

    @Test
    func `a request is recorded by its route and status, never by what was asked for or by whom`()
        async throws
    {
        let span = try await span(of: "/api/v1/stops/secret-place?q=secret-word")
        #expect(span.operationName == "GET /api/v1/stops/{id}")
        var attributes: [String] = []
        span.attributes.forEach { name, value in attributes.append("\(name)=\(value)") }
        #expect(attributes.count == 3)
        #expect(
            attributes.contains { $0.hasPrefix("http.response.status_code=") && $0.contains("204") }
        )
        #expect(!attributes.contains { $0.contains("secret") || $0.contains("127.0.0.1") })
    }

    @Test func `a failure is recorded without what went wrong`() async throws {
        let span = try await span(of: "/api/v1/broken")
        #expect(span.status?.code == .error)
        #expect(span.errors.isEmpty)
        #expect(try await self.span(of: "/nowhere").operationName == "GET unknown")
    }

    @Test func `a trace goes on where a trusted proxy says so, and for nobody else`() async throws {
        let trace = try #require(HTTPField.Name(InMemoryTracer.traceIDKey))
        let parent = try #require(HTTPField.Name(InMemoryTracer.spanIDKey))
        let headers: HTTPFields = [trace: "trace-of-the-proxy", parent: "its-span"]
        let known = try await span(of: "/api/v1/stops/a", headers)
        #expect(known.traceID == "trace-of-the-proxy" && known.parentSpanID == "its-span")
        let stranger = try await span(of: "/api/v1/stops/a", from: "203.0.113.9", headers)
        #expect(stranger.traceID != "trace-of-the-proxy" && stranger.parentSpanID == nil)
    }
}
