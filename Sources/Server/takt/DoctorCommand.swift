import ArgumentParser
import Logging
import TaktApp

/// `takt doctor`: checks whether an installation can do what its configuration says.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check an installation, and say how to fix its problems.",
        discussion: """
            Looks at the stored data, the network, the operator's token, push, the web app's folder, a \
            diary's thresholds, the certificate, the public address, every feed and live source, the \
            streets, the map tiles, the clock, the port, the mail server, and the bucket of sealed diaries: a small object is put there, and what its \
            credential should not be allowed is tried. Ends with 69 if something does not work.
            """)

    @Option(help: "The configuration file, takt.yml.")
    var config: String?

    @OptionGroup var options: ServerOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    private struct Report: Encodable {
        let findings: [Doctor.Finding]
    }

    func run() async throws {
        let configuration = try options.configuration(file: config)
        // The report contains everything.
        let logger = Logger(label: "takt") { _ in SwiftLogNoOpLogHandler() }
        let findings = await Doctor(configuration, logger: logger).findings()
        if json {
            try printJSON(Report(findings: findings))
        } else {
            for finding in findings {
                print("\(finding.level.rawValue): \(finding.subject): \(finding.detail)")
            }
        }
        if findings.contains(where: { $0.level == .bad }) {
            throw ExitCode(ExitStatus.unavailable.rawValue)
        }
    }
}
