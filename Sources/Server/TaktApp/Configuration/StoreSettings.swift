package import Persistence

/// The configured storage of all data that nodes share.
package struct StoreSettings: Sendable, Equatable {
    /// The address of a PostgreSQL database, without a password; nil stores everything in files of
    /// the data folder.
    package var url: String?
    /// The file with the database's password; nil for none.
    package var passwordFile: String?

    /// Creates the default: files of the data folder.
    package init() {}

    /// Returns the database's address, for stores with at most `connections` each; nil for files.
    ///
    /// - Throws: An error with a sentence for people, if the address is invalid or the password
    ///   cannot be read.
    package func address(connections: Int = 8) throws -> PostgresAddress? {
        try url.map { url in
            try PostgresAddress(
                url: url, password: try passwordFile.map(SourceSettings.key(inFile:)),
                connections: connections)
        }
    }

    /// Returns the location of a store.
    static func place(
        _ name: String, _ address: PostgresAddress?, folder: String
    ) -> StoreLocation {
        address.map { .server($0) } ?? .file(path: "\(folder)/\(name).sqlite")
    }
}
