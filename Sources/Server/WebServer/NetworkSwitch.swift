import Hummingbird
import Synchronization

/// The network that is served at the moment, where it may become another one while the port stays open.
///
/// Requests that come while one network gives way to the next wait a little.
package final class NetworkSwitch: Sendable {
    private struct Current {
        let responder: any HTTPResponder<TaktRequestContext>
        let sockets: [any SocketEndpoint]
    }

    private let current = Mutex<Current?>(nil)

    /// How long requests wait for a network.
    private static let timeout = Duration.seconds(15)
    /// How often they look for it.
    private static let look = Duration.milliseconds(20)

    /// Nothing is served yet.
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

    /// Serves nothing until the next network is shown.
    package func withdraw() {
        current.withLock { $0 = nil }
    }

    func respond(_ request: Request, _ context: TaktRequestContext) async throws -> Response {
        let end = ContinuousClock.now + Self.timeout
        while true {
            if let responder = current.withLock({ $0?.responder }) {
                return try await responder.respond(to: request, context: context)
            }
            guard ContinuousClock.now < end else {
                return Problem.busy("The network is being made ready.", retryAfterSeconds: 5)
                    .response(requestID: context.requestID)
            }
            try await Task.sleep(for: Self.look)
        }
    }

    func socket(at path: String) -> (any SocketEndpoint)? {
        current.withLock { $0?.sockets.first { $0.accepts(path: path) } }
    }
}

/// A socket of whatever network is served when it is opened.
struct SwitchedSocket: SocketEndpoint {
    let prefix: String
    let current: NetworkSwitch

    func accepts(path: String) -> Bool { current.socket(at: path) != nil }

    func serve(_ channel: SocketChannel.Socket, path: String) async throws {
        guard let endpoint = current.socket(at: path) else { return }
        try await endpoint.serve(channel, path: path)
    }
}
