import ArgumentParser
import Foundation
import Logging
import Sources
import TaktApp

/// `takt record`: records the answers of live sources.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record the answers of a configuration's live sources.",
        discussion: """
            Ends on Ctrl-C, or when the limit is reached. 'takt replay' plays the folder back, and so \
            does a source of kind 'recording' in takt.yml. No keys are written.
            """)

    @Option(help: "The configuration file, takt.yml.")
    var config: String

    @Option(help: "The folder to write into; it must not contain a recording yet.")
    var into: String

    @Option(parsing: .unconditional, help: "The most to write, in megabytes.")
    var limit = 10_000

    @Option(help: ServerOptions.logLevelHelp)
    var logLevel: String?

    func validate() throws {
        guard (1...10_000_000).contains(limit) else {
            throw ValidationError("--limit must be between 1 and 10000000 megabytes.")
        }
    }

    func run() async throws {
        let configuration = try Configuration.load(
            file: config, environment: ProcessInfo.processInfo.environment)
        let logger = standardErrorLogger(
            logLevel.flatMap { Logger.Level(rawValue: $0) } ?? configuration.logLevel)
        do {
            let written = try await RecordingApplication(
                configuration.sources, into: into, limitBytes: limit * 1_000_000, logger: logger
            ).run()
            print("\(written.answers) answers, \(written.bytes) bytes.")
        } catch let error as RecordingFailure {
            throw fail(error.description, .inputOutput)
        }
    }
}
