import HTTPFetching
import Synchronization
import Testing

/// Retries, and errors without a retry.
struct RetryTests {
    private let pauses = Pauses()

    private func fetcher(
        _ change: (inout FetchDependencies) -> Void = { _ in }
    ) -> HTTPFetcher {
        HTTPFetchingTests.fetcher(pauses: pauses, change)
    }

    @Test(arguments: [408, 429, 500, 502, 503, 504])
    func `a failure that may pass is tried again after growing pauses`(status: Int) async throws {
        try await ScriptedServer.running { _, number in
            number < 4 ? .status(status) : .ok("at last")
        } _: { server in
            var request = FetchRequest(server.url(), limitBytes: 10)
            request.retries = RetryPolicy(
                attempts: 4, firstPause: .seconds(2), maximumPause: .seconds(7))
            let content = try await fetcher().text(request).0
            #expect(content == "at last")
            #expect(pauses.all == [.seconds(2), .seconds(4), .seconds(7)])
        }
    }

    @Test func `jitter shortens a pause by half at most`() async throws {
        try await ScriptedServer.running { _, _ in
            .status(500)
        } _: { server in
            var request = FetchRequest(server.url(), limitBytes: 10)
            request.retries = RetryPolicy(attempts: 2, firstPause: .seconds(2))
            let lucky = fetcher { $0.jitter = { 0 } }
            #expect(
                await lucky.failure(request)
                    == .status(500, retryAfter: nil))
            #expect(pauses.all == [.seconds(1)])
            #expect(server.asked.count == 2)
        }
    }

    @Test(arguments: [400, 401, 403, 404, 410, 501])
    func `a failure that stays is not tried again`(status: Int) async throws {
        try await ScriptedServer.running { _, _ in
            .status(status)
        } _: { server in
            let request = FetchRequest(server.url(), limitBytes: 10)
            #expect(
                await fetcher().failure(request)
                    == .status(status, retryAfter: nil))
            #expect(server.asked.count == 1)
            #expect(pauses.all.isEmpty)
        }
    }

    @Test func `a server that asks for time gets it`() async throws {
        try await ScriptedServer.running { _, number in
            number == 1 ? .status(429, ["Retry-After": "20"]) : .ok("thanks")
        } _: { server in
            let request = FetchRequest(server.url(), limitBytes: 10)
            let content = try await fetcher().text(request).0
            #expect(content == "thanks")
            #expect(pauses.all == [.seconds(20)])
        }
    }

    @Test func `a server that asks for too much time is left alone`() async throws {
        try await ScriptedServer.running { _, _ in
            .status(503, ["Retry-After": "3600"])
        } _: { server in
            let request = FetchRequest(server.url(), limitBytes: 10)
            #expect(
                await fetcher().failure(request)
                    == .status(503, retryAfter: .seconds(3600)))
            #expect(server.asked.count == 1)
        }
    }

    @Test func `an answer that breaks off is asked for again`() async throws {
        try await ScriptedServer.running { _, number in
            number == 1
                ? Answer(body: Array("half".utf8), announcedLength: 8) : .ok("half ful")
        } _: { server in
            let request = FetchRequest(server.url(), limitBytes: 10)
            let content = try await fetcher().text(request).0
            #expect(content == "half ful")
            #expect(server.asked.count == 2)
        }
    }

    @Test func `a server that is gone cannot be reached`() async throws {
        let gone = Mutex("")
        try await ScriptedServer.running { _, _ in
            .status(500)
        } _: { server in
            gone.withLock { $0 = server.url() }
        }
        let request = FetchRequest(gone.withLock { $0 }, limitBytes: 10)
        #expect(
            await fetcher().failure(request)
                == .unreachable(host: "127.0.0.1"))
        #expect(pauses.all.count == 2)
    }

    @Test func `what is no HTTP is not understood`() async throws {
        try await ScriptedServer.running { _, _ in
            .raw("220 mail ready\r\n\r\n")
        } _: { server in
            let request = FetchRequest(server.url(), limitBytes: 10)
            #expect(
                await fetcher().failure(request)
                    == .malformedAnswer)
        }
    }

    @Test func `a server without encryption is not trusted with an encrypted address`()
        async throws
    {
        try await ScriptedServer.running { _, _ in
            .ok("plain")
        } _: { server in
            let request = FetchRequest("https://127.0.0.1:\(server.port)/", limitBytes: 10)
            #expect(
                await fetcher().failure(request)
                    == .insecure(host: "127.0.0.1"))
            #expect(server.asked.isEmpty)
        }
    }

    @Test func `time runs out in the midst of an answer`() async throws {
        try await ScriptedServer.running { _, _ in
            .ok("late")
        } _: { server in
            let start = ContinuousClock().now
            let calls = Mutex(0)
            let slow = fetcher {
                $0.now = {
                    // Each reading of the clock is half a minute after the previous one.
                    start + .seconds(30)
                        * calls.withLock { calls in
                            calls += 1
                            return calls
                        }
                }
            }
            var request = FetchRequest(server.url(), limitBytes: 10)
            request.timeout = .seconds(60)
            request.retries = .never
            #expect(
                await slow.failure(request)
                    == .timedOut)
            #expect(server.asked.count == 1)
        }
    }

    @Test func `a task that is cancelled does not try again`() async throws {
        try await ScriptedServer.running { _, _ in
            .status(500)
        } _: { server in
            let cancelled = fetcher { $0.sleep = { _ in throw CancellationError() } }
            let request = FetchRequest(server.url(), limitBytes: 10)
            #expect(
                await cancelled.failure(request)
                    == .cancelled)
            #expect(server.asked.count == 1)
        }
    }
}
