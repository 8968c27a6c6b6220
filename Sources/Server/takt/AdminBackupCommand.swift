import ArgumentParser
import Persistence
import TaktApp
import TransitModel

/// `takt admin backup`: copies the data folder while the server runs.
struct AdminBackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the data folder while the server runs, and check the copy.",
        discussion: """
            Keys and settings outside the data folder are not part of it. The copy contains what \
            riders saved: keep it as safe as the server.
            """)

    @Option(help: "The data folder.")
    var data: String

    @Option(name: .shortAndLong, help: "The folder to create; it must be missing or empty.")
    var output: String

    func run() async throws {
        let manifest = try reportingBackupFailures {
            try DataBackup.take(of: data, to: output, at: SystemWallClock().now())
        }
        let hasRiders = manifest.files.contains { $0.name == "riders.sqlite" }
        print(
            "\(manifest.text) are in \(output)."
                + (hasRiders
                    ? ""
                    : " No riders are among them: back up what is in PostgreSQL with its own tools.")
        )
    }
}

/// `takt admin restore`: makes a data folder from a backup.
struct AdminRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Check a backup and restore it as a data folder.",
        discussion: """
            Stop the server first, and move the old data folder away. Messages to riders that waited \
            when the backup was made are not sent any more.
            """)

    @Argument(help: "The backup's folder.")
    var backup: String

    @Option(help: "The data folder to create; without it the backup is only checked.")
    var data: String?

    func run() async throws {
        guard let data else {
            let manifest = try reportingBackupFailures { try DataBackup.check(backup) }
            return print("\(manifest.text) are as they were backed up.")
        }
        let restored = try reportingBackupFailures { try DataBackup.restore(backup, to: data) }
        print("\(restored.manifest.text) are in \(data).")
        guard restored.endedMessages > 0 else { return }
        print(
            "Messages that waited when the backup was made are not sent any more, as its server has "
                + "sent them since or they are out of date: \(restored.endedMessages).")
    }
}

extension DataBackup.Manifest {
    fileprivate var text: String {
        let bytes = files.reduce(0) { $0 + $1.bytes }
        return "\(files.count) files with \(bytes) bytes"
    }
}

/// Ends the command with one sentence and the right status if a backup cannot be made or used.
private func reportingBackupFailures<Result>(_ work: () throws -> Result) throws -> Result {
    do {
        return try work()
    } catch let error as DataBackup.Failure {
        switch error.cause {
        case .missing: throw fail(error.description, .noInput)
        case .damaged: throw fail(error.description, .badData)
        case .notWritten: throw fail(error.description, .inputOutput)
        }
    } catch let error as SQLiteStoreError {
        throw fail(error.description, error.reason == .newer ? .badData : .inputOutput)
    }
}
