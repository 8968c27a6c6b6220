import Glibc
package import Hummingbird
import NIOCore

/// The context of a request while it is being answered.
package struct TaktRequestContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The id of the request in logs and answers.
    package var requestID: String

    /// The address of the client or proxy, without the port; nil where there is no connection.
    package let remoteAddress: String?
    /// Whether the client used TLS, with this server or with a trusted proxy.
    package var isEncrypted = false
    /// The proxies whose headers are trusted.
    package var proxies = TrustedProxies()

    private let channel: any Channel

    private static let hangUps: [CInt] = [ECONNRESET, EPIPE, ENOTCONN, ETIMEDOUT]

    /// Returns whether the client has hung up; the error may show this before the connection does.
    package func isAbandoned(_ error: any Error) -> Bool {
        if let error = error as? IOError, Self.hangUps.contains(error.errnoCode) { return true }
        return error is ChannelError || !channel.isActive
    }

    /// Starts without an id; the middleware sets one.
    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress?.ipAddress
        channel = source.channel
        requestID = ""
    }

    /// The maximum size of JSON bodies, in bytes.
    package var maxUploadSize: Int { 256 * 1024 }
}
