import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Straightens requests before they are routed.
///
/// - What the decoder cannot read (no HTTP, or a line longer than it takes) is answered with a problem
///   object, in place of the empty 400 of Hummingbird 2.28; the connection ends with it.
/// - Absolute-form targets (`GET http://host/path`), as clients of proxies send them, become paths.
/// - NIO's decoder stops after a request that asks to upgrade the connection, so such a request is
///   answered as a plain one and the connection is closed after it (NIO 2.101, 2026-11).
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// What the decoder stumbled over; nothing more comes in after that.
    private var unread: Problem?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else {
            context.fireChannelRead(data)
            return
        }
        if let path = head.path { head.path = Self.path(of: path) }
        if let upgrade = HTTPField.Name("Upgrade"), head.headerFields[upgrade] != nil {
            head.headerFields[upgrade] = nil
            head.headerFields[.connection] = "close"
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? HTTPParserError { unread = .unread(error) }
        context.fireErrorCaught(error)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // Answers of our own always have a type.
        guard let unread, case .head(let head) = unwrapOutboundIn(data),
            head.status == .badRequest, head.headerFields[.contentType] == nil
        else { return context.write(data, promise: promise) }
        self.unread = nil
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

    /// The path and query of a request target in any form.
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

extension Problem {
    /// What stands for the id of a request that could not be read.
    static let unreadInstance = "unread"

    /// What the decoder could not read, in a sentence that says what would be right.
    static func unread(_ error: HTTPParserError) -> Problem {
        guard error == .headerOverflow else {
            return Problem(
                .badRequest, kind: "bad-request", detail: "That is not a request in HTTP/1.1.")
        }
        return Problem(
            .requestHeaderFieldsTooLarge, kind: "head-too-large",
            detail:
                "The address or a header is too long; 16 kB each and 32 kB together are allowed.")
    }
}
