import NIOCore
import NIOHTTP1

/// Asks clients that wait with a body (`Expect: 100-continue`, RFC 9110, 10.1.1) to send it.
///
/// A client that sent its next request before the answer to the last one hears nothing, and sends
/// its body after a while.
final class ExpectationHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The number of requests that are not completely answered.
    private var owed = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) {
            owed += 1
            if owed == 1, Self.waits(head) { letGoOn(context) }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { owed = max(0, owed - 1) }
        context.write(data, promise: promise)
    }

    private func letGoOn(_ context: ChannelHandlerContext) {
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }

    private static func waits(_ head: HTTPRequestHead) -> Bool {
        head.version == .http1_1
            && head.headers["expect"].contains { $0.lowercased() == "100-continue" }
    }
}
