import ArgumentParser
import Logging
import Simulation
import TaktApp
import Timetables
import TransitModel

/// `takt simulate`: publishes simulated vehicles as a live source.
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Publish simulated vehicles that run a network's timetable.",
        discussion: """
            GTFS-Realtime at /gtfs-rt/vehicle-positions.pb and /gtfs-rt/trip-updates.pb, the shuttle \
            tracker's lists at /vehicles, /routes, /stops and /updates. Equal seeds give equal days.
            """)

    @Option(help: "The network file.")
    var network: String

    @Option(parsing: .unconditional, help: "Equal seeds give equal days.")
    var seed: UInt64 = 1

    @Option(parsing: .unconditional, help: "Seconds between two fixes of a vehicle, from 1 to 300.")
    var every = 5.0

    @OptionGroup var options: ServerOptions
    @OptionGroup var clockOptions: ClockOptions

    func validate() throws {
        guard (1...300).contains(every) else {
            throw ValidationError("--every must be between 1 and 300 seconds.")
        }
    }

    func run() async throws {
        let timetable = try Timetable(path: network)
        let configuration = try options.configuration()
        var application = TaktApplication.Options(configuration)
        application.clock = clockOptions.clock(in: timetable.timeZone)
        let day = timetable.timeZone.day(at: application.clock.now())
        if clockOptions.at != nil { try requireCovered(day, by: timetable) }
        if let problem = uncovered(day, by: timetable) {
            standardErrorLogger(configuration.logLevel).warning("no vehicle runs today: \(problem)")
        }
        var simulation = SimulationSettings()
        simulation.seed = seed
        simulation.fixIntervalSeconds = every
        application.simulation = simulation
        try await owning(application.dataFolder) {
            try await serve(NetworkAtPath(timetable), application, configuration)
        }
    }
}
