import APISchema
package import HTTPServing
package import Hummingbird
package import LiveMap
import NIOCore
import NIOWebSocket
package import Realtime
import ServiceLifecycle
package import ShuttleTracker

/// The shuttle tracker's WebSocket, which sends events as they happen.
package struct FusionSocket: SocketEndpoint {
    /// The prefix of all paths of the socket.
    package let prefix = APIPaths.fusion
    private let hub: FusionHub
    private let limiter: StreamLimiter

    /// The time that a dismissed client has to answer.
    private static let closeDelay = Duration.milliseconds(500)

    /// Connects clients with the hub; `places` limits their number.
    package init(_ hub: FusionHub, limiter: StreamLimiter) {
        self.hub = hub
        self.limiter = limiter
    }

    /// Returns whether the path is the socket's and a permit is free.
    package func accepts(path: String) -> Bool {
        (path == APIPaths.fusion || path == APIPaths.fusion + "/") && limiter.isFree
    }

    /// Serves a client until it goes, exceeds its command limit, or the server stops.
    ///
    /// - Throws: The connection's errors.
    package func serve(_ channel: ClientSocket, path: String) async throws {
        try await channel.executeThenClose { inbound, outbound in
            guard let permit = try? limiter.acquire() else {
                try await outbound.write(SocketCloseCode.tryAgainLater.frame)
                return
            }
            defer { permit.release() }
            let client = hub.join()
            defer { hub.leave(client) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    var budget = CommandBudget(at: .now)
                    for try await text in inbound {
                        guard budget.allows(price: 1, at: .now) else {
                            try await outbound.write(SocketCloseCode.policyViolation.frame)
                            try await Task.sleep(for: Self.closeDelay)
                            return
                        }
                        // Unknown commands are ignored, as by the shuttle tracker.
                        guard let command = FusionCommand(text) else { continue }
                        hub.handle(command, from: client)
                    }
                }
                group.addTask {
                    for await _ in client.signals.cancelOnGracefulShutdown() {
                        for message in client.drain() {
                            // Waits while the client does not read.
                            try await outbound.write(
                                WebSocketFrame(
                                    fin: true, opcode: .text, data: ByteBuffer(bytes: message)))
                        }
                    }
                    try await outbound.write(SocketCloseCode.goingAway.frame)
                    try await Task.sleep(for: Self.closeDelay)
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }
}

/// Passes each map frame to the shuttle tracker's socket.
package struct FusionFeed: Service {
    /// The hub of the socket's clients.
    package let hub: FusionHub
    private let frames: Broadcast<MapFrame>
    private let listings: ShuttleListings

    /// Reads the frames from the current one on.
    package init(_ frames: Broadcast<MapFrame>, listings: ShuttleListings) {
        self.frames = frames
        self.listings = listings
        // Sequences begin with the start time.
        hub = FusionHub(listings, id: "takt-\(frames.current.sequence)")
    }

    /// Runs until the server stops.
    package func run() async {
        for await frame in frames.updates().cancelOnGracefulShutdown() where hub.hasClients {
            hub.advance(to: frame.snapshot, arrivals: listings.arrivals(frame.snapshot))
        }
        hub.close()
    }
}

/// The answers to plain requests at the shuttle tracker's socket path.
package struct FusionEndpoints: EndpointGroup {
    private let limiter: StreamLimiter

    /// Creates the endpoints; `places` are the socket's.
    package init(limiter: StreamLimiter) {
        self.limiter = limiter
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.fusion)") { _, _ -> Response in throw Problem.socketOnly(limiter) }
    }
}
