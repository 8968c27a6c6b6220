import HTTPTypes
package import Hummingbird
import WireAPI

/// What those get who ask for the tracker socket with a plain request.
package struct TrackerEndpoints: EndpointGroup {
    private let places: StreamLimiter

    /// Answers beside the socket; `places` are the socket's.
    package init(places: StreamLimiter) {
        self.places = places
    }

    /// Adds the socket's paths.
    package func add(to router: Router<TaktRequestContext>) {
        for path in APIPaths.trackerSockets {
            router.get("\(path)") { _, _ -> Response in throw Problem.socketOnly(places) }
        }
    }
}

extension Problem {
    /// What a plain request gets where there is a socket.
    static func socketOnly(_ places: StreamLimiter) -> Problem {
        // Whoever asked for a socket in vain finds the reason here, too.
        guard places.isFree else {
            return .busy("All sockets are in use.", retryAfterSeconds: 10)
        }
        var problem = Problem(
            .upgradeRequired, kind: "upgrade-required",
            detail: "This is a WebSocket (version 13); open it with a WebSocket client.")
        problem.headers[.upgrade] = "websocket"
        problem.headers[.secWebSocketVersion] = "13"
        return problem
    }
}
