import HTTPServing
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Passes on requests for a socket that an endpoint accepts; removes the upgrade headers of others,
/// so that they are answered as plain requests.
///
/// The decoder stops after a request that asks for an upgrade, so the connection ends with the
/// answer. Connections whose request never becomes complete are closed here: NIO's upgrade handler
/// would wait for ever.
final class UpgradeFilter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let accepts: (_ path: String) -> Bool
    /// The task that closes the connection; nil once a request has arrived.
    private var timeout: Scheduled<Void>?

    /// The time in which a request for a socket must arrive.
    private static let timeout = TimeAmount.seconds(10)

    init(accepts: @escaping (_ path: String) -> Bool) {
        self.accepts = accepts
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        timeout = context.value.eventLoop.scheduleTask(in: Self.timeout) {
            context.value.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timeout?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else {
            return context.fireChannelRead(data)
        }
        timeout?.cancel()
        timeout = nil
        guard head.headers.contains(name: "upgrade") else { return context.fireChannelRead(data) }
        guard !isTaken(head) else {
            let watch = try? context.pipeline.syncOperations.handler(type: ConnectionWatch.self)
            watch?.becomesSocket()
            return context.fireChannelRead(data)
        }
        head.headers.remove(name: "upgrade")
        head.headers.replaceOrAdd(name: "connection", value: "close")
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private func isTaken(_ head: HTTPRequestHead) -> Bool {
        let protocols = head.headers[canonicalForm: "upgrade"]
        return head.method == .GET && protocols.contains { $0.lowercased() == "websocket" }
            && head.headers["sec-websocket-version"] == ["13"]
            && head.headers["sec-websocket-key"].count == 1
            && accepts(SocketChannel.path(head.uri)) && HostFilter.accepts(head)
    }

    /// Closes a connection whose client leaves before its request is complete.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if timeout != nil, event as? ChannelEvent == .inputClosed {
            context.close(promise: nil)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    /// Answers input that cannot be parsed with a problem and closes the connection; errors after
    /// the head are handled by other handlers.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard timeout != nil else { return context.fireErrorCaught(error) }
        guard let error = error as? HTTPParserError else { return context.close(promise: nil) }
        let problem = Problem.unread(error)
        let body = problem.body(requestID: Problem.unreadInstance)
        let head = HTTPResponseHead(
            version: .http1_1, status: .init(statusCode: problem.status.code),
            headers: [
                "content-type": "application/problem+json", "connection": "close",
                "content-length": "\(body.readableBytes)",
            ])
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.value.write(wrapOutboundOut(.head(head)), promise: nil)
        context.value.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        context.value.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
            context.value.close(promise: nil)
        }
    }
}
