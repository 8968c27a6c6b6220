import ArgumentParser
import Simulation
import TaktApp
import Timetables
import TransitModel
import WebServer

/// `takt serve`: the server for a network of one's own.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve a network that was made by 'takt import'.")

    @Option(help: "The network file.")
    var network: String?

    @Option(help: "What people call the network; else its agencies' names.")
    var name: String?

    @Flag(help: "Let simulated vehicles run the timetable.")
    var simulate = false

    @OptionGroup var options: ServerOptions
    @OptionGroup var clockOptions: ClockOptions

    func run() async throws {
        guard let network else {
            throw fail("Name the network file with --network.", .usage)
        }
        let timetable = try openNetwork(network)
        var application = TaktApplication.Options()
        application.server = options.server
        application.networkName = name
        application.simulation = simulate ? SimulationSettings() : nil
        application.clock = clockOptions.clock(in: timetable.timeZone)
        try await serve(timetable, application, options)
    }
}
