import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// A connection that speaks TLS first, and then what it is for.
///
/// The certificate is asked for at each connection, so that a renewed one is used without a restart. It
/// does what the framework's own TLS channel does, which keeps the certificate that it began with.
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
