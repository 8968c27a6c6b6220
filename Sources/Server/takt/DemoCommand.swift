import ArgumentParser
import Foundation
import HTTPFetching
import Simulation
import TaktApp
import TransitModel

/// `takt demo`: runs the whole product on an invented network.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Run the whole product on an invented network, with simulated vehicles.",
        discussion: """
            Needs no network access and no set-up. What riders save is forgotten when it ends, unless \
            a data folder is named.
            """)

    @OptionGroup var options: ServerOptions
    @OptionGroup var clockOptions: ClockOptions

    @Option(parsing: .unconditional, help: "Equal seeds give equal days.")
    var seed: UInt64 = 1

    @Option(help: "Write the demo's GTFS feed into this folder and stop.")
    var writeFeed: String?

    func run() async throws {
        guard let zone = TransitTimeZone(identifier: "Europe/Zurich") else {
            throw fail("This machine has no time zone database; install tzdata.", .unavailable)
        }
        let clock = clockOptions.clock(in: zone)
        let today = zone.day(at: clock.now())
        if let writeFeed {
            do {
                try DemoNetworkBuilder.write(to: URL(fileURLWithPath: writeFeed), around: today)
            } catch {
                throw fail(
                    "The feed cannot be written to '\(writeFeed)': \(SystemReason.text(of: error)).",
                    .inputOutput)
            }
            return
        }
        let configuration = try options.configuration()
        var application = TaktApplication.Options(configuration)
        application.networkName = DemoNetworkBuilder.name
        application.isInvented = true
        application.landscape = try DemoLandscapeGeoJSON.body()
        var simulation = SimulationSettings()
        simulation.seed = seed
        application.simulation = simulation
        application.clock = clock
        let (timetable, streets) = try DemoNetworkBuilder.network(around: today)
        application.streets = streets
        let scratch = FileManager.default.temporaryDirectory
            .appendingPathComponent("takt-demo-\(UUID().uuidString)")
        application.dataFolder = application.dataFolder ?? scratch.path
        defer { try? FileManager.default.removeItem(at: scratch) }
        try await owning(application.dataFolder) {
            try await serve(NetworkAtPath(timetable), application, configuration)
        }
    }
}
