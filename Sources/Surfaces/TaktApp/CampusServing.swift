import CampusEditing
import LiveMap
import Logging
import Realtime
import ServiceLifecycle
import ShuttleTracker
import TimetableBuilding
import Timetables
import WebServer

/// Serves the network that operators enter, and the next one when they changed it.
///
/// A network never changes, so each change makes another one: what runs for the old one ends, files
/// are closed, and everything is put together anew, while the port stays open and requests wait.
struct CampusServing: Service {
    private let options: TaktApplication.Options
    private let timeZone: String
    private let current: NetworkSwitch
    private let logger: Logger

    /// How often is looked for changes.
    private static let look = Duration.milliseconds(200)
    /// Changes that follow one another so closely make one network.
    private static let quiet = Duration.seconds(1)
    /// However many there are, the first of them is served after so long.
    private static let longest = Duration.seconds(10)
    /// What serves a network has so long to end.
    private static let farewell = Duration.seconds(4)
    /// Files of the network before may take so many looks to be closed.
    private static let openingLooks = 50

    init(
        _ options: TaktApplication.Options, timeZone: String, current: NetworkSwitch,
        logger: Logger
    ) {
        self.options = options
        self.timeZone = timeZone
        self.current = current
        self.logger = logger
    }

    func run() async throws {
        while !Task.isShuttingDownGracefully, !Task.isCancelled { try await serveOnce() }
    }

    private func serveOnce() async throws {
        let (store, serving, campus) = try await prepared()
        current.show(
            serving.endpoints, sockets: serving.sockets, limits: options.requestLimits,
            metrics: serving.metrics, requestIDPrefix: serving.requestIDPrefix)
        logger.info(
            "the campus is served",
            metadata: [
                "routes": "\(campus.routes.count)", "stops": "\(campus.stops.count)",
                "vehicles": "\(campus.vehicles.count)",
            ])
        var configuration = ServiceGroupConfiguration(
            services: serving.services.map {
                ServiceGroupConfiguration.ServiceConfiguration(
                    service: $0, successTerminationBehavior: .ignore,
                    failureTerminationBehavior: .cancelGroup)
            }, logger: logger)
        configuration.maximumGracefulShutdownDuration = Self.farewell
        let group = ServiceGroup(configuration: configuration)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask { await changed(store, from: campus) }
            try await tasks.next()
            current.withdraw()
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        // Streams that the old network fed end last: services that end too early count as failed.
        serving.feed.frames.finish()
    }

    /// Opens and puts together; tries for a while, because requests to the network before may still hold
    /// its files open.
    private func prepared() async throws -> (CampusStore, NetworkServing, ShuttleCampus) {
        for attempt in 1... {
            do {
                guard let store = try NetworkServing.store(options) else {
                    throw CampusWithoutFolder()
                }
                let campus = store.content.campus
                let timetable = try ShuttleNetwork(
                    routes: campus.routes, stops: campus.stops, timeZone: timeZone
                ).timetable(allowingNoRoute: true)
                let serving = try NetworkServing(
                    timetable, options: options, campus: campus, store: store, logger: logger)
                return (store, serving, campus)
            } catch {
                guard attempt < Self.openingLooks, !(error is CampusWithoutFolder) else {
                    throw error
                }
                try await Task.sleep(for: Self.look)
            }
        }
        throw CampusWithoutFolder()
    }

    /// Returns when operators changed the campus and are done for a moment.
    private func changed(_ store: CampusStore, from campus: ShuttleCampus) async {
        var last = campus
        var changedAt: ContinuousClock.Instant?
        var firstAt: ContinuousClock.Instant?
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            try? await Task.sleep(for: Self.look)
            let now = ContinuousClock.now
            let newest = store.content.campus
            if newest != last {
                last = newest
                changedAt = now
                firstAt = firstAt ?? now
            }
            guard let changedAt, let firstAt else { continue }
            if now - changedAt >= Self.quiet || now - firstAt >= Self.longest { return }
        }
    }

    /// A campus has nowhere to be stored.
    private struct CampusWithoutFolder: Error, CustomStringConvertible {
        let description = "A campus needs a data folder."
    }
}
