import FolderTesting
import Persistence
import Testing

@testable import TaktApp

/// Which errors of stores pass by themselves.
@Suite struct StorageOutageTests {
    private let folder = TemporaryFolder()

    @Test func `a database that does not answer is an outage`() throws {
        // Nothing answers on port 1.
        let address = try PostgresAddress(
            url: "postgresql://takt@127.0.0.1:1/takt", password: nil, connections: 1)
        let error = #expect(throws: PostgresError.self) { try PostgresCheck.run(address) }
        #expect(StorageOutage(try #require(error), folder: folder.path) == .databaseAway)
    }

    @Test func `an error that stays is none`() {
        struct Other: Error {}
        #expect(StorageOutage(Other(), folder: folder.path) == nil)
    }

    @Test func `a database is asked again until it answers`() async {
        var options = TaktApplication.Options()
        options.store.url = "postgresql://takt@127.0.0.1:1/takt"
        #expect(await StorageOutage.databaseAway.isOver(options) == false)
        options.store.url = nil
        #expect(await StorageOutage.databaseAway.isOver(options))
    }
}
