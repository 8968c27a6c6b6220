import APISchema
package import HTTPServing
package import Hummingbird
import Realtime
import Synchronization

/// What differs from the timetable, as a stream for devices that keep the network.
package struct DeviationEndpoints: EndpointGroup {
    private let feed: DeviationFeed?
    private let limiter: StreamLimiter

    /// Serves what `feed` writes; nil where phones are offered no network.
    ///
    /// `places` limits the open streams.
    package init(_ feed: DeviationFeed?, limiter: StreamLimiter) {
        self.feed = feed
        self.limiter = limiter
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.deviationStream)") { request, _ in
            guard let feed else { throw Problem.notFound("This server offers phones no network.") }
            let text = QueryParameters(request).text("after")
            let after = text.flatMap { UInt64($0) }
            guard text == nil || after != nil else {
                throw Problem.badParameter(
                    "after", expected: "the number of a frame", given: text ?? "")
            }
            let last = Mutex(after)
            return try EventStream.frames(
                to: request, limiter: limiter, ticks: feed.tails.updates()
            ) { tail in
                last.withLock { last in
                    let frames = tail.frames(after: last)
                    last = tail.sequence ?? last
                    return frames
                }
            }
        }
    }
}
