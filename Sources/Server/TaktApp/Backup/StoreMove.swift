import Foundation
import History
import Notifications
package import Persistence
import Riders

/// Copies riders, their messages and the history from one database to another while no server uses
/// either.
package enum StoreMove {
    /// The location of stores: a data folder or a PostgreSQL database.
    package struct Place: Sendable {
        private let address: PostgresAddress?
        private let folder: String

        /// Parses a data folder's path, or an address that begins with `postgresql://` with the
        /// file of its password.
        ///
        /// - Throws: An error with a sentence for people, if the address or the password file is
        ///   invalid.
        package init(_ text: String, passwordFile: String?) throws {
            var settings = StoreSettings()
            if text.contains("://") { settings.url = text }
            settings.passwordFile = passwordFile
            address = try settings.address()
            folder = text
        }

        func place(_ name: String) -> RecordPlace {
            StoreSettings.place(name, address, folder: folder)
        }

        func isThere(_ name: String) -> Bool {
            guard case .file(let path) = place(name) else { return true }
            return FileManager.default.fileExists(atPath: path)
        }

        /// Checks that no server uses the database; a file is protected by its lock.
        ///
        /// - Throws: A `RecordMove.Refusal` if servers use the database, and the database's errors.
        func checkUnused() throws {
            guard let address else { return }
            let nodes = try ShardLeases.count(address)
            guard nodes == 0 else {
                throw RecordMove.Refusal(
                    description:
                        "\(nodes) servers use the database '\(address.name)'; stop them first.")
            }
        }
    }

    /// Copies and compares all rows, and returns their numbers.
    ///
    /// Data that cannot be copied completely is not copied.
    ///
    /// - Throws: An error with a sentence for people.
    package static func run(from source: Place, to target: Place) throws -> [RecordMove.Count] {
        try source.checkUnused()
        try target.checkUnused()
        var schemas = [RecordSchema.riders, .outbox]
        for schema in schemas where !source.isThere(schema.name) {
            throw RecordMove.Refusal(description: "There is no '\(schema.name).sqlite' to copy.")
        }
        // A data folder with riders need not have a history.
        let history = FixHistorySchema.schema
        if source.isThere(history.name) { schemas.append(history) }
        if case .file(let path) = target.place("riders") {
            try FileManager.default.createDirectory(
                at: URL(fileURLWithPath: path).deletingLastPathComponent(),
                withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        let moves = try schemas.map { schema in
            RecordMove(
                from: try RecordStore(source.place(schema.name), schema: schema),
                to: try RecordStore(target.place(schema.name), schema: schema))
        }
        for move in moves { try move.checkEmpty() }
        return try moves.flatMap { try $0.run() }
    }
}
