import Synchronization
import Testing

@testable import HTTPFetching

/// Servers that keep a connection busy for as long as they may.
struct SlowServerTests {
    private let start = ContinuousClock().now

    @Test func `a body may not be slower than 1 kB a second`() throws {
        var pace = BodyPace(from: start)
        // What comes within a minute is not judged yet.
        try pace.add(1, at: start + .seconds(59))
        try pace.add(59_999, at: start + .seconds(60))
        // Each minute counts alone.
        try pace.add(59_998, at: start + .seconds(119))
        #expect(throws: FetchError.tooSlow) { try pace.add(1, at: start + .seconds(120)) }
    }

    @Test func `a fetch ends with the reason if the body is slow`() async throws {
        try await ScriptedServer.running { _, _ in
            .ok("drop by drop")
        } _: { server in
            let readings = Mutex(0)
            let slow = fetcher { [start] in
                $0.now = {
                    // Each reading of the clock is a minute after the previous one.
                    start
                        + .seconds(60)
                        * readings.withLock { readings in
                            readings += 1
                            return readings
                        }
                }
            }
            var request = FetchRequest(server.url(), limitBytes: 20)
            request.timeout = .seconds(3600)
            request.retries = .never
            let failure = await slow.failure(request)
            #expect(failure == .tooSlow)
            #expect(failure?.description == "The server sent less than 1 kB a second.")
        }
    }

    @Test(arguments: ["", "HTTP/1.1 103 Early Hints\r\n\r\n"])
    func `the head of an answer has a limit of its own`(interim: String) async throws {
        try await ScriptedServer.running { _, _ in
            Answer(raw: interim, staysOpen: true)
        } _: { server in
            var request = FetchRequest(server.url(), limitBytes: 10)
            #expect(request.headTimeout == .seconds(60))
            // The server never sends a head, so any limit ends the wait.
            request.headTimeout = .milliseconds(50)
            request.timeout = .seconds(3600)
            request.retries = .never
            #expect(await fetcher().failure(request) == .timedOut)
        }
    }
}
