import ArgumentParser
import Persistence
import TaktApp

/// `takt admin migrate`: copies shared data from files to PostgreSQL or back.
struct AdminMigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Copy riders, the messages to them and the history into another database.",
        discussion: """
            From a data folder to a PostgreSQL database (postgresql://user@host/database) or back, or between two of \
            one kind. Stop the server first. The target must be empty. Every row is compared afterwards; what \
            is copied from stays as it is.
            """)

    @Argument(help: "The data folder or database to copy from.")
    var source: String

    @Argument(help: "The data folder or database to copy to.")
    var target: String

    @Option(help: "The file with the password of the database.")
    var passwordFile: String?

    func run() async throws {
        do {
            let counts = try StoreMove.run(
                from: StoreMove.Place(source, passwordFile: passwordFile),
                to: StoreMove.Place(target, passwordFile: passwordFile))
            for count in counts { print("\(count.table): \(count.rows) rows copied and compared") }
        } catch {
            throw fail("\(error)", error is RecordMove.Refusal ? .badData : .inputOutput)
        }
    }
}
