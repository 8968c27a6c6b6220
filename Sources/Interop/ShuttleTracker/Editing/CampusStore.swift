import Foundation
package import Persistence
import Synchronization
package import TransitModel

/// Stores operators' input: a campus without a timetable, and the message.
///
/// A write is on disk when its call returns. Reading ``content`` never waits for the disk; in a
/// database that other nodes write to, it is as old as the last ``refresh()``.
package final class CampusStore: Sendable {
    let file: RecordStore
    private let clock: any WallClock
    private let current: Mutex<Content>

    /// The maximum number of vehicles, and of routes.
    package static let maximumRows = 500
    package static let maximumStops = 5000

    /// A snapshot of the store.
    package struct Content: Sendable {
        package var campus = ShuttleCampus()
        /// The operators' message; nil if there never was one.
        package var message: ShuttleMessage?
        /// Increases with every write.
        fileprivate var edition = 0
    }

    /// A kind of entry.
    package enum Kind: String, Sendable, CaseIterable {
        case vehicle, route, stop

        var table: String { rawValue + "s" }
    }

    /// Loads the content of a store with the schema `RecordSchema.campus`.
    ///
    /// - Throws: The store's errors, and `DecodingError` if a row is damaged.
    package init(_ file: RecordStore, clock: any WallClock) throws {
        self.file = file
        self.clock = clock
        current = Mutex(try file.readNow { try Self.content($0) })
    }

    /// The content after the last write.
    package var content: Content { current.withLock { $0 } }

    /// Takes over what other nodes have written; a file has no other writer.
    ///
    /// - Throws: The store's errors, and `DecodingError` if a row is damaged.
    package func refresh() async throws {
        guard file.isShared else { return }
        let known = content.edition
        let newer = try await file.read { database in
            try Self.revision(database) == known ? nil : try Self.content(database)
        }
        if let newer { publish(newer) }
    }

    // MARK: - Entries

    /// Adds a vehicle, or changes the one with this id.
    ///
    /// - Throws: ``CampusProblem`` if the input is invalid, the id unknown or the store full; the
    ///   store's errors.
    package func put(_ entry: VehicleEntry, id: Int64?) async throws -> ShuttleVehicle {
        try await put(.vehicle, id, \.vehicles, limit: Self.maximumRows) { id, old, _, now in
            try entry.vehicle(id: id, from: old, at: now)
        }
    }

    /// Adds a stop, or changes the one with this id.
    ///
    /// - Throws: ``CampusProblem`` if the input is invalid, the id unknown or the store full; the
    ///   store's errors.
    package func put(_ entry: StopEntry, id: Int64?) async throws -> ShuttleStop {
        try await put(.stop, id, \.stops, limit: Self.maximumStops) { id, old, _, now in
            try entry.stop(id: id, from: old, at: now)
        }
    }

    /// Adds a route, or changes the one with this id.
    ///
    /// - Throws: ``CampusProblem`` if the input is invalid, the id unknown or the store full; the
    ///   store's errors.
    package func put(_ entry: RouteEntry, id: Int64?) async throws -> ShuttleRoute {
        try await put(.route, id, \.routes, limit: Self.maximumRows) { id, old, campus, now in
            try entry.route(id: id, from: old, stops: campus.stops, at: now)
        }
    }

    /// Removes an entry.
    ///
    /// - Throws: ``CampusProblem`` if the id is unknown or a route uses the stop; the store's
    ///   errors.
    package func remove(_ kind: Kind, id: Int64) async throws {
        let content = try await file.write { database in
            try Self.begin(database)
            if kind == .stop,
                let route = try Self.content(database).campus.routes.first(where: {
                    $0.stopIDs.contains(id)
                })
            {
                throw CampusProblem.inUse(
                    "The stop \(id) is on the route '\(route.name)'; take it off that first.")
            }
            let count = try database.execute("DELETE FROM \(kind.table) WHERE id = ?", [id])
            guard count > 0 else {
                throw CampusProblem.unknown(kind: kind.rawValue, id: id)
            }
            if kind == .vehicle {
                try database.execute("DELETE FROM positions WHERE vehicle = ?", [String(id)])
            }
            return try Self.content(database)
        }
        publish(content)
    }

    /// Sets or changes the message.
    ///
    /// - Throws: ``CampusProblem`` if the input is invalid; the store's errors.
    package func say(_ entry: MessageEntry) async throws -> ShuttleMessage {
        let now = try instant()
        let (message, content) = try await file.write { database in
            try Self.begin(database)
            let old = try Self.content(database).message
            let message = try entry.message(from: old, at: now)
            try database.execute(
                """
                INSERT INTO messages VALUES (1, ?)
                ON CONFLICT (id) DO UPDATE SET body = excluded.body
                """, [try Self.text(message)])
            return (message, try Self.content(database))
        }
        publish(content)
        return message
    }

    // MARK: - Rows

    private typealias Make<Entry> =
        @Sendable (Int64, Entry?, ShuttleCampus, ShuttleTime) throws -> Entry

    private func put<Entry: Codable & Sendable & SendableMetatype>(
        _ kind: Kind, _ id: Int64?, _ list: any KeyPath<ShuttleCampus, [Entry]> & Sendable,
        limit: Int,
        _ make: @escaping Make<Entry>
    ) async throws -> Entry {
        let now = try instant()
        let (entry, content) = try await file.write { database in
            try Self.begin(database)
            let campus = try Self.content(database).campus
            var row = id
            if row == nil {
                guard campus[keyPath: list].count < limit else {
                    throw CampusProblem.full(kind: kind.rawValue, limit: limit)
                }
                row = try database.row(
                    "INSERT INTO \(kind.table) (body) VALUES ('') RETURNING id"
                ) { try $0[0] }
            }
            guard let row else { throw CampusProblem.unknown(kind: kind.rawValue, id: 0) }
            let old: Entry? =
                id == nil ? nil : try Self.entry(database, kind, row)
            if id != nil, old == nil { throw CampusProblem.unknown(kind: kind.rawValue, id: row) }
            let entry = try make(row, old, campus, now)
            try database.execute(
                "UPDATE \(kind.table) SET body = ? WHERE id = ?", [try Self.text(entry), row])
            return (entry, try Self.content(database))
        }
        publish(content)
        return entry
    }

    private func publish(_ content: Content) {
        // Writes end in order, but their callers may resume in another order.
        current.withLock { if $0.edition <= content.edition { $0 = content } }
    }

    private func instant() throws(CampusProblem) -> ShuttleTime {
        guard let now = ShuttleTime(clock.now()) else {
            throw .badField("time", expected: "between the years 1 and 9999")
        }
        return now
    }

    /// Counts a write; those of other nodes wait until it ends.
    private static func begin(_ database: RecordDatabase) throws {
        try database.execute("UPDATE editions SET number = number + 1")
    }

    private static func revision(_ database: RecordDatabase) throws -> Int {
        try database.number("SELECT number FROM editions") ?? 0
    }

    private static func entry<Entry: Decodable>(
        _ database: RecordDatabase, _ kind: Kind, _ id: Int64
    ) throws -> Entry? {
        let text = try database.texts("SELECT body FROM \(kind.table) WHERE id = ?", [id]).first
        guard let text else { return nil }
        return try decoded(text)
    }

    private static func content(_ database: RecordDatabase) throws -> Content {
        func all<Entry: Decodable>(_ kind: Kind) throws -> [Entry] {
            // A row without text is being added in this transaction.
            var entries: [Entry] = []
            let texts = try database.texts(
                "SELECT body FROM \(kind.table) WHERE body <> '' ORDER BY id")
            for text in texts { entries.append(try decoded(text)) }
            return entries
        }
        var content = Content()
        content.edition = try revision(database)
        content.campus = ShuttleCampus(
            vehicles: try all(.vehicle), routes: try all(.route), stops: try all(.stop))
        if let text = try database.texts("SELECT body FROM messages").first {
            content.message = try decoded(text)
        }
        return content
    }

    static func decoded<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    static func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
}
