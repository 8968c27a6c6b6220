package import AddressSearch
import APISchema
import FeedEndpoints
import Foundation
import HTTPFetching
package import HTTPServing
import History
package import Logging
import NIOCore
import RiderEndpoints
package import ServiceLifecycle
package import Simulation
import Sources
import Timetables
package import TransitModel
import UnixSignals
package import WebServer

/// A complete server: the only place where the parts are wired together.
package struct TaktApplication {
    /// The options of a server.
    package struct Options {
        /// The address, the port and the limits of connections.
        package var server = WebServer.Settings()
        /// The feeds from which the network is made; nil if it is made by hand.
        package var feeds: FeedRefresh.Settings?
        /// Accepts requests for a refresh of those feeds.
        package var feedRequests = FeedRefreshRequests()
        /// The web app's folder; nil serves only the API.
        package var webFolder: String?
        /// How the operator presents the app.
        package var branding = SiteBranding()
        /// The network's displayed name; nil takes its agencies' names.
        package var networkName: String?
        /// Whether the network is invented, which every screen then says.
        package var isInvented = false
        /// GeoJSON to draw under the network's lines; nil for none.
        package var landscape: CachedBody?
        /// Vehicles to simulate; nil for none.
        package var simulation: SimulationSettings?
        /// When the file of the network was made; nil if it has none.
        var networkModified: UnixTime?
        /// The streets for walks, addresses and the map; nil if these are unknown.
        package var streets: ServedStreets?
        /// The operator's own tiles of the map; nil takes those of the streets.
        package var tiles: OperatorTiles?
        /// The file of those streets, which is opened again when it is replaced; set before it is
        /// opened, so that a file that is replaced meanwhile counts as newer.
        package var streetsPath: String? {
            didSet { streetsVersion = streetsPath.flatMap { FileIdentity(path: $0) } }
        }
        private(set) var streetsVersion: FileIdentity?
        /// The extracts from which that file is made; nil if it is made by hand.
        package var extracts: StreetsRefresh.Settings?
        /// The geocoder for address search; nil for none.
        package var geocoder: GeocoderAddress?
        /// The maximum average number of geocoder requests per second.
        package var geocoderPace = 5
        /// The sources of live data, without simulated vehicles.
        package var sources: [SourceSettings] = []
        /// What the sources received last, for those of the next network.
        let keptAnswers = KeptAnswers()
        /// The folder for all stored data; nil stores nothing.
        package var dataFolder: String?
        /// The storage of riders and their messages, if anything is stored.
        package var store = StoreSettings()
        /// The number of days for which vehicles' fixes are kept.
        package var historyDays = FixArchive.defaultRetentionDays
        /// The file with the operator's token; nil if operators have no access over HTTP.
        package var operatorTokenFile: String?
        /// The number of days without a request after which a rider is deleted.
        package var riderDays = 400
        /// The minimum time between two announcements of vehicles of a route to a rider.
        package var nearbyPause = Duration.seconds(60)
        /// The settings of messages to riders.
        package var messages = MessageSettings()
        /// The settings of travel diaries.
        package var diary = DiarySettings()
        /// The server's address for phones; nil takes the one that they used.
        package var diaryHome: String?
        package var requestLimits = RequestLimits()
        /// The maximum number of new riders, and of new personal diaries, from one address in an
        /// hour.
        package var newRidersPerHour = RiderEndpoints.defaultNewPerHour
        /// Why nothing can be stored at present although a folder is configured; `dataFolder` is
        /// then nil.
        var outage: StorageOutage?
        package var clock: any WallClock = SystemWallClock()
        /// The maximum number of open live streams.
        package var maximumStreams = 2000
        /// The maximum number of open sockets.
        package var maximumSockets = 5000

        package init() {}
    }

    /// The seconds in which open requests and streams must end at shutdown.
    private static let shutdownSeconds = 5

    private let services: [any Service]
    private let settings: WebServer.Settings
    private let logger: Logger

    /// Assembles the parts that serve a network, and the next one once its file is replaced;
    /// nothing runs yet.
    ///
    /// `onListening` is called with the port once requests are accepted.
    ///
    /// - Throws: An error if the web app or stored data cannot be read.
    package init(
        _ network: NetworkAtPath, options: Options, logger: Logger,
        onListening: @escaping @Sendable (Int) async -> Void
    ) throws {
        try self.init(
            FileSupply(network, options: options, logger: logger), options: options,
            logger: logger, onListening: onListening)
    }

    /// Assembles a server of one network after another.
    ///
    /// - Throws: An error if the first network cannot be assembled.
    init(
        _ supply: any NetworkSupply, options: Options, logger: Logger,
        onListening: @escaping @Sendable (Int) async -> Void
    ) throws {
        let current = NetworkSwitch()
        let serving = try RollingServing(
            supply, showingOn: current, limits: options.requestLimits, logger: logger)
        let server = WebServer(
            options.server, showing: current,
            socketPrefixes: [APIPaths.trackerSocketPrefix, APIPaths.fusion], logger: logger)
        let refresh = options.feeds.map { settings in
            var refresh = FeedRefresh(
                settings, clock: SystemWallClock(), logger: logger, requests: options.feedRequests)
            refresh.served = options.clock
            return refresh
        }
        let streets = options.extracts.map {
            StreetsRefresh($0, clock: SystemWallClock(), logger: logger)
        }
        let refreshes: [(any Service)?] = [refresh, streets]
        self.init(
            services: [server.service(onPort: onListening), serving]
                + refreshes.compactMap(\.self),
            settings: options.server, logger: logger)
    }

    /// Returns the sources of the options, each with its supervisor.
    ///
    /// - Throws: A `SettingFailure` if a source cannot be used.
    static func liveSources(
        _ timetable: Timetable, _ options: Options, inbox: SourceInbox = SourceInbox(),
        logger: Logger
    ) throws -> LiveSourceSet {
        var sources = LiveSourceSet(
            timetable, clock: options.clock,
            answers: options.keptAnswers.answers(
                of: NetworkAnswers(HTTPFetcher(logger: logger))),
            logger: logger, inbox: inbox)
        for source in options.sources {
            let isAlone = options.sources.count == 1 && options.simulation == nil
            try sources.add(
                source, idPrefix: isAlone ? "" : "\(source.id):",
                dataFolder: options.dataFolder)
        }
        return sources
    }

    /// Creates an application of assembled parts.
    init(services: [any Service], settings: WebServer.Settings, logger: Logger) {
        self.services = services
        self.settings = settings
        self.logger = logger
    }

    /// Runs until SIGTERM or SIGINT, then ends open work within a few seconds.
    ///
    /// The other services run as long.
    ///
    /// - Throws: A `PortUnavailable`, or the services' errors.
    package func run(beside others: [any Service] = []) async throws {
        var configuration = ServiceGroupConfiguration(
            services: (services + others).map {
                ServiceGroupConfiguration.ServiceConfiguration(
                    $0, onSuccess: .gracefullyShutdownGroup)
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
    /// The displayed kind of source: `none`, `simulated`, a kind of `takt.yml`, or `several`.
    var sourceKind: String {
        let kinds = sources.map(\.kind.rawValue) + (simulation == nil ? [] : ["simulated"])
        return kinds.count > 1 ? "several" : kinds.first ?? "none"
    }

    /// The feeds that sources declare, by the sources' ids.
    var declaredFeeds: [String: [String]] {
        sources.reduce(into: [:]) { all, source in
            if !source.feeds.isEmpty { all[source.id] = source.feeds }
        }
    }
}

extension TaktApplication.Options {
    /// Creates the gate for the token in the operators' file.
    ///
    /// - Throws: A `SettingFailure` if the file has no valid token.
    func operatorGate() throws(SettingFailure) -> OperatorGate {
        guard let operatorTokenFile else { return OperatorGate(nil) }
        guard let token = OperatorToken(try SourceSettings.key(inFile: operatorTokenFile)) else {
            throw SettingFailure(
                description: "The operator's token in '\(operatorTokenFile)' must have at least "
                    + "\(OperatorToken.minimumLength) characters.")
        }
        return OperatorGate(token)
    }
}

/// The error of a server that could not listen at its address.
package struct PortUnavailable: Error, CustomStringConvertible {
    let host: String
    let port: Int
    let code: CInt

    /// The system's error codes for addresses that cannot be listened on.
    static let codes: Set<CInt> = [EADDRINUSE, EACCES, EADDRNOTAVAIL]

    /// One sentence for people.
    package var description: String {
        switch code {
        case EACCES:
            "Port \(port) needs a right that this user lacks; choose one above 1023, or run it as a service."
        case EADDRNOTAVAIL:
            "'\(host)' is not an address of this machine; choose one with 'listen' or --host, as in "
                + "127.0.0.1."
        default:
            "Port \(port) on \(host) is taken by another program; end it, or choose another with "
                + "'listen' or --port."
        }
    }
}
