package import AddressSearch
import Foundation
import HTTPFetching
import JourneyPlanning
import LiveMap
package import Logging
import NIOCore
import NetworkSharing
import Realtime
import ServiceLifecycle
package import Simulation
import StopSearch
package import Timetables
package import TransitModel
import UnixSignals
package import WebServer
import WireAPI

/// A whole server, wired: the only place where the parts are put together.
package struct TaktApplication {
    /// What to serve and how.
    package struct Options {
        /// Where to listen, and how much to take on.
        package var server = WebServer.Settings()
        /// The web app's folder; nil serves the API alone.
        package var webFolder: String?
        /// What people call the network; nil takes its agencies' names.
        package var networkName: String?
        /// The network is no real timetable, and every screen says so.
        package var isInvented = false
        /// GeoJSON to draw under the network's lines; nil for none.
        package var landscape: CachedBody?
        /// Vehicles to simulate; nil for none.
        package var simulation: SimulationSettings?
        /// Who finds addresses; nil if nobody does.
        package var geocoder: GeocoderAddress?
        /// How many questions a second the geocoder is asked at most, on average.
        package var geocoderPace = 5
        /// What time it is.
        package var clock: any WallClock = SystemWallClock()
        /// How many live streams may be open at once.
        package var maximumStreams = 2000

        /// The defaults.
        package init() {}
    }

    /// Seconds that open requests and streams have to end when the server is told to stop.
    private static let shutdownSeconds = 5

    private let services: [any Service]
    private let settings: WebServer.Settings
    private let logger: Logger

    /// Puts the parts together; nothing runs yet.
    ///
    /// `onListening` is told the port once requests can come. Throws if the web app or the network
    /// cannot be read.
    package init(
        _ timetable: Timetable, options: Options, logger: Logger,
        onListening: @escaping @Sendable (Int) async -> Void
    ) throws {
        self.logger = logger
        settings = options.server
        let clock = options.clock
        let kind = options.simulation == nil ? "none" : "simulated"
        let first = NetworkSnapshot(
            timetable: timetable, sequence: UInt64(max(0, clock.now().seconds)), asOf: clock.now(),
            vehicles: [], source: LiveSourceState(kind: kind, updatedAt: nil))
        let state = LiveState(timetable, sourceKind: kind, firstSequence: first.sequence)
        let feed = MapFeed(first)
        let loop = LiveLoop(
            state: state, feed: feed,
            simulator: options.simulation.map { Simulator(timetable, settings: $0) }, clock: clock,
            logger: logger)
        let planner = JourneyPlanner(
            timetable, searches: ProcessInfo.processInfo.activeProcessorCount)
        let endpoints = try Self.endpoints(
            timetable, options, feed: feed, planner: planner, logger: logger)
        let server = WebServer(
            options.server, endpoints: endpoints,
            requestIDPrefix: String(first.sequence, radix: 36), logger: logger)
        services = [
            loop, PlanningPreparation(planner: planner, frames: feed.frames),
            server.service(onPort: onListening),
        ]
    }

    /// Runs until SIGTERM or SIGINT, then ends open work within a few seconds.
    package func run() async throws {
        var configuration = ServiceGroupConfiguration(
            services: services.map {
                ServiceGroupConfiguration.ServiceConfiguration(
                    service: $0, successTerminationBehavior: .gracefullyShutdownGroup,
                    failureTerminationBehavior: .cancelGroup)
            },
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(Self.shutdownSeconds)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as IOError
            where error.errnoCode == EADDRINUSE || error.errnoCode == EACCES
        {
            throw PortUnavailable(host: settings.host, port: settings.port, code: error.errnoCode)
        }
    }
}

/// The server could not listen where it was told to.
package struct PortUnavailable: Error, CustomStringConvertible {
    let host: String
    let port: Int
    let code: CInt

    /// One sentence for people.
    package var description: String {
        code == EACCES
            ? "Port \(port) is for the system's own services; choose one above 1023."
            : "Port \(port) on \(host) is taken by another program; choose another with --port."
    }
}
