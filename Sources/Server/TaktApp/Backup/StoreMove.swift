import Diary
import Foundation
import History
import Notifications
package import Persistence
import Riders
import ShuttleTracker

/// Copies all stored data from one database to another while no server uses either: riders and the
/// messages to them, the history, diaries and what operators entered.
package enum StoreMove {
    /// One side of a move: a data folder or a PostgreSQL database.
    package struct Endpoint: Sendable {
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

        /// The name in sentences, and of the source of an unfinished copy.
        var name: String {
            address?.name ?? URL(fileURLWithPath: folder).standardizedFileURL.path
        }

        func place(_ name: String) -> StoreLocation {
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

    /// The numbers of rows of a store.
    package struct Outcome {
        package let store: String
        package let counts: [RecordMove.Count]
        /// Whether they were copied now; otherwise they were there already.
        package let isNew: Bool
    }

    /// Returns what to do if a data folder that was copied to has no key for browsers' messages,
    /// which is in no database; nil if it has one, and for a database.
    package static func missingKey(in target: String) -> String? {
        guard !target.contains("://"),
            !FileManager.default.fileExists(atPath: RiderMessaging.pushKey(in: target))
        else { return nil }
        return
            "Copy 'push-key.pem' from the server's data folder into '\(target)' before you start "
            + "it there, or browsers get no messages."
    }

    /// Copies and compares all rows, and returns their numbers.
    ///
    /// Goes on with a copy that was interrupted, and copies nothing a second time.
    ///
    /// - Throws: An error with a sentence for people.
    package static func run(
        from source: Endpoint, to target: Endpoint,
        progress: @escaping (RecordMove.Progress) -> Void = { _ in }
    ) throws -> [Outcome] {
        try source.checkUnused()
        try target.checkUnused()
        var schemas = RecordSchema.ofRiders
        for schema in schemas where !source.isThere(schema.name) {
            throw RecordMove.Refusal(description: "There is no '\(schema.name).sqlite' to copy.")
        }
        // A data folder with riders need not have anything else.
        schemas += RecordSchema.ofServers.filter { source.isThere($0.name) }
        if case .file(let path) = target.place("riders") {
            try PrivateFile.makeFolder(
                URL(fileURLWithPath: path).deletingLastPathComponent().path)
        }
        let moves = try schemas.map { schema in
            RecordMove(
                from: try RecordStore(source.place(schema.name), schema: schema),
                to: try RecordStore(target.place(schema.name), schema: schema, isMoving: true),
                origin: source.name, progress: progress)
        }
        let tasks = try moves.map { try $0.check() }
        return try zip(schemas, zip(moves, tasks)).map { schema, work in
            switch work.1 {
            case .copy: Outcome(store: schema.name, counts: try work.0.run(), isNew: true)
            case .none(let counts): Outcome(store: schema.name, counts: counts, isNew: false)
            }
        }
    }
}

extension RecordSchema {
    /// The schemas that each folder with riders has.
    static let ofRiders = [riders, outbox]
    /// The schemas of what else servers may store.
    static let ofServers = [FixHistorySchema.schema, diary, campus]
}
