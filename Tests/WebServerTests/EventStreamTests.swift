import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import HTTPServing
@testable import WebServer

@Suite struct StreamPlacesTests {
    @Test func `places are bounded and come back`() throws {
        let limiter = StreamLimiter(limit: 2)
        let first = try limiter.acquire()
        let second = try limiter.acquire()
        let error = #expect(throws: Problem.self) { try limiter.acquire() }
        #expect(error?.status == .serviceUnavailable)
        #expect(error?.headers[.retryAfter] == "30")
        first.release()
        first.release()
        #expect(limiter.count == 1)
        let third = try limiter.acquire()
        #expect(limiter.count == 2)
        withExtendedLifetime((second, third)) {}
    }

    @Test func `a place that nobody holds is free`() throws {
        let limiter = StreamLimiter(limit: 1)
        for _ in 0..<3 { _ = try limiter.acquire() }
        #expect(limiter.count == 0)
    }
}

@Suite struct EventStreamTests {
    /// A stream at `/events` whose ticks are its events.
    private struct Numbers: EndpointGroup {
        let limiter: StreamLimiter

        func add(to router: Router<TaktRequestContext>) {
            router.get("/events") { request, _ in
                let ticks = AsyncStream<Int> { continuation in
                    for number in 1...3 { continuation.yield(number) }
                    continuation.finish()
                }
                return try EventStream.response(to: request, limiter: limiter, ticks: ticks) {
                    tick in
                    tick == 2
                        ? nil
                        : EventStream.Event(id: "\(tick)", name: "number", data: Array("7".utf8))
                }
            }
        }
    }

    @Test func `each tick is an event or none`() async throws {
        let router = WebServer.router([Numbers(limiter: StreamLimiter(limit: 1))])
        try await Application(router: router).test(.router) { client in
            let response = try await client.execute(uri: "/events", method: .get)
            #expect(response.headers[.contentType] == "text/event-stream")
            #expect(
                String(buffer: response.body)
                    == "retry: 3000\n\nid: 1\nevent: number\ndata: 7\n\n"
                    + "id: 3\nevent: number\ndata: 7\n\n")
        }
    }

    @Test func `asking for the head alone takes no place`() async throws {
        let limiter = StreamLimiter(limit: 1)
        try await Application(router: WebServer.router([Numbers(limiter: limiter)])).test(.router) {
            client in
            for _ in 0..<3 {
                let response = try await client.execute(uri: "/events", method: .head)
                #expect(response.status == .ok)
                #expect(response.headers[.contentType] == "text/event-stream")
            }
            #expect(limiter.count == 0)
            #expect(try await client.execute(uri: "/events", method: .get).status == .ok)
            #expect(limiter.count == 0)
        }
    }
}
