import ArgumentParser
import Foundation
import TaktApp

/// The command `takt`: one program for servers, operators and researchers.
@main
struct Takt: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "takt",
        abstract: "A self-hosted real-time public-transport companion.",
        discussion: """
            Start with 'takt demo': the whole product on an invented network, without any set-up. \
            With a feed of your own: 'takt import FEED --output network.takt', then \
            'takt serve --network network.takt'.
            """,
        version: TaktVersion.current,
        subcommands: [
            DemoCommand.self, ServeCommand.self, ImportCommand.self, ImportJobCommand.self,
            NoticesCommand.self, StreetsCommand.self, TileCommand.self, WalkBatchCommand.self,
            PlanCommand.self, BoardCommand.self, SearchStopsCommand.self,
            SearchPlacesCommand.self, SimulateCommand.self,
            RecordCommand.self, ReplayCommand.self, DoctorCommand.self,
            PlanBatchCommand.self, EvaluateCommand.self, DiaryCommand.self, AdminCommand.self,
        ])

    /// The sentence of a command whose standard output cannot be written.
    static let outputFailure = "The output cannot be written; is the disk full?"

    static func main() async {
        endOnSignals()
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            // A script must not take the beginning of a table for all of it.
            guard StandardOutput.isWritten() else { throw fail(outputFailure, .inputOutput) }
        } catch let error as any CommandError {
            exit(withError: fail(error.description, error.exitStatus))
        } catch {
            // An error for which no command has a sentence is a fault of this program.
            guard exitCode(for: error) != .failure else {
                exit(
                    withError: fail(
                        "An unexpected error occurred: \(error)", .ourFault))
            }
            exit(withError: error)
        }
    }

    /// Lets signals end the first process of a container, as they end any other.
    ///
    /// The system ignores those without a handler there. Servers replace the handlers later.
    private static func endOnSignals() {
        guard getpid() == 1 else { return }
        for number in [SIGINT, SIGTERM] { signal(number) { _exit(128 + $0) } }
    }
}
