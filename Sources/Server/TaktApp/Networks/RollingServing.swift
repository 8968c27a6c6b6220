import LiveMap
import Logging
import Realtime
import ServiceLifecycle
import Synchronization
import WebServer

/// Supplies a server's networks, one after another.
protocol NetworkSupply: Sendable {
    /// Assembles the newest network; nothing runs yet.
    ///
    /// - Throws: An error if stored data cannot be opened.
    func assemble() throws -> NetworkServing
    /// Returns once there is another network than the last assembled one, or when the task should
    /// end.
    func waitForNext() async
}

/// Serves one network after another on the same port.
///
/// A network never changes. When there is another one, the services of the old one end, its files
/// are closed, and everything is assembled again; requests wait meanwhile.
final class RollingServing: Service {
    private let supply: any NetworkSupply
    private let current: NetworkSwitch
    private let limits: RequestLimits
    private let logger: Logger
    /// The first network until it is served: holding one keeps its files open.
    private let first: Mutex<NetworkServing?>

    /// The time in which the services of a network must end.
    private static let shutdownTimeout = Duration.seconds(4)
    /// The longest time that a network is not served because its first snapshot is due.
    private static let firstSnapshotTimeout = Duration.seconds(5)
    /// The number of attempts to open files that requests to the previous network may still hold.
    private static let openingAttempts = 50
    /// The interval between two attempts.
    private static let poll = Duration.milliseconds(200)

    /// Assembles the first network.
    ///
    /// - Throws: An error if that fails.
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
        for _ in 1..<Self.openingAttempts {
            do { return try supply.assemble() } catch {
                logger.debug("network not assembled yet", metadata: ["reason": "\(error)"])
            }
            try await Task.sleep(for: Self.poll)
        }
        return try supply.assemble()
    }

    private func serve(_ serving: NetworkServing) async throws {
        var configuration = ServiceGroupConfiguration(
            services: serving.services.map {
                ServiceGroupConfiguration.ServiceConfiguration($0, onSuccess: .ignore)
            }, logger: logger.forServices)
        configuration.maximumGracefulShutdownDuration = Self.shutdownTimeout
        let group = ServiceGroup(configuration: configuration)
        try await withThrowingTaskGroup(of: Bool.self) { tasks in
            tasks.addTask {
                try await group.run()
                return true
            }
            // Otherwise a server that was ready would not be for a moment.
            await serving.firstSnapshot(within: Self.firstSnapshotTimeout)
            current.show(
                serving.endpoints, sockets: serving.sockets, limits: limits,
                metrics: serving.metrics, requestIDPrefix: serving.requestIDPrefix)
            tasks.addTask { [supply] in
                await supply.waitForNext()
                return false
            }
            let isOver = try await tasks.next() ?? true
            // A server that ends goes on answering until its port is closed.
            if !Task.isShuttingDownGracefully { current.withdraw() }
            await group.triggerGracefulShutdown()
            // Only the waiting is cancelled: services finish what they store or send.
            if isOver { tasks.cancelAll() }
            try await tasks.waitForAll()
        }
        // Streams of the old network end last: services that end too early count as failed.
        serving.feed.frames.finish()
    }
}
