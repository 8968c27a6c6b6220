import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Normalizes requests before they are routed.
///
/// - Input that the decoder cannot parse (no HTTP, or a line that is too long) is answered with a
///   problem object instead of the empty 400 of Hummingbird 2.28, and the connection is closed.
/// - So is a request whose host is missing or ambiguous: see ``HostFilter``.
/// - A body that cannot be parsed ends the connection; its request gets one answer.
/// - Absolute-form targets (`GET http://host/path`), as clients of proxies send them, become paths.
/// - NIO's decoder stops after a request that asks to upgrade the connection, so such a request is
///   answered as a plain one and the connection is closed after it (NIO 2.101, 2026-11).
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The decoder's error; no further input arrives after it.
    private var unread: Problem?
    /// The number of requests received whose answers have not begun.
    private var waiting = 0
    /// Whether the end of the current request has yet to arrive.
    private var isInBody = false
    /// Whether the connection is closed after the answer that is being written.
    private var isLast = false
    private var watch: ConnectionWatch?

    func handlerAdded(context: ChannelHandlerContext) {
        // Tests of single handlers have no watch.
        watch = try? context.pipeline.syncOperations.handler(type: ConnectionWatch.self)
        addFilters(context.pipeline.syncOperations)
    }

    /// Adds what needs versions and repeated fields before the codec, which forgets them.
    private func addFilters(_ handlers: ChannelPipeline.SynchronousOperations) {
        guard let codec = try? handlers.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
        do {
            try handlers.addHandlers(
                [HostFilter(), ExpectationHandler()], position: .before(codec))
        } catch {
            preconditionFailure("A handler can be added before one that was just found: \(error)")
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        watch = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else {
            if case .end = unwrapInboundIn(data) {
                isInBody = false
                watch?.requestCame()
            }
            context.fireChannelRead(data)
            return
        }
        waiting += 1
        isInBody = true
        watch?.headCame(at: context.eventLoop.now)
        isLast = head.headerFields[.connection]?.lowercased() == "close"
        if let path = head.path { head.path = Self.path(of: path) }
        if head.headerFields.contains(.upgrade) {
            head.headerFields[.upgrade] = nil
            head.headerFields[.connection] = "close"
            isLast = true
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HostFilter.Refusal {
            unread = .unclearHost
            // Hummingbird answers errors of the parser, and no others.
            return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
        }
        if let error = error as? HTTPParserError { unread = .unread(error) }
        context.fireErrorCaught(error)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            // Takt's own answers always have a content type.
            if let unread, head.status == .badRequest, head.headerFields[.contentType] == nil {
                return answer(unread, context, promise)
            }
            waiting = max(0, waiting - 1)
            if head.headerFields[.connection]?.lowercased() == "close" { isLast = true }
            watch?.answerBegins()
            context.write(data, promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            context.write(data, promise: promise)
            watch?.answered(context)
            if isLast, waiting == 0 { watch?.lastAnswered(context) }
        }
    }

    private func answer(
        _ unread: Problem, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
    ) {
        self.unread = nil
        guard !isInBody || waiting > 0 else {
            // The request was answered before its body broke, so a second answer must not follow.
            promise?.fail(ChannelError.inputClosed)
            return context.close(promise: nil)
        }
        isLast = true
        waiting = 0
        let answer = unread.response(requestID: Problem.unreadInstance)
        var headers = answer.headers
        let bytes = unread.body(requestID: Problem.unreadInstance)
        headers[.contentLength] = "\(bytes.readableBytes)"
        headers[.connection] = "close"
        context.write(
            wrapOutboundOut(.head(HTTPResponse(status: answer.status, headerFields: headers))),
            promise: promise)
        context.write(wrapOutboundOut(.body(bytes)), promise: nil)
    }

    /// Returns the path and query of a request target in any form.
    static func path(of target: String) -> String {
        guard target.hasPrefix("http://") || target.hasPrefix("https://") else { return target }
        let afterScheme = target.drop { $0 != ":" }.dropFirst(3)
        guard let slash = afterScheme.firstIndex(where: { $0 == "/" || $0 == "?" }) else {
            return "/"
        }
        let path = afterScheme[slash...]
        return path.hasPrefix("?") ? "/" + path : String(path)
    }
}
