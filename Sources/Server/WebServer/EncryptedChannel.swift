import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// A connection that begins with TLS, followed by its actual protocol.
///
/// The certificate is read for each connection, so a renewed one is used without a restart.
/// Otherwise this equals the framework's own TLS channel, which keeps the certificate with which it
/// was created.
struct EncryptedChannel<Inner: HTTPChannelHandler>: ServerChildChannel, HTTPChannelHandler {
    let inner: Inner
    let context: @Sendable () -> NIOSSLContext

    var responder: HTTPChannelHandler.Responder { inner.responder }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Inner.Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context()))
        }.flatMap { inner.setup(channel: channel, logger: logger) }
    }

    func handle(value: Inner.Value, logger: Logger) async {
        await inner.handle(value: value, logger: logger)
    }
}
