import APISchema
package import HTTPServing
import NIOCore
import NIOWebSocket
import ServiceLifecycle
package import TrackerSocket
package import TransitModel

/// The tracker socket: geOps' protocol over WebSockets.
package struct TrackerSocket: SocketEndpoint {
    /// What all paths of the socket begin with.
    package let prefix = APIPaths.trackerSocketPrefix
    private let hub: TrackerHub
    private let limiter: StreamLimiter
    private let clock: any WallClock

    /// Lets clients talk to the hub; `places` bounds how many do at once.
    package init(_ hub: TrackerHub, limiter: StreamLimiter, clock: any WallClock) {
        self.hub = hub
        self.limiter = limiter
        self.clock = clock
    }

    /// Whether that is the socket's path, and a permit is free.
    package func accepts(path: String) -> Bool {
        let path = path.hasSuffix("/") ? String(path.dropLast()) : path
        return APIPaths.trackerSockets.contains(path) && limiter.isFree
    }

    /// Serves a client: reads its commands and sends its messages.
    ///
    /// It ends when the client goes, asks more than it may, or the server stops.
    package func serve(_ channel: ClientSocket, path: String) async throws {
        let loop = channel.channel.eventLoop
        try await channel.executeThenClose { inbound, outbound in
            guard let permit = try? limiter.acquire() else {
                try await outbound.write(SocketCloseCode.tryAgainLater.frame)
                return
            }
            defer { permit.release() }
            let viewer = hub.join { viewer, milliseconds in
                loop.scheduleTask(in: .milliseconds(Int64(milliseconds))) { viewer.flush() }
            }
            defer { hub.leave(viewer) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    var budget = CommandBudget(at: .now)
                    var isFlood = false
                    // What a flood still brings is read, so that the client gets to read why it
                    // ends.
                    for try await text in inbound where !isFlood {
                        let command = TrackerCommand(text)
                        isFlood = !budget.allows(command, at: .now)
                        if isFlood {
                            viewer.drop()
                        } else if let command {
                            hub.handle(command, from: viewer, now: clock.now())
                        }
                    }
                }
                group.addTask {
                    try await write(viewer, to: outbound)
                    try await Task.sleep(for: Self.closeDelay)
                }
                defer { group.cancelAll() }
                // The client is gone, or was asked to close.
                try await group.next()
            }
        }
    }

    /// The time that a client may take to answer a close.
    private static let closeDelay = Duration.milliseconds(500)

    private func write(
        _ viewer: TrackerViewer, to outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>
    ) async throws {
        for await _ in viewer.signals.cancelOnGracefulShutdown() {
            for frame in viewer.drain(timestamp: clock.now().milliseconds) {
                // Waits while the client does not read; newer states replace older ones meanwhile.
                try await outbound.write(
                    WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: frame.bytes)))
            }
        }
        let code: SocketCloseCode = viewer.isDropped ? .policyViolation : .goingAway
        try await outbound.write(code.frame)
    }
}
