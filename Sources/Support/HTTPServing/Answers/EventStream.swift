import HTTPTypes
package import Hummingbird
import ServiceLifecycle

/// Answers that stay open: Server-Sent Events, and frames of bytes.
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
    /// - Throws: A problem with status 503 if no permit is left.
    package static func response<Tick: Sendable>(
        to request: Request, limiter: StreamLimiter, ticks: AsyncStream<Tick>,
        event: @escaping @Sendable (Tick) async throws -> Event?
    ) throws(Problem) -> Response {
        let style = Style(
            contentType: "text/event-stream",
            opening: Array("retry: \(retryMilliseconds)\n\n".utf8),
            keepAlive: Array(": keep-alive\n\n".utf8))
        return try open(request, style, limiter, ticks) { tick in try await event(tick)?.bytes }
    }

    /// Returns an answer that streams frames until the client goes or the server stops.
    ///
    /// Before each frame comes its length in four bytes, the lowest first; an empty frame keeps the
    /// connection alive. `frames` turns each tick into any number of frames.
    ///
    /// - Throws: A problem with status 503 if no permit is left.
    package static func frames<Tick: Sendable>(
        to request: Request, limiter: StreamLimiter, ticks: AsyncStream<Tick>,
        frames: @escaping @Sendable (Tick) -> [[UInt8]]
    ) throws(Problem) -> Response {
        let style = Style(
            contentType: "application/octet-stream", opening: [], keepAlive: [0, 0, 0, 0])
        return try open(request, style, limiter, ticks) { tick in
            let bytes = frames(tick).flatMap { frame in
                (0..<4).map { UInt8(truncatingIfNeeded: frame.count >> (8 * $0)) } + frame
            }
            return bytes.isEmpty ? nil : bytes
        }
    }

    /// What is sent beside the content.
    private struct Style: Sendable {
        let contentType: String
        let opening: [UInt8]
        let keepAlive: [UInt8]
    }

    private static func open<Tick: Sendable>(
        _ request: Request, _ style: Style, _ limiter: StreamLimiter, _ ticks: AsyncStream<Tick>,
        content: @escaping @Sendable (Tick) async throws -> [UInt8]?
    ) throws(Problem) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = style.contentType
        headers[.cacheControl] = "no-store, no-transform"
        headers[.vary] = "Accept-Encoding"
        // Proxies would otherwise buffer events.
        if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
        let isPacked = Encodings.acceptsGzip(request)
        if isPacked { headers[.contentEncoding] = "gzip" }
        // A HEAD request needs only the head of the answer and takes no permit.
        guard request.method != .head else { return Response(status: .ok, headers: headers) }
        let permit = try limiter.acquire()
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                defer { permit.release() }
                let output = StreamWriter(writer, isPacked: isPacked)
                // Detects at once that the client went, even while there is nothing to send.
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    try await output.write(style.opening)
                    try await write(ticks, content, style, to: output)
                }
            })
    }

    private static func write<Tick: Sendable>(
        _ ticks: AsyncStream<Tick>, _ content: @Sendable (Tick) async throws -> [UInt8]?,
        _ style: Style, to output: StreamWriter
    ) async throws {
        let clock = ContinuousClock()
        var lastWrite = clock.now
        // The stream of ticks ends when the server shuts down.
        for await tick in ticks.cancelOnGracefulShutdown() {
            if let bytes = try await content(tick) {
                try await output.write(bytes)
                lastWrite = clock.now
            } else if lastWrite.duration(to: clock.now) > .seconds(keepAliveSeconds) {
                try await output.write(style.keepAlive)
                lastWrite = clock.now
            }
        }
        try await output.finish()
    }
}
