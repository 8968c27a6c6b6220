import ArgumentParser
import DiarySensing
import Foundation

/// `takt diary config`: checks or prints the file that configures phones remotely.
struct DiaryConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Check a diary's configuration file, or print one to start from.",
        subcommands: [Check.self, Defaults.self, Recommended.self])

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Check a configuration file before phones fetch it.",
            discussion: "Exit code 0 if phones will take it, 65 if they will refuse it.")

        @Argument(help: "The configuration, JSON.")
        var file: String

        @Flag(help: "Print one JSON object instead of text.")
        var json = false

        func run() throws {
            let data = try DiaryFiles.data(file)
            let configuration: SensingConfiguration
            do {
                configuration = try SensingConfiguration(json: data)
            } catch {
                if json { try printJSON(Finding(valid: false, problems: error.problems)) }
                for problem in error.problems {
                    warn("\(file): \(problem)")
                }
                throw ExitCode(ExitStatus.badData.rawValue)
            }
            if json {
                try printJSON(Finding(valid: true, problems: []))
                return
            }
            print("\(file): version \(configuration.version) is valid.")
            for key in SensingConfiguration.Key.allCases {
                let isDefault = configuration[key] == key.defaultValue
                let text = shortest(configuration[key])
                print("  \(key.rawValue) \(text)\(isDefault ? " (default)" : "")")
            }
            print("  LeavingByCarExit \(configuration.leavingByCarExit)")
            print("  SlowTrafficExit \(configuration.slowTrafficExit)")
        }

        private func shortest(_ value: Double) -> String {
            value == value.rounded() ? "\(Int(value))" : "\(value)"
        }

        private struct Finding: Encodable {
            let valid: Bool
            let problems: [String]
        }
    }

    struct Defaults: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "defaults", abstract: "Print the default configuration, every key in it.")

        func run() throws {
            print(String(decoding: SensingConfiguration().json(), as: UTF8.self))
        }
    }

    struct Recommended: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "recommended",
            abstract: "Print the configuration of a server that configures nothing.",
            discussion: """
                It drains a sixth less than the published defaults; docs/diary-sensing.md says when that is too little.
                """)

        func run() throws {
            print(String(decoding: SensingConfiguration.recommended.json(), as: UTF8.self))
        }
    }
}
