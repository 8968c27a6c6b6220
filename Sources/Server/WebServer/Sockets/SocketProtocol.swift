import HTTPServing
import NIOCore
import NIOWebSocket

/// Applies RFC 6455 to one socket: whole messages come in, frames go out.
///
/// It joins fragments, answers pings and closing frames, pings silent clients, and closes sockets
/// that violate the protocol, stay silent or do not read.
final class SocketProtocol: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = String
    typealias OutboundOut = WebSocketFrame

    /// The limits of one socket.
    struct Limits: Sendable {
        /// The maximum size of a message, in bytes, over all of its frames.
        var messageBytes = 16 << 10
        /// The maximum number of frames of one message.
        var fragments = 64
        /// The interval at which a silent client is pinged.
        var askAfter = TimeAmount.seconds(30)
        /// The time after which a silent client is disconnected.
        var silence = TimeAmount.seconds(120)
        /// The time after which a client that does not read is disconnected.
        var stall = TimeAmount.seconds(30)
    }

    private let limits: Limits
    private var fragments: ByteBuffer?
    private var fragmentCount = 0
    private var lastHeard = NIODeadline.now()
    private var lastAsked = NIODeadline.now()
    /// The time since which the channel is not writable; nil while it is.
    private var stalledSince: NIODeadline?
    private var watch: RepeatedTask?
    private var isClosing = false

    init(_ limits: Limits = Limits()) {
        self.limits = limits
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let loop = context.eventLoop
        // Both go when the channel does, which cancels the task.
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: loop)
        let tick = TimeAmount.nanoseconds(
            max(1, min(limits.askAfter.nanoseconds, limits.stall.nanoseconds) / 3))
        watch = loop.scheduleRepeatedTask(initialDelay: tick, delay: tick) { _ in
            bound.value.handler.check(bound.value.context)
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

    private func check(_ context: ChannelHandlerContext) {
        let now = NIODeadline.now()
        if let stalledSince, now - stalledSince > limits.stall {
            // The client does not read, so no closing frame can reach it.
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
        // Clients mask their frames, and no extension was negotiated.
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
            return close(context, .protocolError)
        }
        switch frame.opcode {
        case .ping:
            // Pongs must not pile up for a client that does not read.
            guard context.channel.isWritable else { return }
            let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
            context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
        case .pong: break
        case .connectionClose:
            var reason = frame.unmaskedData
            // A reason begins with a code of two bytes (RFC 6455, 5.5.1).
            guard reason.readableBytes != 1 else { return close(context, .protocolError) }
            isClosing = true
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
