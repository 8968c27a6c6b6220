import ArgumentParser
import Logging
import Simulation
import Sources
import TaktApp
import Timetables
import TransitModel

/// `takt serve`: serves a network.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve a network that was made by 'takt import'.",
        discussion: """
            Options here win over the environment (TAKT_NETWORK, TAKT_LISTEN, ...), and that over the \
            configuration file.
            """)

    @Option(help: "The configuration file, takt.yml.")
    var config: String?

    @Option(help: "The network file.")
    var network: String?

    @Option(help: "The folder for all stored data: riders, diaries, history.")
    var data: String?

    @Option(
        help: "The file of streets. [default: the one beside the network, if there is one]")
    var streets: String?

    @Option(help: "The network's displayed name; by default its agencies' names.")
    var name: String?

    @Flag(help: "Let simulated vehicles run the timetable.")
    var simulate = false

    @OptionGroup var options: ServerOptions
    @OptionGroup var clockOptions: ClockOptions

    func run() async throws {
        var overrides = Configuration.Overrides()
        overrides.network = network
        overrides.data = data
        overrides.streets = streets
        overrides.name = name
        let configuration = try options.configuration(file: config, overrides)
        try await owning(configuration.data) { try await serveConfigured(configuration) }
    }

    private func serveConfigured(_ configuration: Configuration) async throws {
        guard let path = configuration.networkPath else {
            let asksElsewhere = configuration.sources.contains { $0.kind == .opendataTransport }
            return try await asksElsewhere || configuration.data == nil
                ? serveRemote(configuration) : serveCampus(configuration)
        }
        try await makeFirst(path, configuration)
        let network = try NetworkAtPath(path: path)
        let timetable = network.timetable
        var application = TaktApplication.Options(configuration)
        application.streetsPath = configuration.streets ?? ServedStreets.path(besideNetwork: path)
        application.streets = try openServedStreets(configuration.streets, besideNetwork: path)
        application.tiles = try configuration.tiles.map { try OperatorTiles(path: $0) }
        if simulate, application.simulation == nil { application.simulation = SimulationSettings() }
        let recorded = configuration.sources.first { $0.kind == .recording }
        application.clock = clockOptions.clock(
            in: timetable.timeZone, startingAt: try recorded.map(start(of:)))
        try await serve(network, application, configuration)
    }

    /// Makes the network from its feeds if there is none yet, or one of another format.
    private func makeFirst(_ path: String, _ configuration: Configuration) async throws {
        guard let feeds = FeedRefresh.Settings(configuration), !isOfThisFormat(path) else {
            return
        }
        let logger = standardErrorLogger(configuration.logLevel)
        logger.notice("making the network from its feeds")
        // The time zone is known only from the network.
        let recorded = configuration.sources.first { $0.kind == .recording }
        let served = clockOptions.clock(in: .utc, startingAt: try recorded.map(start(of:)))
        if let data = configuration.data { try FeedRefresh.makeFolder(data) }
        var refresh = FeedRefresh(feeds, clock: SystemWallClock(), logger: logger)
        refresh.served = served
        _ = try await refresh.refresh()
    }

    /// Returns whether there is a file that this version may read, intact or not.
    private func isOfThisFormat(_ path: String) -> Bool {
        do throws(NetworkFileError) {
            _ = try NetworkFile(path: path)
            return true
        } catch {
            switch error {
            case .notFound, .otherVersion: return false
            default: return true
            }
        }
    }

    /// Returns the start of a recording, at which the replaying clock starts.
    private func start(of source: SourceSettings) throws -> UnixTime {
        do { return try source.recording().span.first } catch {
            throw fail(error.description, .noInput)
        }
    }

    /// Serves a campus that operators define, if there is no network.
    private func serveCampus(_ configuration: Configuration) async throws {
        var application = TaktApplication.Options(configuration)
        let zone = configuration.campusTimeZone
        application.clock = clockOptions.clock(in: TransitTimeZone(identifier: zone) ?? .utc)
        try await serve(application, configuration) { options, logger, onListening in
            if configuration.operatorTokenFile == nil {
                logger.warning(
                    "operators cannot enter anything: name their token in 'operator.token-file'")
            }
            return try TaktApplication(
                campusIn: zone, options: options, logger: logger, onListening: onListening)
        }
    }

    /// Serves connections and boards of a remote Transport API server, if there is no network.
    private func serveRemote(_ configuration: Configuration) async throws {
        guard let remote = TaktApplication.Remote(configuration) else {
            throw fail(
                "Name the network file with --network or 'network', or the feeds to make it of with "
                    + "'feed.urls'; to serve without one, name a source of kind "
                    + "'opendata-transport', or a 'data' folder for a campus that operators enter.",
                .usage)
        }
        if let source = configuration.sources.first(where: { $0.kind != .opendataTransport }) {
            throw fail(
                "Source '\(source.id)' needs a network.",
                .badData)
        }
        var application = TaktApplication.Options(configuration)
        let zone = TransitTimeZone(identifier: "Europe/Zurich") ?? .utc
        application.clock = clockOptions.clock(in: zone)
        try await serve(application, configuration) { options, logger, onListening in
            if remote.countPath == nil {
                logger.warning(
                    "no 'data' folder: the day's requests are not counted across restarts")
            }
            return try TaktApplication(
                remote, options: options, logger: logger, onListening: onListening)
        }
    }
}
