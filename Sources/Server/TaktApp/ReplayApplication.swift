import LiveEndpoints
package import Logging
import ServiceLifecycle
package import Sources
package import TransitModel
import UnixSignals
package import WebServer

/// A server that replays a recording at the same paths and by its own clock.
package struct ReplayApplication {
    private let server: WebServer
    private let logger: Logger
    private let onListening: @Sendable (Int) async -> Void

    /// Serves a recording; `onListening` is called with the port once requests are accepted.
    package init(
        _ recording: Recording, clock: any WallClock, settings: WebServer.Settings,
        logger: Logger, onListening: @escaping @Sendable (Int) async -> Void
    ) {
        server = WebServer(
            settings, endpoints: [RecordingEndpoints(recording, clock: clock)],
            requestIDPrefix: "replay", logger: logger)
        self.logger = logger
        self.onListening = onListening
    }

    /// Runs until SIGTERM or SIGINT.
    ///
    /// - Throws: The services' errors.
    package func run() async throws {
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: server.service(onPort: onListening))],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger.forServices)
        configuration.maximumGracefulShutdownDuration = .seconds(5)
        try await ServiceGroup(configuration: configuration).run()
    }
}
