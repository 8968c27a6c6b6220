import HTTPTypes
package import Hummingbird
import ServiceLifecycle

/// Server-Sent Events: an answer that stays open and sends events.
package enum EventStream {
    /// One event of a stream.
    package struct Event: Sendable {
        /// The id that a client sends back to resume after this event.
        package let id: String
        package let name: String
        /// One line of JSON.
        package let data: [UInt8]

        /// Creates an event; `data` must not contain line breaks.
        package init(id: String, name: String, data: [UInt8]) {
            self.id = id
            self.name = name
            self.data = data
        }

        var bytes: [UInt8] {
            Array("id: \(id)\nevent: \(name)\ndata: ".utf8) + data + Array("\n\n".utf8)
        }
    }

    /// The longest silence of a stream, in seconds, before a comment is sent to keep it alive.
    private static let keepAliveSeconds = 15.0
    /// The time that clients wait before they reconnect, in milliseconds.
    private static let retryMilliseconds = 3000

    /// Returns an answer that streams events until the client goes or the server stops.
    ///
    /// `places` limits how many streams are open at once. `ticks` wakes the stream, and `event`
    /// turns each tick into at most one event.
    ///
    /// - Throws: A problem with status 503 if all places are taken.
    package static func response<Tick: Sendable>(
        to request: Request, places: StreamLimiter, ticks: AsyncStream<Tick>,
        event: @escaping @Sendable (Tick) async throws -> Event?
    ) throws(Problem) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = "text/event-stream"
        headers[.cacheControl] = "no-cache, no-transform"
        // Proxies would otherwise buffer events.
        if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
        let isPacked = Encodings.acceptsGzip(request)
        if isPacked { headers[.contentEncoding] = "gzip" }
        // A HEAD request needs only the head of the answer and takes no place.
        guard request.method != .head else { return Response(status: .ok, headers: headers) }
        let place = try places.take()
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                defer { place.giveBack() }
                let output = StreamWriter(writer, isPacked: isPacked)
                // Detects at once that the client went, even while there is nothing to send.
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    try await write(ticks, event, to: output)
                }
            })
    }

    private static func write<Tick: Sendable>(
        _ ticks: AsyncStream<Tick>, _ event: @Sendable (Tick) async throws -> Event?,
        to output: StreamWriter
    ) async throws {
        try await output.write(Array("retry: \(retryMilliseconds)\n\n".utf8))
        let clock = ContinuousClock()
        var lastWrite = clock.now
        // The stream of ticks ends when the server shuts down.
        for await tick in ticks.cancelOnGracefulShutdown() {
            if let event = try await event(tick) {
                try await output.write(event.bytes)
                lastWrite = clock.now
            } else if lastWrite.duration(to: clock.now) > .seconds(keepAliveSeconds) {
                try await output.write(Array(": keep-alive\n\n".utf8))
                lastWrite = clock.now
            }
        }
        try await output.finish()
    }
}
