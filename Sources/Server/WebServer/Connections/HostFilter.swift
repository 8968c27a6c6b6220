import NIOCore
import NIOHTTP1

/// Refuses requests in HTTP/1.1 without exactly one well-formed `Host` field (RFC 9112, 3.2).
///
/// Proxies and caches could take such a request for one to another host. It becomes an error, after
/// which nothing more of the connection is read. HTTP/1.0, which load balancers use for their
/// checks, needs no such field.
final class HostFilter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// The error of a request without exactly one well-formed host.
    struct Refusal: Error {}

    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        if case .head(let head) = unwrapInboundIn(data), !Self.accepts(head) {
            isRefused = true
            return context.fireErrorCaught(Refusal())
        }
        context.fireChannelRead(data)
    }

    /// Returns whether a request names its host as its version demands.
    static func accepts(_ head: HTTPRequestHead) -> Bool {
        let hosts = head.headers["host"]
        guard head.version != .http1_0, head.version != .http0_9 else { return hosts.count <= 1 }
        return hosts.count == 1 && hosts[0].utf8.allSatisfy(isHostByte)
    }

    /// Whether a byte may occur in `uri-host [":" port]`.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~!$&'()*+;=:%[]".utf8.contains(byte)
        }
    }
}
