import Testing

@testable import HTTPFetching

/// Following redirects.
struct RedirectTests {
    private let fetcher = HTTPFetchingTests.fetcher()

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect is followed, relative or not`(status: Int) async throws {
        try await ScriptedServer.running { asked, _ in
            asked.target == "/new?x=1" ? .ok("here") : .redirect(to: "new?x=1", status: status)
        } _: { server in
            let request = FetchRequest(server.url("/old"), limitBytes: 10)
            let (content, info) = try await fetcher.text(request)
            #expect(content == "here")
            #expect(info.url == server.url("/new?x=1"))
        }
    }

    @Test func `a circle ends at the limit`() async throws {
        try await ScriptedServer.running { _, _ in
            .redirect(to: "/")
        } _: { server in
            var request = FetchRequest(server.url(), limitBytes: 10)
            request.maximumRedirects = 3
            #expect(
                await fetcher.failure(request)
                    == .tooManyRedirects(limit: 3))
            #expect(server.asked.count == 4)
        }
    }

    @Test func `a redirect to nowhere is not followed`() async throws {
        try await ScriptedServer.running { asked, _ in
            asked.target == "/none" ? .status(302) : .redirect(to: "ftp://127.0.0.1/")
        } _: { server in
            for path in ["/none", "/ftp"] {
                let request = FetchRequest(server.url(path), limitBytes: 10)
                #expect(
                    await fetcher.failure(request)
                        == .badRedirect)
            }
        }
    }

    @Test(arguments: ["127.0.0.1", "localhost", "[::1]", "169.254.169.254", "10.0.0.1"])
    func `an address of this network that the operator named leads to no other one`(
        inner: String
    ) async throws {
        try await ScriptedServer.running { _, _ in
            .ok("secret")
        } _: { other in
            let target = "http://\(inner):\(other.port)/admin"
            try await ScriptedServer.running { asked, _ in
                asked.target == "/there" ? .ok("here") : .redirect(to: target)
            } _: { server in
                let outcome = await fetcher.failure(
                    FetchRequest(server.url("/old"), limitBytes: 10))
                guard case .forbiddenAddress = outcome else {
                    Issue.record("ended with \(String(describing: outcome))")
                    return
                }
                #expect(server.asked.map(\.target) == ["/old"])
            }
            #expect(other.asked.isEmpty)
        }
    }

    @Test func `keys are not shown to another server`() async throws {
        // A loopback address counts as the public internet here.
        let fetcher = HTTPFetchingTests.fetcher { $0.scope = { _ in .publicInternet } }
        try await ScriptedServer.running { _, _ in
            .ok("here")
        } _: { other in
            let elsewhere = other.url("/elsewhere")
            try await ScriptedServer.running { asked, _ in
                .redirect(to: asked.target == "/old" ? "/newer" : elsewhere)
            } _: { server in
                var request = FetchRequest(server.url("/old"), limitBytes: 10)
                request.headers = ["X-Key": "secret"]
                _ = try await fetcher.fetch(request)
                #expect(server.asked.map { $0.headers["x-key"] } == ["secret", "secret"])
            }
            #expect(other.asked.map(\.target) == ["/elsewhere"])
            #expect(other.asked.first?.headers["x-key"] == nil)
        }
    }

    @Test func `encryption is not given up on the way`() throws {
        let encrypted = try HTTPAddress("https://example.org/a")
        #expect(throws: FetchError.badRedirect) {
            try encrypted.redirected(to: "http://example.org/a")
        }
        #expect(try encrypted.redirected(to: "//b.org/").text == "https://b.org/")
        let plain = try HTTPAddress("http://example.org/a")
        #expect(try plain.redirected(to: "https://example.org/a").isEncrypted)
    }

    @Test(arguments: [
        ("http://a.org/", "http://A.org:80/x", true),
        ("https://a.org/", "https://a.org:443/", true),
        ("http://a.org/", "https://a.org/", false), ("http://a.org/", "http://b.a.org/", false),
        ("http://a.org/", "http://a.org:81/", false),
    ])
    func `an origin is scheme, host and port`(one: String, other: String, same: Bool) throws {
        #expect(try HTTPAddress(one).hasSameOrigin(as: HTTPAddress(other)) == same)
    }
}
