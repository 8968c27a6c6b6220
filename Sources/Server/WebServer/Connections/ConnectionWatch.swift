import HTTPTypes
import NIOCore

/// Watches the pace of one connection's client, and ends the connection where it is too slow.
///
/// A head has to be whole in time, counted from its first byte and not from byte to byte; a body needs a pace on
/// average and no long pause; and an answer has to be read. While the server itself does not read, no time passes
/// for the client. Silence between requests is bounded elsewhere (`limits.idle`).
final class ConnectionWatch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How patient the server is.
    struct Limits: Sendable {
        /// A head has to be whole after this time.
        var head = TimeAmount.seconds(10)
        /// A body has this time, and more for what has come.
        var body = TimeAmount.seconds(10)
        /// The fewest bytes a second that a body brings on average.
        var bytesPerSecond: Int64 = 500
        /// The longest pause within a body.
        var pause = TimeAmount.seconds(30)
        /// How long the rest of a body may come whose request is answered already, and how long a client may
        /// take to read the last answer and go.
        var rest = TimeAmount.seconds(5)
        /// How long a client may take nothing of an answer.
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
    /// Requests that are not answered to the end.
    private var owed = 0
    private var isAnswering = false
    private var isSocket = false
    /// False while the server does not want to read.
    private var isReadWanted = true
    private var idleSince = NIODeadline.uptimeNanoseconds(0)
    private var stalledSince: NIODeadline?
    /// When the rest of a body has to be there; nil before its request is answered.
    private var restDue: NIODeadline?
    /// When the connection ends, as the last answer was given; nil before that.
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
        tellMark()
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

    // MARK: What comes and goes

    func read(context: ChannelHandlerContext) {
        isReadWanted = true
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data).readableBytesView
        let now = context.eventLoop.now
        switch reading {
        // Blank lines before a request are none of it.
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
        tellMark()
        arm(context)
        context.fireChannelReadComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        // Sockets have a rule of their own.
        stalledSince = context.channel.isWritable || isSocket ? nil : context.eventLoop.now
        tellMark()
        arm(context)
        context.fireChannelWritabilityChanged()
    }

    // MARK: What other handlers understood of it

    /// The head of a request is whole.
    func headCame(at now: NIODeadline) {
        reading = .body(since: now, last: now, received: 0)
        owed += 1
    }

    /// A request is whole.
    func requestCame() {
        reading = .nothing
        restDue = nil
    }

    /// The connection is a socket from now on.
    func becomesSocket() {
        isSocket = true
        reading = .nothing
        tellMark()
    }

    /// An answer begins.
    func answerBegins() {
        isAnswering = true
    }

    /// An answer is written to its end.
    func answered(_ context: ChannelHandlerContext) {
        let now = context.eventLoop.now
        isAnswering = false
        owed = max(0, owed - 1)
        idleSince = now
        if owed == 0, case .body = reading { restDue = now + limits.rest }
        tellMark()
        arm(context)
    }

    /// The last answer is written: nothing more is read.
    func lastAnswered(_ context: ChannelHandlerContext) {
        endDue = context.eventLoop.now + limits.rest
        arm(context)
    }

    // MARK: Patience

    private func tellMark() {
        mark?.waitingSince = stalledSince ?? waitingSince
    }

    private var waitingSince: NIODeadline? {
        switch reading {
        case .head(let since): since
        case .body(let since, let last, let received): min(last, since + paid(received))
        case .nothing: owed == 0 && !isSocket ? idleSince : nil
        }
    }

    /// The time that bytes of a body stand for.
    private func paid(_ received: Int64) -> TimeAmount {
        .milliseconds(received * 1000 / max(1, limits.bytesPerSecond))
    }

    /// When the client has to have done more; nil if nothing is expected of it.
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
            bound.value.watch.look(bound.value.context)
        }
        alarm = (task, due)
    }

    private func look(_ context: ChannelHandlerContext) {
        alarm = nil
        let now = context.eventLoop.now
        if !isReadWanted, stalledSince == nil { forgive(at: now) }
        guard let due else { return }
        guard now >= due else { return arm(context) }
        giveUp(context)
    }

    /// It was the server that did not read.
    private func forgive(at now: NIODeadline) {
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
