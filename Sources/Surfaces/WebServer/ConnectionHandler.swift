import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Straightens requests before they are routed.
///
/// - Absolute-form targets (`GET http://host/path`), as clients of proxies send them, become paths.
/// - NIO's decoder stops after a request that asks to upgrade the connection, so such a request is
///   answered as a plain one and the connection is closed after it (NIO 2.101, 2026-11).
final class ConnectionHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

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
