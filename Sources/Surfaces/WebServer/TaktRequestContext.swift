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

    /// Starts without an id; the middleware gives one.
    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress?.ipAddress
        requestID = ""
    }

    /// JSON bodies are read up to this many bytes.
    package var maxUploadSize: Int { 256 * 1024 }
}
