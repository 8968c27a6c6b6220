import ArgumentParser
import Persistence
import TaktApp

/// `takt admin migrate`: copies shared data from files to PostgreSQL or back.
struct AdminMigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Copy all stored data into another database.",
        discussion: """
            From a data folder to a PostgreSQL database (postgresql://user@host/database) or back, or between two of \
            one kind: riders and the messages to them, the history, diaries, and what operators entered. Stop the \
            server first. The target must be empty, or hold what an earlier run copied: an interrupted copy goes on, \
            and nothing is copied twice. Every row is compared afterwards; what is copied from stays as it is.
            """)

    @Argument(help: "The data folder or database to copy from.")
    var source: String

    @Argument(help: "The data folder or database to copy to.")
    var target: String

    @Option(help: "The file with the password of the database.")
    var passwordFile: String?

    func run() async throws {
        do {
            let outcomes = try StoreMove.run(
                from: StoreMove.Endpoint(source, passwordFile: passwordFile),
                to: StoreMove.Endpoint(target, passwordFile: passwordFile), progress: printProgress)
            for outcome in outcomes {
                let end = outcome.isNew ? "copied and compared" : "were there, and are the same"
                for count in outcome.counts {
                    let rows = count.rows == 1 ? "1 row" : "\(count.rows) rows"
                    print("\(outcome.store), \(count.table): \(rows) \(end)")
                }
            }
            if let missing = StoreMove.missingKey(in: target) { writeError(missing + "\n") }
        } catch {
            throw fail("\(error)", error is RecordMove.Refusal ? .badData : .inputOutput)
        }
    }

    /// The number of rows between two lines of progress.
    private static let rowsPerLine = 50_000

    /// Prints the progress of large tables on standard error.
    private func printProgress(_ progress: RecordMove.Progress) {
        guard progress.rows % Self.rowsPerLine == 0 else { return }
        let word = progress.isComparison ? "compared" : "copied"
        writeError("\(progress.table): \(progress.rows) of \(progress.total) rows \(word)\n")
    }
}
