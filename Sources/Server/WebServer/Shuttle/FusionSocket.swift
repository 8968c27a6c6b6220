package import Hummingbird
package import LiveMap
import NIOCore
import NIOWebSocket
package import Realtime
import ServiceLifecycle
package import ShuttleTracker
import WireAPI

/// The shuttle tracker's socket: what happens, as it happens.
package struct FusionSocket: SocketEndpoint {
    /// What all paths of the socket begin with.
    package let prefix = APIPaths.fusion
    private let hub: FusionHub
    private let places: StreamLimiter

    /// How long a client that was told to go may take to answer.
    private static let farewell = Duration.milliseconds(500)

    /// Lets clients talk to the hub; `places` bounds how many do at once.
    package init(_ hub: FusionHub, places: StreamLimiter) {
        self.hub = hub
        self.places = places
    }

    /// Whether that is the socket's path, and there is a place.
    package func accepts(path: String) -> Bool {
        (path == APIPaths.fusion || path == APIPaths.fusion + "/") && places.isFree
    }

    /// Serves a client until it goes, asks more than it may, or the server stops.
    package func serve(_ channel: SocketChannel.Socket, path: String) async throws {
        try await channel.executeThenClose { inbound, outbound in
            guard let place = try? places.take() else {
                try await outbound.write(SocketCloseCode.tryAgainLater.frame)
                return
            }
            defer { place.giveBack() }
            let client = hub.join()
            defer { hub.leave(client) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    var budget = CommandBudget(at: .now)
                    for try await text in inbound {
                        guard budget.allows(price: 1, at: .now) else {
                            try await outbound.write(SocketCloseCode.policyViolation.frame)
                            try await Task.sleep(for: Self.farewell)
                            return
                        }
                        // What is not understood is ignored, as there.
                        guard let command = FusionCommand(text) else { continue }
                        hub.handle(command, from: client)
                    }
                }
                group.addTask {
                    for await _ in client.signals.cancelOnGracefulShutdown() {
                        for message in client.take() {
                            // Waits while the client does not read.
                            try await outbound.write(
                                WebSocketFrame(
                                    fin: true, opcode: .text, data: ByteBuffer(bytes: message)))
                        }
                    }
                    try await outbound.write(SocketCloseCode.goingAway.frame)
                    try await Task.sleep(for: Self.farewell)
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }
}

/// Hands what the map shows to the shuttle tracker's socket, frame by frame.
package struct FusionFeed: Service {
    /// The switchboard behind the socket.
    package let hub: FusionHub
    private let frames: Broadcast<MapFrame>
    private let listings: ShuttleListings

    /// Reads the frames from the present one on.
    package init(_ frames: Broadcast<MapFrame>, listings: ShuttleListings) {
        self.frames = frames
        self.listings = listings
        // Sequences begin with the time of the start.
        hub = FusionHub(listings, id: "takt-\(frames.current.sequence)")
    }

    /// Works until the server stops.
    package func run() async {
        for await frame in frames.updates().cancelOnGracefulShutdown() where hub.hasClients {
            hub.advance(to: frame.snapshot, arrivals: listings.arrivals(frame.snapshot))
        }
        hub.close()
    }
}

/// What those get who ask for the shuttle tracker's socket with a plain request.
package struct FusionEndpoints: EndpointGroup {
    private let places: StreamLimiter

    /// Answers beside the socket; `places` are the socket's.
    package init(places: StreamLimiter) {
        self.places = places
    }

    /// Adds the socket's path.
    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.fusion)") { _, _ -> Response in throw Problem.socketOnly(places) }
    }
}
