import ArgumentParser
import Logging
import Sources
import TaktApp
import TransitModel
import WebServer

/// `takt replay`: serves a recording as live sources.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Serve a recording at the same paths, as if its sources were live.",
        discussion: """
            Times in the answers are those of the recorded day. A server that asks here must show that \
            time too: start 'takt serve' at the same moment with the --at and --speed that this \
            command prints, or name the folder in takt.yml as a source of kind 'recording', which \
            sets the clock by itself.
            """)

    @Argument(help: "The folder that 'takt record' wrote.")
    var folder: String

    @Option(
        parsing: .unconditional, help: "Start this many seconds after the recording's beginning.")
    var skip = 0.0

    @Option(
        parsing: .unconditional,
        help: "How many times faster than it was recorded, from 0.1 to 1000.")
    var speed = 1.0

    @OptionGroup var options: ServerOptions

    func validate() throws {
        guard (0.1...1000).contains(speed) else {
            throw ValidationError("--speed must be between 0.1 and 1000.")
        }
        guard (0...1e9).contains(skip) else {
            throw ValidationError("--skip must not be negative.")
        }
    }

    func run() async throws {
        let recording: Recording
        do { recording = try Recording(folder: folder) } catch {
            throw fail(error.description, .noInput)
        }
        let configuration = try options.configuration()
        let logger = standardErrorLogger(configuration.logLevel)
        let span = recording.span
        let start = span.first.advanced(bySeconds: skip)
        let clock = SimulatedWallClock(start: start, speed: speed)
        var settings = WebServer.Settings()
        settings.host = configuration.listen.host
        settings.port = configuration.listen.port
        let zone = TransitTimeZone.utc
        let lines =
            "Replaying \(recording.answers.values.reduce(0) { $0 + $1.count }) answers from "
            + "\(zone.iso8601(start)) to \(zone.iso8601(span.last)), \(speed) times as fast"
        let application = ReplayApplication(
            recording, clock: clock, settings: settings, logger: logger
        ) { port in
            writeAtOnce("\(lines)\nThe replay is at http://localhost:\(port)/\n")
        }
        try await application.run()
    }
}
