import NIOCore
import NIOWebSocket

/// The client side of RFC 6455: passes complete texts on, and answers pings and closes.
final class TrackerClientFrames: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = WebSocketFrame

    /// A violation of the protocol by the server.
    enum Violation: Error {
        case tooLarge
        case malformed
    }

    private let limitBytes: Int
    private var fragments: ByteBuffer?

    /// Creates a handler; `limitBytes` is the maximum length of a text, over all its fragments.
    init(limitBytes: Int) {
        self.limitBytes = limitBytes
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .text where fragments == nil: handle(context, frame.unmaskedData, isLast: frame.fin)
        case .continuation:
            guard var whole = fragments else { return fail(context, .malformed) }
            var part = frame.unmaskedData
            guard whole.readableBytes + part.readableBytes <= limitBytes else {
                return fail(context, .tooLarge)
            }
            whole.writeBuffer(&part)
            handle(context, whole, isLast: frame.fin)
        case .ping:
            answer(
                context,
                WebSocketFrame(
                    fin: true, opcode: .pong, maskKey: .random(), data: frame.unmaskedData))
        case .connectionClose: context.close(promise: nil)
        case .pong: break
        default: fail(context, .malformed)
        }
    }

    private func handle(_ context: ChannelHandlerContext, _ text: ByteBuffer, isLast: Bool) {
        fragments = isLast ? nil : text
        if isLast { context.fireChannelRead(wrapInboundOut(text)) }
    }

    private func answer(_ context: ChannelHandlerContext, _ frame: WebSocketFrame) {
        guard context.channel.isWritable else { return }
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }

    private func fail(_ context: ChannelHandlerContext, _ violation: Violation) {
        context.fireErrorCaught(violation)
        context.close(promise: nil)
    }
}
