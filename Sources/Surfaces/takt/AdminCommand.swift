import ArgumentParser

/// `takt admin`: what operators do to a server that runs.
struct AdminCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin",
        abstract: "Administer a server that is running.",
        subcommands: [AdminStudyCommand.self])
}
