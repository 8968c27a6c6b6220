import HTTPFetching
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import HTTPServing
@testable import WebServer

@Suite struct RequestLimitTests {
    private struct Probe: EndpointGroup {
        func add(to router: Router<TaktRequestContext>) {
            router.get("/api/v1/probe") { _, _ in "there" }
            router.get("/style.css") { _, _ in "there" }
        }
    }

    /// Returns a router's responses to consecutive requests from one peer.
    private func answers(
        to path: String, _ headers: HTTPFields, count: Int, perSecond: Int,
        from peer: String = "127.0.0.1", behind proxies: [AddressRange] = []
    ) async throws -> [Response] {
        try await answers(
            to: path, Array(repeating: headers, count: count), perSecond: perSecond, from: peer,
            behind: proxies)
    }

    /// Returns a router's responses to consecutive requests with these headers from one peer.
    private func answers(
        to path: String, _ headers: [HTTPFields], perSecond: Int, from peer: String = "127.0.0.1",
        behind proxies: [AddressRange] = []
    ) async throws -> [Response] {
        let limits = RequestLimits(perSecond: perSecond, proxies: TrustedProxies(proxies))
        let responder = WebServer.router([Probe()], limits: limits).buildResponder()
        let channel = NIOAsyncTestingChannel()
        try await channel.connect(to: SocketAddress(ipAddress: peer, port: 1)).get()
        var answers: [Response] = []
        for fields in headers {
            let context = TaktRequestContext(
                source: ApplicationRequestContextSource(
                    channel: channel, logger: Logger(label: "test")))
            let request = Request(
                head: HTTPRequest(
                    method: .get, scheme: "http", authority: "t", path: path, headerFields: fields),
                body: RequestBody(buffer: ByteBuffer()))
            answers.append(try await responder.respond(to: request, context: context))
        }
        return answers
    }

    private func forwarded(for address: String) throws -> HTTPFields {
        [try #require(HTTPField.Name("X-Forwarded-For")): address]
    }

    @Test func `a client that asks too often learns how long to wait, others do not`() async throws
    {
        let headers = try forwarded(for: "203.0.113.9")
        let most = 2 * RequestLimits.burstSeconds
        let answers = try await answers(
            to: "/api/v1/probe", headers, count: most + 1, perSecond: 2)
        #expect(answers.prefix(most).allSatisfy { $0.status == .ok })
        let last = try #require(answers.last)
        #expect(last.status == .tooManyRequests)
        #expect(last.headers[.retryAfter] == "1")
        let remaining = try #require(HTTPField.Name("RateLimit-Remaining"))
        #expect(answers.map { $0.headers[remaining] }.prefix(3) == ["7", "6", "5"])
        #expect(last.headers[remaining] == "0")
    }

    @Test(arguments: ["//api/v1/probe", "/api//v1/probe", "///api/v1/probe/"])
    func `a path is counted however many slashes it has`(path: String) async throws {
        let headers = try forwarded(for: "203.0.113.9")
        let answers = try await answers(to: path, headers, count: 5, perSecond: 1)
        #expect(answers.first?.status == .ok && answers.last?.status == .tooManyRequests)
    }

    @Test func `clients on this machine and the web app's files are not counted`() async throws {
        let here = try await answers(to: "/api/v1/probe", [:], count: 30, perSecond: 1)
        #expect(here.allSatisfy { $0.status == .ok })
        let files = try await answers(
            to: "/style.css", try forwarded(for: "203.0.113.9"), count: 30, perSecond: 1)
        #expect(files.allSatisfy { $0.status == .ok })
    }

    @Test func `a proxy elsewhere is believed only if the operator named it`() async throws {
        let range = try #require(AddressRange("10.0.0.0/8"))
        // Five requests for one client exceed the limit, through any proxy.
        let one = try await answers(
            to: "/api/v1/probe", try forwarded(for: "203.0.113.9"), count: 5, perSecond: 1,
            from: "10.0.0.2", behind: [range])
        #expect(one.last?.status == .tooManyRequests)
        // Each request names another client, which shows whether the header counts. The client's
        // own claim comes first and is ignored; another proxy's comes last.
        let many = try (0..<5).map {
            try forwarded(for: "198.51.100.1, 203.0.113.\($0), 10.0.0.3")
        }
        for (proxies, expected) in [([range], HTTPResponse.Status.ok), ([], .tooManyRequests)] {
            let all = try await answers(
                to: "/api/v1/probe", many, perSecond: 1, from: "10.0.0.2", behind: proxies)
            #expect(all.last?.status == expected)
        }
    }

    @Test func `a token is counted wherever it is used`() async throws {
        let headers = try (0..<6).map {
            var fields = try forwarded(for: "203.0.113.\($0)")
            fields[.authorization] = "Bearer secret"
            return fields
        }
        let all = try await answers(to: "/api/v1/probe", headers, perSecond: 1)
        #expect(all.last?.status == .tooManyRequests)
    }
}
