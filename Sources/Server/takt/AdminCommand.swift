import ArgumentParser

/// `takt admin`: administers a running server.
struct AdminCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin",
        abstract: "Administer a server.",
        subcommands: [
            AdminStudyCommand.self, AdminBackupCommand.self, AdminRestoreCommand.self,
            AdminMigrateCommand.self, AdminRefreshCommand.self,
        ])
}
