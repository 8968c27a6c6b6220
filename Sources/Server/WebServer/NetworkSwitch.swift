package import HTTPServing
import HTTPTypes
import Hummingbird
import Synchronization

/// The network that is currently served, which can be replaced while the port stays open.
///
/// Requests that arrive while one network is replaced by the next wait for a limited time.
package final class NetworkSwitch: Sendable {
    private struct Current {
        let responder: any HTTPResponder<TaktRequestContext>
        let sockets: [any SocketEndpoint]
    }

    private let current = Mutex<Current?>(nil)

    /// The longest time that requests wait for a network.
    private static let timeout = Duration.seconds(15)
    /// The interval at which waiting requests check for a network.
    private static let pollInterval = Duration.milliseconds(20)

    package init() {}

    /// Serves these endpoints and sockets from now on.
    package func show(
        _ endpoints: [any EndpointGroup], sockets: [any SocketEndpoint],
        limits: RequestLimits = RequestLimits(), metrics: RequestMetrics = RequestMetrics(),
        requestIDPrefix: String
    ) {
        let router = WebServer.router(
            endpoints, limits: limits, metrics: metrics, requestIDPrefix: requestIDPrefix)
        let next = Current(responder: router.buildResponder(), sockets: sockets)
        current.withLock { $0 = next }
    }

    /// Serves nothing until the next call of `show`.
    package func withdraw() {
        current.withLock { $0 = nil }
    }

    /// Responds by the current network, after waiting if necessary; with 503 if none comes in time,
    /// and at once to a request for a socket, which can no longer become one.
    ///
    /// - Throws: The responder's errors, or a `CancellationError`.
    func respond(_ request: Request, _ context: TaktRequestContext) async throws -> Response {
        let end = ContinuousClock.now + Self.timeout
        while true {
            if let responder = current.withLock({ $0?.responder }) {
                return try await responder.respond(to: request, context: context)
            }
            guard request.headers[.secWebSocketKey] == nil, ContinuousClock.now < end else {
                return Problem.busy("The network is being made ready.", retryAfterSeconds: 5)
                    .response(requestID: context.requestID)
            }
            try await Task.sleep(for: Self.pollInterval)
        }
    }

    func socket(at path: String) -> (any SocketEndpoint)? {
        current.withLock { $0?.sockets.first { $0.accepts(path: path) } }
    }
}

/// A socket of the network that is served when the socket is opened.
struct SwitchedSocket: SocketEndpoint {
    let prefix: String
    let current: NetworkSwitch

    func accepts(path: String) -> Bool { current.socket(at: path) != nil }

    func serve(_ channel: ClientSocket, path: String) async throws {
        guard let endpoint = current.socket(at: path) else { return }
        try await endpoint.serve(channel, path: path)
    }
}
