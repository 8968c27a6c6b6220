package import AddressSearch
import Foundation
import GTFSRealtime
import HTTPFetching
import LiveMap
package import Logging
import NIOCore
import Prediction
import Realtime
package import ServiceLifecycle
package import Simulation
import Sources
import Timetables
import Transit
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
        /// What the network is made of, and made anew of; nil if it is made by hand.
        package var feeds: FeedRefresh.Settings?
        /// Where a look at those feeds is asked for.
        package var feedDesk = FeedDesk()
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
        /// Where live data comes from, simulated vehicles aside.
        package var sources: [SourceSettings] = []
        /// The folder for everything that is stored; nil stores nothing.
        package var dataFolder: String?
        /// Where riders and the messages to them are stored, if anything is.
        package var store = StoreSettings()
        /// How many days the fixes of vehicles are kept.
        package var historyDays = 30
        /// The file that holds the operator's token; nil if operators are not let in over HTTP.
        package var operatorTokenFile: String?
        /// After how many days without a sign riders are forgotten.
        package var riderDays = 400
        /// The time between two vehicles of a route that are announced to a rider.
        package var nearbyPause = Duration.seconds(60)
        /// How messages reach riders.
        package var messages = MessageSettings()
        /// What is decided about travel diaries.
        package var diary = DiarySettings()
        /// The server's address for people's phones; nil takes the one that they used.
        package var diaryHome: String?
        /// How often one client may ask.
        package var requestLimits = RequestLimits()
        /// How many new riders come from one address in an hour.
        package var newRidersPerHour = RiderEndpoints.usualNewPerHour
        /// A folder is named, but nothing can be stored there now; then `dataFolder` is nil.
        var isDiskFull = false
        /// What time it is.
        package var clock: any WallClock = SystemWallClock()
        /// How many live streams may be open at once.
        package var maximumStreams = 2000
        /// How many sockets may be open at once.
        package var maximumSockets = 5000

        /// The defaults.
        package init() {}
    }

    /// Seconds that open requests and streams have to end when the server is told to stop.
    private static let shutdownSeconds = 5

    private let services: [any Service]
    private let settings: WebServer.Settings
    private let logger: Logger

    /// Puts the parts together that serve a network, and the next one once its file is replaced; nothing
    /// runs yet.
    ///
    /// `onListening` is told the port once requests can come. Throws if the web app or something that
    /// is stored cannot be read.
    package init(
        _ network: NetworkAtPath, options: Options, logger: Logger,
        onListening: @escaping @Sendable (Int) async -> Void
    ) throws {
        try self.init(
            FileSupply(network, options: options, logger: logger), options: options,
            logger: logger, onListening: onListening)
    }

    /// Serves one network after another.
    init(
        _ supply: any NetworkSupply, options: Options, logger: Logger,
        onListening: @escaping @Sendable (Int) async -> Void
    ) throws {
        let current = NetworkSwitch()
        let serving = try RollingServing(
            supply, showingOn: current, limits: options.requestLimits, logger: logger)
        let server = WebServer(options.server, showing: current, logger: logger)
        let refresh = options.feeds.map { settings in
            var refresh = FeedRefresh(
                settings, clock: SystemWallClock(), logger: logger, desk: options.feedDesk)
            refresh.served = options.clock
            return refresh
        }
        self.init(
            services: [server.service(onPort: onListening), serving]
                + [refresh].compactMap(\.self),
            settings: options.server, logger: logger)
    }

    /// The sources that the options name, each under its supervisor.
    static func liveSources(
        _ timetable: Timetable, _ options: Options, inbox: SourceInbox = SourceInbox(),
        logger: Logger
    ) throws -> LiveSourceSet {
        var sources = LiveSourceSet(
            timetable, clock: options.clock, answers: NetworkAnswers(HTTPFetcher(logger: logger)),
            logger: logger, inbox: inbox)
        for source in options.sources {
            let isAlone = options.sources.count == 1 && options.simulation == nil
            try sources.add(
                source, idPrefix: isAlone ? "" : "\(source.id):",
                dataFolder: options.dataFolder)
        }
        return sources
    }

    /// Parts that were put together elsewhere.
    init(services: [any Service], settings: WebServer.Settings, logger: Logger) {
        self.services = services
        self.settings = settings
        self.logger = logger
    }

    /// Runs until SIGTERM or SIGINT, then ends open work within a few seconds.
    ///
    /// Services beside it run as long.
    package func run(beside others: [any Service] = []) async throws {
        var configuration = ServiceGroupConfiguration(
            services: (services + others).map {
                ServiceGroupConfiguration.ServiceConfiguration(
                    service: $0, successTerminationBehavior: .gracefullyShutdownGroup,
                    failureTerminationBehavior: .cancelGroup)
            },
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger.forServices)
        configuration.maximumGracefulShutdownDuration = .seconds(Self.shutdownSeconds)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as IOError where PortUnavailable.codes.contains(error.errnoCode) {
            throw PortUnavailable(host: settings.host, port: settings.port, code: error.errnoCode)
        } catch is SocketAddressError.UnknownHost {
            throw PortUnavailable(
                host: settings.host, port: settings.port, code: EADDRNOTAVAIL)
        }
    }
}

extension TaktApplication.Options {
    /// What screens call the kind of source: `none`, `simulated`, a kind of `takt.yml`, or `several`.
    var sourceKind: String {
        let kinds = sources.map(\.kind.rawValue) + (simulation == nil ? [] : ["simulated"])
        return kinds.count > 1 ? "several" : kinds.first ?? "none"
    }

    /// The feeds that sources say they speak of, by the sources' ids.
    var declaredFeeds: [String: [String]] {
        sources.reduce(into: [:]) { all, source in
            if !source.feeds.isEmpty { all[source.id] = source.feeds }
        }
    }
}

extension TaktApplication.Options {
    /// Lets operators in by the token in their file.
    func operatorGate() throws(SourceSettings.KeyFailure) -> OperatorGate {
        guard let operatorTokenFile else { return OperatorGate(nil) }
        guard let token = OperatorToken(try SourceSettings.key(inFile: operatorTokenFile)) else {
            throw SourceSettings.KeyFailure(
                description: "The operator's token in '\(operatorTokenFile)' must have at least "
                    + "\(OperatorToken.shortest) characters.")
        }
        return OperatorGate(token)
    }
}

/// The server could not listen where it was told to.
package struct PortUnavailable: Error, CustomStringConvertible {
    let host: String
    let port: Int
    let code: CInt

    /// What the system says when an address cannot be listened on.
    static let codes: Set<CInt> = [EADDRINUSE, EACCES, EADDRNOTAVAIL]

    /// One sentence for people.
    package var description: String {
        switch code {
        case EACCES:
            "Port \(port) needs a right that this user lacks; choose one above 1023, or run it as a service."
        case EADDRNOTAVAIL:
            "'\(host)' is no address of this machine; choose another with --host, as in 127.0.0.1 or 0.0.0.0."
        default:
            "Port \(port) on \(host) is taken by another program; choose another with --port."
        }
    }
}
