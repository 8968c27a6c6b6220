import Testing

@testable import HTTPFetching

/// Requests with a body.
struct PostTests {
    private func post(_ url: String, _ body: String) -> FetchRequest {
        var request = FetchRequest(url, limitBytes: 100)
        request.body = Array(body.utf8)
        request.headers = ["Content-Type": "text/plain", "TTL": "60"]
        request.retries = .never
        return request
    }

    @Test func `a body is posted with its fields`() async throws {
        try await ScriptedServer.running { _, _ in
            .status(201)
        } _: { server in
            let (_, info) = try await fetcher().text(post(server.url("/in"), "hällo"))
            #expect(info.byteCount == 0)
            let asked = try #require(server.asked.first)
            #expect(asked.method == "POST" && asked.target == "/in")
            #expect(asked.body == Array("hällo".utf8))
            #expect(asked.headers["content-type"] == "text/plain")
            #expect(asked.headers["ttl"] == "60")
        }
    }

    @Test func `an empty body is posted too`() async throws {
        try await ScriptedServer.running { _, _ in
            .status(204)
        } _: { server in
            _ = try await fetcher().text(post(server.url(), ""))
            #expect(server.asked.map(\.method) == ["POST"])
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `what was posted follows no redirect`(status: Int) async throws {
        try await ScriptedServer.running { asked, _ in
            asked.target == "/" ? .redirect(to: "/there", status: status) : .ok("taken")
        } _: { server in
            let failure = await fetcher().failure(post(server.url(), "secret"))
            #expect(failure == .tooManyRedirects(limit: 0))
            #expect(server.asked.count == 1)
        }
    }

    @Test func `nothing is posted to an inner address on behalf of strangers`() async throws {
        try await ScriptedServer.running { _, _ in
            .ok("taken")
        } _: { server in
            var request = post(server.url(), "secret")
            request.reach = .publicInternet
            let failure = await fetcher().failure(request)
            #expect(failure == .forbiddenAddress(host: "127.0.0.1", .thisMachine))
            #expect(server.asked.isEmpty)
        }
    }

    @Test(arguments: [
        ("Wed, 21 Oct 2026 07:30:00 GMT", Duration.seconds(120)),
        ("Wed, 21 Oct 2026 07:00:00 GMT", .zero),
        ("Wed, 21 Oct 2026 24:00:00 GMT", nil), ("soon", nil), ("-5", nil), ("60", .seconds(60)),
    ])
    func `a date to try again after counts from the answer's own date`(
        text: String, expected: Duration?
    ) async throws {
        try await ScriptedServer.running { _, _ in
            .status(503, ["Retry-After": text, "Date": "Wed, 21 Oct 2026 07:28:00 GMT"])
        } _: { server in
            #expect(
                await fetcher().failure(post(server.url(), ""))
                    == .status(503, retryAfter: expected))
        }
    }

    @Test func `dates are counted from 1970`() {
        for (text, seconds) in [
            ("Thu, 01 Jan 1970 00:00:00 GMT", Int64(0)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        ] {
            #expect(HTTPDate(text)?.secondsSince1970 == seconds)
        }
        for text in [
            "", "Sun, 06 Nov 1994 08:49:37 CET", "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun, 06 Nov 1994 8:49 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
        ] {
            #expect(HTTPDate(text) == nil)
        }
    }
}
