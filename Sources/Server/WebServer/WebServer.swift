package import HTTPServing
package import Hummingbird
import HummingbirdCore
import Instrumentation
package import Logging
import NIOCore
import NIOPosix
package import NIOSSL
package import ServiceLifecycle
package import Tracing

/// The HTTP server: one port for the web app, the API and the health probes.
///
/// The types in `Endpoints/` add endpoints to a `Router<TaktRequestContext>`; errors that they
/// throw become problem objects. `service(onPort:)` returns the service to run.
package struct WebServer {
    /// The address and the limits of a server.
    package struct Settings: Sendable {
        /// The address to listen on; only this machine by default.
        package var host = "127.0.0.1"
        /// The port to listen on; 0 lets the system choose.
        package var port = 8080
        /// The maximum number of connections; beyond it, the slowest clients are closed for new
        /// ones.
        package var maximumConnections = 10_000
        /// The maximum number of connections from one address, except proxies; nil for a tenth of
        /// all, but at least 32.
        package var maximumPerAddress: Int?
        /// The proxies, whose connections serve many clients.
        package var proxies = TrustedProxies()
        /// The seconds after which an idle connection is closed.
        package var idleSeconds = 90
        /// The TLS context for a new connection; nil for plain HTTP.
        package var encryption: (@Sendable () -> NIOSSLContext)?

        package init() {}
    }

    private let settings: Settings
    private let responder: CallbackResponder<TaktRequestContext>
    private let sockets: [any SocketEndpoint]
    private let logger: Logger

    /// Creates a server with these endpoints, and sockets where one of `sockets` accepts them.
    package init(
        _ settings: Settings, endpoints: [any EndpointGroup], sockets: [any SocketEndpoint] = [],
        limits: RequestLimits = RequestLimits(), metrics: RequestMetrics = RequestMetrics(),
        requestIDPrefix: String, logger: Logger
    ) {
        self.settings = settings
        self.sockets = sockets
        self.logger = logger
        let router = Self.router(
            endpoints, limits: limits, metrics: metrics, requestIDPrefix: requestIDPrefix
        ).buildResponder()
        responder = Self.responder(settings) { try await router.respond(to: $0, context: $1) }
    }

    /// Creates a server for the network that a switch currently serves; `socketPrefixes` begin the
    /// paths at which networks may have sockets.
    package init(
        _ settings: Settings, showing network: NetworkSwitch, socketPrefixes: [String],
        logger: Logger
    ) {
        self.settings = settings
        self.logger = logger
        sockets = socketPrefixes.map { SwitchedSocket(prefix: $0, current: network) }
        responder = Self.responder(settings, network.respond)
    }

    private static func responder(
        _ settings: Settings,
        _ answer: @escaping @Sendable (Request, TaktRequestContext) async throws -> Response
    ) -> CallbackResponder<TaktRequestContext> {
        let isEncrypted = settings.encryption != nil
        let proxies = settings.proxies
        return CallbackResponder { request, context in
            var context = context
            context.isEncrypted = isEncrypted
            context.proxies = proxies
            return try await answer(request, context)
        }
    }

    /// Returns the router with all endpoints; tests use it without a socket.
    package static func router(
        _ endpoints: [any EndpointGroup], limits: RequestLimits = RequestLimits(),
        metrics: RequestMetrics = RequestMetrics(),
        tracer: any Tracer = InstrumentationSystem.tracer,
        requestIDPrefix: String = "r"
    ) -> Router<TaktRequestContext> {
        // The middleware comes first but must know every route, so the routes are collected
        // before.
        let plan = Router(context: TaktRequestContext.self)
        for group in endpoints { group.add(to: plan) }
        let router = Router(
            context: TaktRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestCounter(metrics: metrics))
        if !(tracer is NoOpTracer) {
            router.add(middleware: RequestSpans(tracer: tracer, proxies: limits.proxies))
        }
        router.add(
            middleware: RequestMiddleware(
                idPrefix: requestIDPrefix, methods: RouteMethods(plan), proxies: limits.proxies,
                errorForms: endpoints.compactMap(\.errorForm)))
        router.add(
            middleware: RequestLimiter(limits, counting: endpoints.flatMap(\.limitedPaths)))
        for group in endpoints { group.add(to: router) }
        return router
    }

    /// The maximum number of connections that wait to be accepted; Linux allows no more by default.
    ///
    /// The system drops a connection to a full queue, and the client tries again after 1, 3, 7 s:
    /// with the usual 256, a probe waited that long when thousands of phones reconnected at once.
    private static let backlog = 4096
    private static let minimumPerAddress = 32

    /// Returns the service to run; `onPort` is called with the port once the server listens.
    package func service(onPort: @escaping @Sendable (Int) async -> Void) -> any Service {
        let limits = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: 16 * 1024, maxHeaderListSize: 32 * 1024, maxHeaderFieldCount: 100)
        let channel = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionHandler()],
            idleTimeout: .seconds(Int64(settings.idleSeconds)),
            httpDecoderConfiguration: limits)
        let roster = ConnectionRoster(
            maximum: settings.maximumConnections,
            maximumPerAddress: settings.maximumPerAddress
                ?? max(Self.minimumPerAddress, settings.maximumConnections / 10),
            proxies: settings.proxies)
        let group = MultiThreadedEventLoopGroup.singleton
        return Application(
            responder: responder,
            server: server(channel, roster),
            configuration: ApplicationConfiguration(
                address: .hostname(settings.host, port: settings.port), serverName: "Takt",
                backlog: Self.backlog,
                availableConnectionsDelegate: ConnectionGate(roster: roster, loop: group.any())),
            onServerRunning: { channel in
                await onPort(channel.localAddress?.port ?? 0)
            },
            eventLoopGroupProvider: .shared(group), logger: logger)
    }

    private func server(
        _ requests: HTTP1Channel.Configuration, _ roster: ConnectionRoster
    ) -> HTTPServerBuilder {
        HTTPServerBuilder { [sockets, encryption = settings.encryption] responder in
            let plain = HTTP1Channel(responder: responder, configuration: requests)
            guard !sockets.isEmpty else {
                return Self.channel(WatchedChannel(inner: plain, roster: roster), encryption)
            }
            let sorted = SocketChannel(responder: responder, requests: plain, endpoints: sockets)
            return Self.channel(WatchedChannel(inner: sorted, roster: roster), encryption)
        }
    }

    private static func channel(
        _ inner: some HTTPChannelHandler, _ encryption: (@Sendable () -> NIOSSLContext)?
    ) -> any ServerChildChannel {
        guard let encryption else { return inner }
        return EncryptedChannel(inner: inner, context: encryption)
    }
}
