import Glibc
package import Hummingbird
import NIOCore

/// What is known of a request while it is being answered.
package struct TaktRequestContext: RequestContext {
    /// What the framework keeps.
    package var coreContext: CoreRequestContextStorage
    /// Names the request in logs and answers.
    package var requestID: String

    /// The address of who asks, without the port; nil where there is no connection.
    package let remoteAddress: String?
    /// Whether it was asked by TLS: of this server, or of a proxy that is believed.
    package var isEncrypted = false
    /// Who is believed about whom it asks for.
    var proxies = TrustedProxies()

    private let channel: any Channel

    private static let hangUps: [CInt] = [ECONNRESET, EPIPE, ENOTCONN, ETIMEDOUT]

    /// Whether the client has hung up, which may show in the error before it shows in the connection.
    func isAbandoned(_ error: any Error) -> Bool {
        if let error = error as? IOError, Self.hangUps.contains(error.errnoCode) { return true }
        return error is ChannelError || !channel.isActive
    }

    /// Starts without an id; the middleware gives one.
    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress?.ipAddress
        channel = source.channel
        requestID = ""
    }

    /// JSON bodies are read up to this many bytes.
    package var maxUploadSize: Int { 256 * 1024 }
}
