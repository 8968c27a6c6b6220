package import NIOCore
import NIOPosix

/// Servers on the loopback interface for the duration of a test.
package enum Loopback {
    /// Calls `body` with the port of a server that sets up each connection with `prepare`.
    ///
    /// The server is closed afterwards, also if `body` throws; connections end by themselves.
    ///
    /// - Throws: An error of starting the server, or that of `body`.
    package static func serving(
        _ prepare: @escaping @Sendable (any Channel) throws -> Void,
        during body: (_ port: Int) async throws -> Void
    ) async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try prepare(channel) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            try await body(server.localAddress?.port ?? 0)
        } catch {
            try? await server.close()
            throw error
        }
        try await server.close()
    }
}
