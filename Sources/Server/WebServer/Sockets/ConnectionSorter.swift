import NIOCore

/// Tells by the first bytes of a connection whether somebody asks for a socket.
///
/// Plain requests go the ordinary way from their first byte on, so nothing that concerns sockets can
/// harm them. NIO's own upgrade handler, put before all requests, loses requests that ask for an
/// upgrade which nobody offers, and leaves silent connections open (NIO 2.101, 2026-11).
final class ConnectionSorter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let prefixes: [[UInt8]]
    private let limit: TimeAmount
    private let decide: (_ isSocket: Bool) -> Void
    private var bytes = ByteBuffer()
    private var isDecided = false
    private var timeout: Scheduled<Void>?

    /// Connections whose first request begins with one of `prefixes` are sockets.
    ///
    /// `decide` adds the handlers that come next, at once. A connection that says nothing is closed
    /// after `timeout`.
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
        // As long as it may still become one, more has to come.
        guard isSocket || alike.isEmpty else { return }
        isDecided = true
        timeout?.cancel()
        decide(isSocket)
        context.fireChannelRead(wrapInboundOut(bytes))
        context.fireChannelReadComplete()
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    /// A connection that has not said anything when its client leaves or the server stops, never will.
    ///
    /// The server lets clients end their half first, as some do after a request; so leaving is an event and
    /// not yet the connection's end.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        let isLeft = event as? ChannelEvent == .inputClosed
        if !isDecided, isLeft || event is ChannelShouldQuiesceEvent {
            context.close(promise: nil)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }
}
