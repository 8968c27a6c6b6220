import FolderTesting
import Persistence

/// Which database a test runs against.
package enum StoreKind: String, Sendable, CaseIterable {
    case file
    case server

    /// Those that are here: everywhere a file, and a server where PostgreSQL is installed.
    package static var here: [StoreKind] {
        PostgresServer.shared == nil ? [.file] : allCases
    }
}

/// A place of a test's own for stores, gone with it.
package final class StorePlaces: Sendable {
    /// For files.
    package let folder = TemporaryFolder()
    private let server: PostgresAddress?

    /// An empty place of a kind.
    package init(_ kind: StoreKind) throws {
        server = kind == .server ? try PostgresServer.shared?.database() : nil
    }

    /// Where a store of that name lies.
    package func place(_ name: String) -> RecordPlace {
        server.map { .server($0) } ?? .file(path: folder.path(name + ".sqlite"))
    }
}
