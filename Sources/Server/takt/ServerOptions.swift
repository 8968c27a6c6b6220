import ArgumentParser
import Foundation
import Logging
import TaktApp
import TransitModel

/// The options that all serving commands share; others may come from the environment or a
/// configuration file.
struct ServerOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: "The port to listen on; 0 lets the system choose. [default: 8080]")
    var port: Int?

    @Option(help: "The address to listen on; 0.0.0.0 for every interface. [default: 127.0.0.1]")
    var host: String?

    @Option(help: "The web app's folder. [default: found beside the program]")
    var web: String?

    @Option(help: ServerOptions.logLevelHelp)
    var logLevel: String?

    /// What the option says of itself in all commands that have it.
    static let logLevelHelp: ArgumentHelp = """
        The log level: \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")). \
        [default: info]
        """

    func validate() throws {
        if let port, !(0...65_535).contains(port) {
            throw ValidationError("--port must be between 0 and 65535.")
        }
        if let logLevel, Logger.Level(rawValue: logLevel) == nil {
            let known = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--log-level must be one of \(known).")
        }
    }

    /// Returns the configuration from the file (if any), the environment, these options and the
    /// command's others.
    ///
    /// - Throws: A `ConfigurationFailure` if it is invalid.
    func configuration(
        file: String? = nil, _ others: Configuration.Overrides = Configuration.Overrides()
    ) throws(ConfigurationFailure) -> Configuration {
        var overrides = others
        overrides.host = host
        overrides.port = port
        overrides.web = web
        overrides.logLevel = logLevel.flatMap { Logger.Level(rawValue: $0) }
        return try Configuration.load(
            file: file, environment: ProcessInfo.processInfo.environment, overrides: overrides)
    }
}

/// The options of commands that can run with a simulated clock.
struct ClockOptions: ParsableArguments {
    @Option(help: "Start the clock at this local time of the network, as in 2026-05-04T08:00.")
    var at: String?

    @Option(
        parsing: .unconditional,
        help: "How many times faster than real time the clock runs, from 0.1 to 1000.")
    var speed = 1.0

    func validate() throws {
        guard (0.1...1000).contains(speed) else {
            throw ValidationError("--speed must be between 0.1 and 1000.")
        }
        if let at, Self.parse(at) == nil {
            throw ValidationError("--at must be a local time as in 2026-05-04T08:00, not '\(at)'.")
        }
    }

    /// Returns the clock for a network in a zone; it starts at `otherwise` if the options name no
    /// time.
    func clock(
        in zone: TransitTimeZone, startingAt otherwise: UnixTime? = nil
    ) -> any WallClock {
        let named = at.flatMap(Self.parse).map { zone.instant(clock: $0.time, on: $0.day) }
        let start = named ?? otherwise
        guard start != nil || speed != 1 else { return SystemWallClock() }
        return SimulatedWallClock(start: start ?? SystemWallClock().now(), speed: speed)
    }

    private static func parse(_ text: String) -> (day: ServiceDay, time: ServiceTime)? {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, let day = ServiceDay(parts[0]), let time = ServiceTime(parts[1]),
            time.seconds < 86_400
        else { return nil }
        return (day, time)
    }
}
