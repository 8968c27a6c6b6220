import Archives
import HTTPFetching
import Testing

/// Fetching into memory.
struct FetchTests {
    private let fetcher = HTTPFetchingTests.fetcher()

    @Test func `an answer comes with what it is known by`() async throws {
        let fields = ["ETag": "\"7\"", "Last-Modified": "Mon, 04 May 2026 08:00:00 GMT"]
        try await ScriptedServer.running { _, _ in
            .ok("stops", fields)
        } _: { server in
            let request = FetchRequest(server.url("/a?b=c"), limitBytes: 5)
            let (content, info) = try await fetcher.text(request)
            #expect(content == "stops")
            #expect(info.byteCount == 5)
            #expect(info.url == server.url("/a?b=c"))
            #expect(info.contentType == nil)
            #expect(
                info.validators
                    == FetchValidators(
                        entityTag: "\"7\"", lastModified: "Mon, 04 May 2026 08:00:00 GMT"))
            #expect(server.asked.map(\.target) == ["/a?b=c"])
            #expect(server.asked.first?.headers["user-agent"]?.hasPrefix("Takt") == true)
        }
    }

    @Test(arguments: [true, false])
    func `the start of a long answer is enough, whether or not the server can cut`(
        cuts: Bool
    ) async throws {
        try await ScriptedServer.running { asked, _ in
            guard cuts, asked.headers["range"] == "bytes=0-3" else {
                return .ok("PK" + String(repeating: "x", count: 400_000))
            }
            var answer = Answer.ok("PKxx", ["Content-Range": "bytes 0-3/400002"])
            answer.status = 206
            return answer
        } _: { server in
            var request = FetchRequest(server.url(), limitBytes: 500_000)
            request.startBytes = 4
            let (content, info) = try await fetcher.text(request)
            #expect(content.hasPrefix("PK") && content.count < 400_000)
            #expect(info.wholeBytes == 400_002)
            request.limitBytes = 400_001
            await #expect(throws: FetchError.tooLarge(limitBytes: 400_001)) {
                try await fetcher.fetch(request)
            }
            #expect(server.asked.allSatisfy { $0.headers["accept-encoding"] == "identity" })
        }
    }

    @Test func `what did not change is not sent again`() async throws {
        try await ScriptedServer.running { asked, _ in
            asked.headers["if-none-match"] == "\"7\"" ? .status(304) : .ok("new")
        } _: { server in
            var request = FetchRequest(server.url(), limitBytes: 10)
            request.validators = FetchValidators(entityTag: "\"7\"", lastModified: "some day")
            guard case .notModified = try await fetcher.fetch(request) else {
                throw Unexpected(description: "content")
            }
            #expect(server.asked.first?.headers["if-modified-since"] == "some day")
            request.validators.entityTag = "\"6\""
            let content = try await fetcher.text(request).0
            #expect(content == "new")
        }
    }

    @Test func `a server that calls an unknown version unchanged is wrong`() async throws {
        try await ScriptedServer.running { _, _ in
            .status(304)
        } _: { server in
            let request = FetchRequest(server.url(), limitBytes: 10)
            #expect(
                await fetcher.failure(request)
                    == .status(304, retryAfter: nil))
        }
    }

    @Test func `an answer may be as long as the limit and no longer`() async throws {
        try await ScriptedServer.running { asked, _ in
            asked.target == "/sized" ? .ok("123456") : Answer(body: Array("123456".utf8))
        } _: { server in
            for path in ["/sized", "/unsized"] {
                let enough = FetchRequest(server.url(path), limitBytes: 6)
                let content = try await fetcher.text(enough).0
                #expect(content == "123456")
                let less = FetchRequest(server.url(path), limitBytes: 5)
                #expect(
                    await fetcher.failure(less)
                        == .tooLarge(limitBytes: 5))
            }
        }
    }

    @Test func `a packed answer is unpacked and its limit is for what comes out`() async throws {
        let plain = Array(String(repeating: "tram ", count: 100).utf8)
        let packed = GzipEncoder.gzipped(plain)
        try await ScriptedServer.running { asked, _ in
            asked.headers["accept-encoding"] == "gzip"
                ? Answer(
                    headers: ["Content-Encoding": "gzip"], body: packed,
                    announcedLength: packed.count)
                : .status(406)
        } _: { server in
            let enough = FetchRequest(server.url(), limitBytes: 500)
            guard case .content(let bytes, _) = try await fetcher.fetch(enough) else {
                throw Unexpected(description: "not modified")
            }
            #expect(bytes == plain)
            let less = FetchRequest(server.url(), limitBytes: 499)
            #expect(
                await fetcher.failure(less)
                    == .tooLarge(limitBytes: 499))
        }
    }

    @Test func `a packed answer that grows beyond measure is refused`() async throws {
        let bomb = GzipEncoder.gzipped([UInt8](repeating: 0, count: 4 << 20))
        try await ScriptedServer.running { _, _ in
            Answer(headers: ["Content-Encoding": "gzip"], body: bomb, announcedLength: bomb.count)
        } _: { server in
            let request = FetchRequest(server.url(), limitBytes: 8 << 20)
            #expect(
                await fetcher.failure(request)
                    == .malformedAnswer)
        }
    }

    @Test(arguments: [
        ("ftp://example.org/feed.zip", "http"), ("feed.zip", "http"), ("", "well-formed"),
        ("http://", "no server"), ("https:///path", "no server"),
        ("http://me:secret@example.org/", "password"), ("http://example.org:0/", "port"),
        ("http://example.org:70000/", "port"), ("file:///etc/hosts", "http"),
        ("http://" + String(repeating: "a", count: 3000), "longer"),
    ])
    func `what is no web address is refused with a reason`(url: String, word: String) async {
        let error = await fetcher.failure(FetchRequest(url, limitBytes: 10))
        guard case .badAddress(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains(word))
        #expect(!reason.contains("secret"))
    }

    @Test func `failures say what happened without the address's query`() async throws {
        try await ScriptedServer.running { asked, _ in
            asked.target.hasPrefix("/busy") ? .status(429) : .status(403)
        } _: { server in
            for path in ["/busy", "/shut"] {
                var request = FetchRequest(server.url(path + "?key=secret"), limitBytes: 10)
                request.headers = ["Authorization": "secret"]
                let error = await fetcher.failure(request)
                let sentence = try #require(error?.description)
                #expect(!sentence.contains("secret") && sentence.hasSuffix("."))
            }
        }
    }
}
