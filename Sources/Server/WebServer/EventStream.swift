import HTTPTypes
package import Hummingbird
import ServiceLifecycle
import Synchronization

/// Server-Sent Events: an answer that stays open and tells what happens.
package enum EventStream {
    /// One event.
    package struct Event: Sendable {
        /// What a client sends back to resume after this event.
        package let id: String
        /// What kind of event it is.
        package let name: String
        /// One line of JSON.
        package let data: [UInt8]

        /// An event; `data` must not contain line breaks.
        package init(id: String, name: String, data: [UInt8]) {
            self.id = id
            self.name = name
            self.data = data
        }

        var bytes: [UInt8] {
            Array("id: \(id)\nevent: \(name)\ndata: ".utf8) + data + Array("\n\n".utf8)
        }
    }

    /// How long a stream may be silent before a comment shows that it is alive, in seconds.
    private static let keepAliveSeconds = 15.0
    /// What clients wait before they connect again, in milliseconds.
    private static let retryMilliseconds = 3000

    /// The answer that streams events until the client goes or the server stops.
    ///
    /// `places` bounds how many streams are open at once; a problem is thrown when all are taken.
    /// `ticks` wakes the stream, and each tick is turned into at most one event by `event`.
    package static func response<Tick: Sendable>(
        to request: Request, places: StreamLimiter, ticks: AsyncStream<Tick>,
        event: @escaping @Sendable (Tick) async throws -> Event?
    ) throws(Problem) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = "text/event-stream"
        headers[.cacheControl] = "no-cache, no-transform"
        // Proxies would otherwise hold events back.
        if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
        let isPacked = Encodings.acceptsGzip(request)
        if isPacked { headers[.contentEncoding] = "gzip" }
        // Only the head of the answer is wanted, which takes no place.
        guard request.method != .head else { return Response(status: .ok, headers: headers) }
        let place = try places.take()
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                defer { place.giveBack() }
                let output = StreamWriter(writer, isPacked: isPacked)
                // Notices at once when the client goes, also while there is nothing to tell it.
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
        // The stream of ticks ends when the server is told to stop.
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

/// How many streams may be open at once.
package final class StreamLimiter: Sendable {
    private let limit: Int
    private let taken = Mutex(0)

    /// Allows `limit` streams.
    package init(limit: Int) {
        self.limit = limit
    }

    /// A place that was taken; it comes back by itself when nobody holds it any more, so also when
    /// the client went before its stream began.
    package final class Place: Sendable {
        private let places: StreamLimiter
        private let isTaken = Mutex(true)

        fileprivate init(_ places: StreamLimiter) {
            self.places = places
        }

        deinit {
            giveBack()
        }

        /// Lets another stream have the place at once; does nothing the second time.
        package func giveBack() {
            let wasTaken = isTaken.withLock { isTaken in
                defer { isTaken = false }
                return isTaken
            }
            if wasTaken { places.taken.withLock { $0 -= 1 } }
        }
    }

    /// How many places are taken.
    package var count: Int { taken.withLock { $0 } }

    /// Whether a place could be had just now.
    package var isFree: Bool { count < limit }

    /// Takes a place, or tells the client to come back later.
    package func take() throws(Problem) -> Place {
        let isFree = taken.withLock { taken in
            guard taken < limit else { return false }
            taken += 1
            return true
        }
        guard isFree else {
            throw .busy("All \(limit) live streams are in use.", retryAfterSeconds: 30)
        }
        return Place(self)
    }
}
