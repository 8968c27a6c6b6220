import HTTPServing
import HTTPTypes

extension Problem {
    /// Returns the answer to a plain request at a socket's path.
    static func socketOnly(_ limiter: StreamLimiter) -> Problem {
        // A request for a socket that was refused also gets its reason here.
        guard limiter.isFree else {
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
