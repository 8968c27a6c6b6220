import ArgumentParser

/// `takt admin`: what operators do to a server that runs.
struct AdminCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin",
        abstract: "Administer a server, also while it runs.",
        subcommands: [
            AdminStudyCommand.self, AdminBackupCommand.self, AdminRestoreCommand.self,
            AdminMigrateCommand.self, AdminRefreshCommand.self,
        ])
}
