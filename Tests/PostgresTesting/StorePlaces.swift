import FolderTesting
import Persistence

/// The kind of database for a test.
package enum StoreKind: String, Sendable, CaseIterable {
    case file
    case server

    /// The available kinds: a file everywhere, and a server where PostgreSQL is installed.
    package static var here: [StoreKind] {
        PostgresServer.shared == nil ? [.file] : allCases
    }
}

/// A test's own location for stores, removed with it.
package final class StorePlaces: Sendable {
    /// The folder of files.
    package let folder = TemporaryFolder()
    private let server: PostgresAddress?

    /// Creates an empty location.
    ///
    /// - Throws: An error if the database cannot be created.
    package init(_ kind: StoreKind) throws {
        server = kind == .server ? try PostgresServer.shared?.database() : nil
    }

    /// Returns the location of a store.
    package func place(_ name: String) -> StoreLocation {
        server.map { .server($0) } ?? .file(path: folder.path(name + ".sqlite"))
    }
}
