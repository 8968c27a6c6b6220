import APISchema
import ArgumentParser

/// `takt admin refresh`: requests a refresh of the feeds before it is due.
struct AdminRefreshCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh",
        abstract: "Let a server refresh its feeds now.",
        discussion: """
            The server fetches what changed and serves it within seconds to minutes; the result \
            is in its log, on the operators' page and in 'takt doctor'. Versions that were refused \
            are tried again.
            """)

    @OptionGroup var access: AdminAccess

    func run() async throws {
        _ = try await access.ask("POST", APIPaths.operators + "/feeds/look")
        print(
            "The server looks at its feeds now; its log, the operators' page and 'takt doctor' show "
                + "what comes of it.")
    }
}
