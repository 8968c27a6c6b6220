import LiveMap
import Logging
import Realtime
import ServiceLifecycle
import Synchronization
import WebServer

/// Where the networks of a server come from, one after another.
protocol NetworkSupply: Sendable {
    /// The newest network, put together; nothing runs yet.
    ///
    /// Throws if something that is stored cannot be opened.
    func assemble() throws -> NetworkServing
    /// Returns once there is another network than the one that was put together last, or when the
    /// task is to end.
    func waitForNext() async
}

/// Serves one network after another on the same port.
///
/// A network never changes. When there is another one, what runs for the old one ends, files are closed,
/// and everything is put together anew; requests wait meanwhile.
final class RollingServing: Service {
    private let supply: any NetworkSupply
    private let current: NetworkSwitch
    private let limits: RequestLimits
    private let logger: Logger
    /// The first network, until it is served: whoever keeps one keeps its files open.
    private let first: Mutex<NetworkServing?>

    /// What serves a network has so long to end.
    private static let farewell = Duration.seconds(4)
    /// Requests to the network before may hold its files open for so many looks.
    private static let openingLooks = 50
    /// The time between two of them.
    private static let poll = Duration.milliseconds(200)

    /// Puts the first network together; throws if that fails.
    init(
        _ supply: any NetworkSupply, showingOn current: NetworkSwitch, limits: RequestLimits,
        logger: Logger
    ) throws {
        self.supply = supply
        self.current = current
        self.limits = limits
        self.logger = logger
        first = Mutex(try supply.assemble())
    }

    func run() async throws {
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            try await serve(try await next())
        }
    }

    private func next() async throws -> NetworkServing {
        if let serving = first.withLock({ $0.take() }) { return serving }
        for _ in 1..<Self.openingLooks {
            do { return try supply.assemble() } catch {
                logger.debug("not yet put together", metadata: ["reason": "\(error)"])
            }
            try await Task.sleep(for: Self.poll)
        }
        return try supply.assemble()
    }

    private func serve(_ serving: NetworkServing) async throws {
        current.show(
            serving.endpoints, sockets: serving.sockets, limits: limits, metrics: serving.metrics,
            requestIDPrefix: serving.requestIDPrefix)
        var configuration = ServiceGroupConfiguration(
            services: serving.services.map {
                ServiceGroupConfiguration.ServiceConfiguration(
                    service: $0, successTerminationBehavior: .ignore,
                    failureTerminationBehavior: .cancelGroup)
            }, logger: logger.forServices)
        configuration.maximumGracefulShutdownDuration = Self.farewell
        let group = ServiceGroup(configuration: configuration)
        try await withThrowingTaskGroup(of: Bool.self) { tasks in
            tasks.addTask {
                try await group.run()
                return true
            }
            tasks.addTask { [supply] in
                await supply.waitForNext()
                return false
            }
            let isOver = try await tasks.next() ?? true
            // A server that ends goes on answering until its port is closed.
            if !Task.isShuttingDownGracefully { current.withdraw() }
            await group.triggerGracefulShutdown()
            // Nothing but the waiting is broken off: who stores or sends something finishes it.
            if isOver { tasks.cancelAll() }
            try await tasks.waitForAll()
        }
        // Streams that the old network fed end last: services that end too early count as failed.
        serving.feed.frames.finish()
    }
}
