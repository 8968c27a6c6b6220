import HTTPServing
package import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// A connection that carries requests or, where an endpoint accepts it, one WebSocket.
package struct SocketChannel: ServerChildChannel, HTTPChannelHandler {
    /// The kind of a connection.
    enum Kind: Sendable {
        case socket(ClientSocket, any SocketEndpoint, path: String)
        case requests(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
    }

    /// A connection and its future kind.
    package struct Value: ServerChildChannelValue {
        let kind: EventLoopFuture<Kind>
        package let channel: any Channel
    }

    package let responder: HTTPChannelHandler.Responder
    let requests: HTTP1Channel
    /// The endpoints that may accept a socket for requests with their prefix.
    let endpoints: [any SocketEndpoint]
    let limits = SocketProtocol.Limits()

    /// The seconds in which a connection must send its first bytes.
    private static let firstBytesTimeoutSeconds: Int64 = 30

    /// Sets up the detection of a new connection's kind.
    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let promise = channel.eventLoop.makePromise(of: Kind.self)
            // A connection that ends before it sends anything has no kind.
            channel.closeFuture.whenComplete { _ in promise.fail(ChannelError.eof) }
            let sorter = ConnectionSorter(
                prefixes: endpoints.map { "GET \($0.prefix)" },
                timeout: .seconds(Self.firstBytesTimeoutSeconds)
            ) { isSocket in
                let kind = isSocket ? offerSocket(channel, logger) : plain(channel, logger)
                kind.cascade(to: promise)
            }
            try channel.pipeline.syncOperations.addHandler(sorter)
            return Value(kind: promise.futureResult, channel: channel)
        }
    }

    private func plain(_ channel: any Channel, _ logger: Logger) -> EventLoopFuture<Kind> {
        requests.setup(channel: channel, logger: logger).map { .requests($0) }
    }

    private func offerSocket(_ channel: any Channel, _ logger: Logger) -> EventLoopFuture<Kind> {
        let upgrader = NIOTypedWebSocketServerUpgrader<Kind>(
            maxFrameSize: limits.messageBytes,
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(HTTPHeaders()) },
            upgradePipelineHandler: { channel, head in
                channel.eventLoop.makeCompletedFuture {
                    guard let endpoint = endpoint(at: head.uri) else { throw ChannelError.eof }
                    try channel.pipeline.syncOperations.addHandler(SocketProtocol(limits))
                    return .socket(
                        try ClientSocket(wrappingChannelSynchronously: channel), endpoint,
                        path: Self.path(head.uri))
                }
            })
        let configuration = NIOTypedHTTPServerUpgradeConfiguration<Kind>(
            upgraders: [upgrader],
            notUpgradingCompletionHandler: { channel in
                channel.eventLoop.makeCompletedFuture {
                    try Self.addRequestHandlers(channel, requests, logger)
                }
            })
        return channel.eventLoop.makeCompletedFuture {
            let handlers = channel.pipeline.syncOperations
            let encoder = HTTPResponseEncoder()
            let decoder = ByteToMessageHandler(
                HTTPRequestDecoder(
                    leftOverBytesStrategy: .forwardBytes, limitConfiguration: decoderLimits))
            let filter = UpgradeFilter { path in endpoints.contains { $0.accepts(path: path) } }
            let upgrade = NIOTypedHTTPServerUpgradeHandler(
                httpEncoder: encoder, extraHTTPHandlers: [decoder, filter],
                upgradeConfiguration: configuration)
            try handlers.addHandler(encoder)
            try handlers.addHandler(decoder)
            try handlers.addHandler(filter)
            try handlers.addHandler(upgrade)
            return upgrade.upgradeResultFuture
        }.flatMap { $0 }
    }

    private var decoderLimits: NIOHTTPDecoderLimitConfiguration {
        let given = requests.configuration.httpDecoder
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = given.maxHeaderFieldSize
        limits.maxHeaderListSize = given.maxHeaderListSize
        limits.maxHeaderFieldCount = given.maxHeaderFieldCount
        return limits
    }

    private func endpoint(at uri: String) -> (any SocketEndpoint)? {
        endpoints.first { $0.accepts(path: Self.path(uri)) }
    }

    /// Returns the path of a target, without its query.
    static func path(_ uri: String) -> String { String(uri.prefix { $0 != "?" }) }

    /// Adds the handlers for a request that is not for an existing socket.
    private static func addRequestHandlers(
        _ channel: any Channel, _ requests: HTTP1Channel, _ logger: Logger
    ) throws -> Kind {
        let handlers = channel.pipeline.syncOperations
        try handlers.addHandler(HTTP1ToHTTPServerCodec(secure: false))
        try handlers.addHandlers(requests.configuration.additionalChannelHandlers())
        try handlers.addHandler(
            HTTPConnectionStateHandler(
                idleTimeout: requests.configuration.idleTimeout.map { .init($0) }, logger: logger))
        return .requests(
            try NIOAsyncChannel(
                wrappingChannelSynchronously: channel,
                configuration: .init(isOutboundHalfClosureEnabled: true)))
    }

    /// Serves a connection according to its kind.
    package func handle(value: Value, logger: Logger) async {
        do {
            switch try await value.kind.get() {
            case .requests(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
            case .socket(let socket, let endpoint, let path):
                try await endpoint.serve(socket, path: path)
            }
        } catch {
            // Connections end all the time, and their requests are private.
            logger.trace("connection ended: \(type(of: error))")
            value.channel.close(promise: nil)
        }
    }
}
