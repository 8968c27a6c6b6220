import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import Sources

/// Opens tracker sockets over the network.
package struct TrackerConnector: TrackerConnecting {
    /// The maximum length of a text, in bytes; longer ones end the connection.
    private static let limitBytes = 8 << 20
    private static let timeout = TimeAmount.seconds(15)

    private typealias Socket = NIOAsyncChannel<ByteBuffer, WebSocketFrame>

    /// Creates a connector on the program's shared event loops.
    package init() {}

    /// Opens a socket for the duration of `body`, and always closes it.
    ///
    /// - Throws: `SourceFailure` if the server cannot be reached or violates the protocol; errors
    ///   of `body`, TLS and the connection.
    package func connect(
        to address: TrackerAddress, _ body: @Sendable (any TrackerConnection) async throws -> Void
    ) async throws {
        let socket = try await open(address)
        do {
            try await socket.executeThenClose { inbound, outbound in
                try await body(OpenSocket(inbound: inbound, outbound: outbound))
                try await outbound.write(
                    WebSocketFrame(
                        fin: true, opcode: .connectionClose, maskKey: .random(),
                        data: ByteBuffer(integer: UInt16(1000))))
            }
        } catch let violation as TrackerClientFrames.Violation {
            throw Self.failure(violation)
        } catch let error as NIOWebSocketError {
            throw Self.failure(error == .invalidFrameLength ? .tooLarge : .malformed)
        }
    }

    private static func failure(_ violation: TrackerClientFrames.Violation) -> SourceFailure {
        switch violation {
        case .tooLarge:
            SourceFailure(.tooLarge, "The tracker socket sent a message longer than the limit.")
        case .malformed:
            SourceFailure(.malformed, "The tracker socket broke the rules of WebSockets.")
        }
    }

    private func open(_ address: TrackerAddress) async throws -> Socket {
        let tls =
            address.isSecure ? try NIOSSLContext(configuration: .makeClientConfiguration()) : nil
        let channel: any Channel
        let result: EventLoopFuture<Socket?>
        do {
            (channel, result) = try await ClientBootstrap(
                group: MultiThreadedEventLoopGroup.singleton
            )
            .connectTimeout(Self.timeout)
            .connect(host: address.host, port: address.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls {
                        try channel.pipeline.syncOperations.addHandler(
                            Self.tlsHandler(tls, address.host))
                    }
                    return (channel, try Self.upgrade(channel, address))
                }
            }
        } catch {
            throw SourceFailure(.unreachable, "The tracker socket's host cannot be reached.")
        }
        // A server that never answers must not block the source forever. Closing the connection on
        // its own event loop ensures that no socket opens after the failure, which nobody would
        // close.
        let alarm = result.eventLoop.makePromise(of: Socket?.self)
        result.cascade(to: alarm)
        let timeout = channel.eventLoop.scheduleTask(in: Self.timeout) {
            alarm.fail(SourceFailure(.timedOut, "The tracker socket did not answer in time."))
            channel.close(promise: nil)
        }
        defer { timeout.cancel() }
        guard let socket = try await alarm.futureResult.get() else {
            throw SourceFailure(.refused, "The server does not open a tracker socket there.")
        }
        return socket
    }

    private static func tlsHandler(_ context: NIOSSLContext, _ host: String) throws
        -> NIOSSLClientHandler
    {
        // Server name indication requires a host name, not an IP address.
        let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
        return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
    }

    private static func upgrade(
        _ channel: any Channel, _ address: TrackerAddress
    ) throws -> EventLoopFuture<Socket?> {
        let upgrader = NIOTypedWebSocketClientUpgrader<Socket?>(
            maxFrameSize: limitBytes,
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        TrackerClientFrames(limitBytes: limitBytes))
                    return try Socket(wrappingChannelSynchronously: channel)
                }
            })
        var headers = HTTPHeaders()
        let host = address.host.contains(":") ? "[\(address.host)]" : address.host
        headers.add(name: "Host", value: "\(host):\(address.port)")
        headers.add(name: "User-Agent", value: "Takt")
        let head = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: address.target, headers: headers)
        return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
            configuration: .init(
                upgradeConfiguration: NIOTypedHTTPClientUpgradeConfiguration(
                    upgradeRequestHead: head, upgraders: [upgrader],
                    notUpgradingCompletionHandler: { channel in
                        channel.close(promise: nil)
                        return channel.eventLoop.makeSucceededFuture(nil)
                    })))
    }
}

private struct OpenSocket: TrackerConnection {
    let inbound: NIOAsyncChannelInboundStream<ByteBuffer>
    let outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>

    func send(_ text: String) async throws {
        try await outbound.write(
            WebSocketFrame(
                fin: true, opcode: .text, maskKey: .random(), data: ByteBuffer(string: text)))
    }

    func read(_ body: @Sendable ([UInt8]) async throws -> Void) async throws {
        for try await text in inbound { try await body(Array(text.readableBytesView)) }
    }
}
