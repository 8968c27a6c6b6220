import NIOCore
import NIOWebSocket

/// Something that is reached by a WebSocket instead of by requests.
package protocol SocketEndpoint: Sendable {
    /// What all its paths begin with, as in `/tracker-ws/`: other requests never come near it.
    var prefix: String { get }

    /// Whether a socket may be opened at that path (without query), right now.
    func accepts(path: String) -> Bool

    /// Serves one socket at a path until it ends; what it throws ends the socket.
    func serve(_ channel: SocketChannel.Socket, path: String) async throws
}

/// Why a socket is closed by us, in numbers of RFC 6455.
enum SocketCloseCode: UInt16 {
    /// The server is being stopped.
    case goingAway = 1001
    /// The client does what sockets do not.
    case protocolError = 1002
    /// Bytes where text belongs.
    case unsupportedData = 1003
    /// Text that is not UTF-8.
    case invalidText = 1007
    /// The client asks too much, or does not read.
    case policyViolation = 1008
    /// A message is larger than any command.
    case tooLarge = 1009
    /// All places are taken.
    case tryAgainLater = 1013

    /// The frame that says so.
    var frame: WebSocketFrame {
        WebSocketFrame(
            fin: true, opcode: .connectionClose, data: ByteBuffer(integer: rawValue))
    }
}
