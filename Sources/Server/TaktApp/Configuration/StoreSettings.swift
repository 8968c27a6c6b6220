package import Persistence

/// Where riders and the messages to them are stored.
package struct StoreSettings: Sendable, Equatable {
    /// The address of a PostgreSQL database, without a password; nil stores them in files of the data folder.
    package var url: String?
    /// The file with the database's password; nil for none.
    package var passwordFile: String?

    /// Files.
    package init() {}

    /// The database; nil for files.
    ///
    /// Throws a sentence if the password cannot be read.
    package func address() throws -> PostgresAddress? {
        try url.map { url in
            try PostgresAddress(
                url: url, password: try passwordFile.map(SourceSettings.key(inFile:)))
        }
    }

    /// Where a store of that name lies.
    static func place(
        _ name: String, _ address: PostgresAddress?, folder: String
    ) -> RecordPlace {
        address.map { .server($0) } ?? .file(path: "\(folder)/\(name).sqlite")
    }
}
