import HummingbirdCore
import Logging
import NIOCore

/// A connection of any protocol whose client's pace is watched.
struct WatchedChannel<Inner: HTTPChannelHandler>: ServerChildChannel, HTTPChannelHandler {
    let inner: Inner
    let roster: ConnectionRoster

    var responder: HTTPChannelHandler.Responder { inner.responder }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Inner.Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(ConnectionWatch(roster))
        }.flatMap { inner.setup(channel: channel, logger: logger) }
    }

    func handle(value: Inner.Value, logger: Logger) async {
        await inner.handle(value: value, logger: logger)
    }
}
