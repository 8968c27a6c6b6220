import Testing

@testable import HTTPFetching

/// Requests whose status is a part of the result.
@Suite struct ExchangeTests {
    @Test func `every status is an answer, with its fields and its body`() async throws {
        try await ScriptedServer.running { asked, _ in
            var answer = Answer.status(
                asked.method == "PUT" ? 412 : 500,
                ["ETag": "\"a\"", "Date": "Thu, 01 Jan 1970 00:01:00 GMT"])
            answer.body = Array("why".utf8)
            answer.announcedLength = 3
            return answer
        } _: { server in
            var request = HTTPExchange("PUT", server.url("/a%20b?c=d"))
            request.headers["If-None-Match"] = "*"
            request.body = Array("body".utf8)
            let answer = try await HTTPFetcher().exchange(request)
            #expect(answer.status == 412)
            #expect(answer.headers["etag"] == "\"a\"")
            #expect(answer.serverSeconds == 60)
            #expect(answer.body == Array("why".utf8))
            let other = try await HTTPFetcher().exchange(HTTPExchange("DELETE", server.url()))
            #expect(other.status == 500)
            #expect(server.asked.map(\.method) == ["PUT", "DELETE"])
            #expect(server.asked[0].target == "/a%20b?c=d")
            #expect(server.asked[0].headers["if-none-match"] == "*")
            #expect(server.asked[0].body == Array("body".utf8))
        }
    }

    @Test func `the clock of a server behind a cache is the answer's date and its age`()
        async throws
    {
        for (age, seconds) in [("3600", Int64(3660)), ("-5", 60), ("soon", 60)] {
            try await ScriptedServer.running { _, _ in
                .status(200, ["Date": "Thu, 01 Jan 1970 00:01:00 GMT", "Age": age])
            } _: { server in
                let answer = try await HTTPFetcher().exchange(HTTPExchange("GET", server.url()))
                #expect(answer.serverSeconds == seconds, "\(age)")
            }
        }
    }

    @Test func `a redirect is reported and not followed, and long answers are cut off`()
        async throws
    {
        try await ScriptedServer.running { _, _ in
            var answer = Answer.redirect(to: "/elsewhere")
            answer.body = [UInt8](repeating: 1, count: 5000)
            answer.announcedLength = 5000
            return answer
        } _: { server in
            var request = HTTPExchange("GET", server.url())
            request.limitBytes = 1000
            let answer = try await HTTPFetcher().exchange(request)
            #expect(answer.status == 302)
            #expect(answer.body.count == 1000)
            #expect(server.asked.count == 1)
        }
    }

    @Test func `where nobody listens there is an error`() async throws {
        await #expect(throws: FetchError.unreachable(host: "127.0.0.1")) {
            try await HTTPFetcher().exchange(HTTPExchange("GET", "http://127.0.0.1:9/"))
        }
    }
}
