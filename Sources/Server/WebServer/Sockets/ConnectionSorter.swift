import NIOCore

/// Detects by the first bytes of a connection whether its client requests a socket.
///
/// Plain requests take the ordinary path from their first byte on, so socket handling cannot affect
/// them. NIO's own upgrade handler, placed before all requests, loses requests for an upgrade that
/// nobody offers, and keeps silent connections open (NIO 2.101, 2026-11).
final class ConnectionSorter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let prefixes: [[UInt8]]
    private let limit: TimeAmount
    private let decide: (_ isSocket: Bool) -> Void
    private var bytes = ByteBuffer()
    private var isDecided = false
    private var timeout: Scheduled<Void>?

    /// Treats connections whose first request begins with one of `prefixes` as sockets.
    ///
    /// `decide` must add the next handlers synchronously. A silent connection is closed after
    /// `timeout`.
    init(
        prefixes: [String], timeout: TimeAmount, decide: @escaping (_ isSocket: Bool) -> Void
    ) {
        self.prefixes = prefixes.map { Array($0.utf8) }
        limit = timeout
        self.decide = decide
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        timeout = context.value.eventLoop.scheduleTask(in: limit) {
            context.value.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timeout?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var more = unwrapInboundIn(data)
        guard !isDecided else { return context.fireChannelRead(data) }
        bytes.writeBuffer(&more)
        let start = bytes.readableBytesView
        let alike = prefixes.filter { $0.prefix(start.count).elementsEqual(start.prefix($0.count)) }
        let isSocket = alike.contains { $0.count <= start.count }
        // While the prefix may still match, wait for more bytes.
        guard isSocket || alike.isEmpty else { return }
        isDecided = true
        timeout?.cancel()
        decide(isSocket)
        context.fireChannelRead(wrapInboundOut(bytes))
        context.fireChannelReadComplete()
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    /// Closes a connection that was silent until its client left or the server stopped.
    ///
    /// The server allows clients to close their sending half first, as some do after a request; so
    /// this is an event and not yet the end of the connection.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        let isLeft = event as? ChannelEvent == .inputClosed
        if !isDecided, isLeft || event is ChannelShouldQuiesceEvent {
            context.close(promise: nil)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }
}
