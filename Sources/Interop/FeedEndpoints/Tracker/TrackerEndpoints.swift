import APISchema
package import HTTPServing
package import Hummingbird

/// The answers to plain requests at the tracker socket's paths.
package struct TrackerEndpoints: EndpointGroup {
    private let limiter: StreamLimiter

    /// Creates the endpoints; `places` are the socket's.
    package init(limiter: StreamLimiter) {
        self.limiter = limiter
    }

    package func add(to router: Router<TaktRequestContext>) {
        for path in APIPaths.trackerSockets {
            router.get("\(path)") { _, _ -> Response in throw Problem.socketOnly(limiter) }
        }
    }
}
