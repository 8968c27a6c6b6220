import NIOCore
import NIOWebSocket

/// The rules of RFC 6455 on one socket: whole messages come in, frames go out.
///
/// It puts fragments together, answers pings and closes, asks silent clients whether they are still
/// there, and closes sockets that break the rules, fall silent or do not read.
final class SocketProtocol: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = String
    typealias OutboundOut = WebSocketFrame

    /// Bounds of one socket.
    struct Limits: Sendable {
        /// The largest message, in bytes; it may come in many frames.
        var messageBytes = 16 << 10
        /// The most frames of one message.
        var fragments = 64
        /// A silent client is asked after this time, and again and again.
        var askAfter = TimeAmount.seconds(30)
        /// A client that stays silent is gone.
        var silence = TimeAmount.seconds(120)
        /// A client that takes nothing for so long is gone.
        var stall = TimeAmount.seconds(30)
    }

    private let limits: Limits
    private var fragments: ByteBuffer?
    private var fragmentCount = 0
    private var lastHeard = NIODeadline.now()
    private var lastAsked = NIODeadline.now()
    /// Since when nothing more can be written; nil while it can.
    private var stalledSince: NIODeadline?
    private var watch: RepeatedTask?
    private var isClosing = false

    init(_ limits: Limits = Limits()) {
        self.limits = limits
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let loop = context.eventLoop
        // Both go when the channel does, which cancels the watch.
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: loop)
        let tick = TimeAmount.nanoseconds(
            max(1, min(limits.askAfter.nanoseconds, limits.stall.nanoseconds) / 3))
        watch = loop.scheduleRepeatedTask(initialDelay: tick, delay: tick) { _ in
            bound.value.handler.look(bound.value.context)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        watch?.cancel()
    }

    func channelInactive(context: ChannelHandlerContext) {
        watch?.cancel()
        context.fireChannelInactive()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stalledSince = context.channel.isWritable ? nil : .now()
        context.fireChannelWritabilityChanged()
    }

    private func look(_ context: ChannelHandlerContext) {
        let now = NIODeadline.now()
        if let stalledSince, now - stalledSince > limits.stall {
            // Nothing can be said to who does not listen.
            context.close(promise: nil)
        } else if now - lastHeard > limits.silence {
            context.close(promise: nil)
        } else if now - lastHeard > limits.askAfter, now - lastAsked > limits.askAfter {
            lastAsked = now
            context.writeAndFlush(
                wrapOutboundOut(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())),
                promise: nil)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastHeard = .now()
        guard !isClosing else { return }
        let frame = unwrapInboundIn(data)
        // Clients mask what they send, and nobody agreed on an extension.
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
            return close(context, .protocolError)
        }
        switch frame.opcode {
        case .ping:
            // Who does not read gets no answers piled up.
            guard context.channel.isWritable else { return }
            let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
            context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
        case .pong: break
        case .connectionClose:
            isClosing = true
            var reason = frame.unmaskedData
            let echo = WebSocketFrame(
                fin: true, opcode: .connectionClose,
                data: reason.readSlice(length: min(2, reason.readableBytes)) ?? ByteBuffer())
            end(context, echo)
        case .text: begin(context, frame)
        case .continuation: goOn(context, frame)
        case .binary: close(context, .unsupportedData)
        default: close(context, .protocolError)
        }
    }

    private func begin(_ context: ChannelHandlerContext, _ frame: WebSocketFrame) {
        guard fragments == nil else { return close(context, .protocolError) }
        fragmentCount = 1
        take(context, frame.unmaskedData, isLast: frame.fin)
    }

    private func goOn(_ context: ChannelHandlerContext, _ frame: WebSocketFrame) {
        guard var whole = fragments else { return close(context, .protocolError) }
        fragmentCount += 1
        var part = frame.unmaskedData
        guard fragmentCount <= limits.fragments,
            whole.readableBytes + part.readableBytes <= limits.messageBytes
        else { return close(context, .tooLarge) }
        whole.writeBuffer(&part)
        take(context, whole, isLast: frame.fin)
    }

    private func take(_ context: ChannelHandlerContext, _ message: ByteBuffer, isLast: Bool) {
        guard message.readableBytes <= limits.messageBytes else {
            return close(context, .tooLarge)
        }
        guard isLast else {
            fragments = message
            return
        }
        fragments = nil
        guard let text = String(validating: message.readableBytesView, as: UTF8.self) else {
            return close(context, .invalidText)
        }
        context.fireChannelRead(wrapInboundOut(text))
    }

    private func close(_ context: ChannelHandlerContext, _ code: SocketCloseCode) {
        guard !isClosing else { return }
        isClosing = true
        end(context, code.frame)
    }

    private func end(_ context: ChannelHandlerContext, _ frame: WebSocketFrame) {
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.value.writeAndFlush(wrapOutboundOut(frame)).whenComplete { _ in
            context.value.close(promise: nil)
        }
    }
}
