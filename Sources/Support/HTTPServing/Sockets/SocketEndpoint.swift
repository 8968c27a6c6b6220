package import NIOCore
package import NIOWebSocket

/// A channel with text in and frames out.
package typealias ClientSocket = NIOAsyncChannel<String, WebSocketFrame>

/// An endpoint that is reached by a WebSocket instead of by requests.
package protocol SocketEndpoint: Sendable {
    /// The prefix of all its paths, as in `/tracker-ws/`: no other request reaches it.
    var prefix: String { get }

    /// Returns whether a socket may be opened at a path (without query) now.
    func accepts(path: String) -> Bool

    /// Serves one socket at a path until it ends.
    ///
    /// - Throws: Any error; it ends the socket.
    func serve(_ channel: ClientSocket, path: String) async throws
}

/// The reasons for which the server closes a socket, as codes of RFC 6455.
package enum SocketCloseCode: UInt16 {
    /// The server shuts down.
    case goingAway = 1001
    /// The client violates the protocol.
    case protocolError = 1002
    /// The client sent binary data instead of text.
    case unsupportedData = 1003
    /// The client sent text that is not UTF-8.
    case invalidText = 1007
    /// The client sends too many commands, or does not read.
    case policyViolation = 1008
    /// A message is larger than any command.
    case tooLarge = 1009
    /// All places are taken.
    case tryAgainLater = 1013

    /// The closing frame with the code.
    package var frame: WebSocketFrame {
        WebSocketFrame(
            fin: true, opcode: .connectionClose, data: ByteBuffer(integer: rawValue))
    }
}
