import ArgumentParser
import Foundation
import GTFSImport
import StreetsImport
import TaktApp

/// `takt import-job`: runs an import for a server, in a separate process.
struct ImportJobCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-job", abstract: "Run an import for a server.",
        shouldDisplay: false)

    @Argument(help: "The file that describes the import.")
    var job: String

    @Option(help: "The memory limit, in bytes.")
    var memory: Int

    @Option(help: "The waiting process.")
    var parent: Int32

    func run() async throws {
        ImportConfinement.enter(memoryBytes: memory, parent: parent)
        guard let data = FileManager.default.contents(atPath: job),
            let work = try? JSONDecoder().decode(ImportJob.self, from: data)
        else { throw fail("'\(job)' is not the description of an import.", .noInput) }
        try work.run()
    }
}
