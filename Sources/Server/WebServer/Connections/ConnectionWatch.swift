import HTTPServing
import HTTPTypes
import NIOCore

/// Enforces a minimum pace on one connection's client, and closes the connection if the client is
/// too slow.
///
/// A head must be complete in time, counted from its first byte rather than between bytes. A body
/// needs an average pace and no long pause, and the client must read the answer. Time does not
/// count while the server itself does not read. Idle time between requests is limited elsewhere
/// (`limits.idle`).
final class ConnectionWatch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The time limits of a connection.
    struct Limits: Sendable {
        /// The time in which a head must be complete.
        var head = TimeAmount.seconds(10)
        /// The base time for a body, extended by the bytes received.
        var body = TimeAmount.seconds(10)
        /// The minimum average pace of a body, in bytes per second.
        var bytesPerSecond: Int64 = 500
        /// The longest pause within a body.
        var pause = TimeAmount.seconds(30)
        /// The time for the rest of a body whose request is already answered, and the time in which
        /// a client must read the last answer and close.
        var rest = TimeAmount.seconds(5)
        /// The longest time in which a client may read nothing of an answer.
        var stall = TimeAmount.seconds(120)
    }

    private enum Reading {
        case nothing
        case head(since: NIODeadline)
        case body(since: NIODeadline, last: NIODeadline, received: Int64)
    }

    private let limits: Limits
    private let roster: ConnectionRoster
    private var mark: ConnectionMark?
    private var reading = Reading.nothing
    /// The number of requests that are not completely answered.
    private var owed = 0
    private var isAnswering = false
    private var isSocket = false
    /// Whether the server wants to read.
    private var isReadWanted = true
    private var idleSince = NIODeadline.uptimeNanoseconds(0)
    private var stalledSince: NIODeadline?
    /// The deadline for the rest of a body; nil before its request is answered.
    private var restDue: NIODeadline?
    /// The deadline for closing after the last answer; nil before that answer is written.
    private var endDue: NIODeadline?
    private var alarm: (task: Scheduled<Void>, due: NIODeadline)?

    init(_ roster: ConnectionRoster, limits: Limits = Limits()) {
        self.roster = roster
        self.limits = limits
    }

    func handlerAdded(context: ChannelHandlerContext) {
        idleSince = context.eventLoop.now
        if context.channel.isActive { enter(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        enter(context)
        context.fireChannelActive()
    }

    private func enter(_ context: ChannelHandlerContext) {
        guard mark == nil else { return }
        let mark = ConnectionMark(
            context.channel, address: context.channel.remoteAddress?.ipAddress)
        self.mark = mark
        reportMark()
        if !roster.enter(mark, now: context.eventLoop.now) { mark.end() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        leave()
    }

    private func leave() {
        alarm?.task.cancel()
        alarm = nil
        if let mark { roster.leave(mark) }
    }

    // MARK: Channel events

    func read(context: ChannelHandlerContext) {
        isReadWanted = true
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data).readableBytesView
        let now = context.eventLoop.now
        switch reading {
        // Blank lines before a request are not part of it.
        case .nothing where !isSocket && !bytes.allSatisfy({ $0 == 13 || $0 == 10 }):
            reading = .head(since: now)
        case .body(let since, _, let received):
            reading = .body(since: since, last: now, received: received + Int64(bytes.count))
        case .nothing, .head: break
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReadWanted = false
        reportMark()
        arm(context)
        context.fireChannelReadComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        // Sockets have their own limit.
        stalledSince = context.channel.isWritable || isSocket ? nil : context.eventLoop.now
        reportMark()
        arm(context)
        context.fireChannelWritabilityChanged()
    }

    // MARK: Events from other handlers

    /// Records that the head of a request is complete.
    func headCame(at now: NIODeadline) {
        reading = .body(since: now, last: now, received: 0)
        owed += 1
    }

    /// Records that a request is complete.
    func requestCame() {
        reading = .nothing
        restDue = nil
    }

    /// Records that the connection is a WebSocket from now on.
    func becomesSocket() {
        isSocket = true
        reading = .nothing
        reportMark()
    }

    func answerBegins() {
        isAnswering = true
    }

    /// Records that an answer is completely written.
    func answered(_ context: ChannelHandlerContext) {
        let now = context.eventLoop.now
        isAnswering = false
        owed = max(0, owed - 1)
        idleSince = now
        if owed == 0, case .body = reading { restDue = now + limits.rest }
        reportMark()
        arm(context)
    }

    /// Records that the last answer is written; nothing more is read.
    func lastAnswered(_ context: ChannelHandlerContext) {
        endDue = context.eventLoop.now + limits.rest
        arm(context)
    }

    // MARK: Deadlines

    private func reportMark() {
        mark?.waitingSince = stalledSince ?? waitingSince
    }

    private var waitingSince: NIODeadline? {
        switch reading {
        case .head(let since): since
        case .body(let since, let last, let received): min(last, since + paid(received))
        case .nothing: owed == 0 && !isSocket ? idleSince : nil
        }
    }

    /// Returns the time that the received bytes of a body allow.
    private func paid(_ received: Int64) -> TimeAmount {
        .milliseconds(received * 1000 / max(1, limits.bytesPerSecond))
    }

    /// The deadline of the client; nil if nothing is expected of it.
    private var due: NIODeadline? {
        var due = [stalledSince.map { $0 + limits.stall }, endDue].compactMap(\.self).min()
        switch reading {
        case .nothing: break
        case .head(let since): due = min(due ?? .distantFuture, since + limits.head)
        case .body(let since, let last, let received):
            let pace = min(since + limits.body + paid(received), last + limits.pause)
            due = min(due ?? .distantFuture, pace, restDue ?? .distantFuture)
        }
        return due
    }

    private func arm(_ context: ChannelHandlerContext) {
        guard let due, mark != nil, due < alarm?.due ?? .distantFuture else { return }
        alarm?.task.cancel()
        let bound = NIOLoopBound((watch: self, context: context), eventLoop: context.eventLoop)
        let task = context.eventLoop.scheduleTask(deadline: due) {
            bound.value.watch.check(bound.value.context)
        }
        alarm = (task, due)
    }

    private func check(_ context: ChannelHandlerContext) {
        alarm = nil
        let now = context.eventLoop.now
        if !isReadWanted, stalledSince == nil { restartTimeouts(at: now) }
        guard let due else { return }
        guard now >= due else { return arm(context) }
        giveUp(context)
    }

    /// Restarts the client's time limits, because it was the server that did not read.
    private func restartTimeouts(at now: NIODeadline) {
        switch reading {
        case .nothing: break
        case .head: reading = .head(since: now)
        case .body: reading = .body(since: now, last: now, received: 0)
        }
        if restDue != nil { restDue = now + limits.rest }
    }

    private func giveUp(_ context: ChannelHandlerContext) {
        guard let mark else { return }
        guard endDue == nil else { return mark.end() }
        var isHeard = false
        switch reading {
        case .head: isHeard = owed == 0
        case .body: isHeard = owed == 1 && !isAnswering
        case .nothing: break
        }
        reading = .nothing
        guard isHeard, context.channel.isWritable else { return mark.end() }
        context.writeAndFlush(wrapOutboundOut(Self.tooSlow)).whenComplete { _ in mark.end() }
    }

    private static let tooSlow: ByteBuffer = {
        let problem = Problem(
            .requestTimeout, kind: "too-slow", detail: "The request did not arrive in time.")
        let body = problem.body(requestID: Problem.unreadInstance)
        var text = ByteBuffer(
            string: "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n"
                + "Content-Type: application/problem+json\r\n"
                + "Content-Length: \(body.readableBytes)\r\n\r\n")
        text.writeImmutableBuffer(body)
        return text
    }()
}
