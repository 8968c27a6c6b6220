import Foundation
import GRDB
package import Persistence
import Synchronization
package import TransitModel

/// What operators entered, in one file: a campus that is run without a timetable, and their
/// message.
///
/// What a call returned from is on the disk. Readers take the newest campus without waiting.
package final class CampusStore: Sendable {
    private let file: SQLiteStore
    private let clock: any WallClock
    private let current: Mutex<Content>

    /// The most vehicles and the most routes of a campus.
    package static let maximumRows = 500
    /// The most stops.
    package static let maximumStops = 5000

    /// All that is stored.
    package struct Content: Sendable {
        /// The lists.
        package var campus = ShuttleCampus()
        /// What the operators have to say; nil if they never said anything.
        package var message: ShuttleMessage?
        /// Rises with every write.
        fileprivate var version = 0
    }

    /// What can be entered.
    package enum Kind: String, Sendable, CaseIterable {
        case vehicle, route, stop

        fileprivate var table: String { rawValue + "s" }
    }

    /// Reads what a file of the schema `SQLiteSchema.campus` holds.
    package init(_ file: SQLiteStore, clock: any WallClock) throws {
        self.file = file
        self.clock = clock
        current = Mutex(try file.readNow { try Self.content($0) })
    }

    /// The newest content.
    package var content: Content { current.withLock { $0 } }

    // MARK: - Entries

    /// Enters a vehicle, or changes the one of that number.
    package func put(_ entry: VehicleEntry, id: Int64?) async throws -> ShuttleVehicle {
        try await put(.vehicle, id, \.vehicles, limit: Self.maximumRows) { id, old, _, now in
            try entry.vehicle(id: id, from: old, at: now)
        }
    }

    /// Enters a stop, or changes the one of that number.
    package func put(_ entry: StopEntry, id: Int64?) async throws -> ShuttleStop {
        try await put(.stop, id, \.stops, limit: Self.maximumStops) { id, old, _, now in
            try entry.stop(id: id, from: old, at: now)
        }
    }

    /// Enters a route, or changes the one of that number.
    package func put(_ entry: RouteEntry, id: Int64?) async throws -> ShuttleRoute {
        try await put(.route, id, \.routes, limit: Self.maximumRows) { id, old, campus, now in
            try entry.route(id: id, from: old, stops: campus.stops, at: now)
        }
    }

    /// Takes an entry out; throws a ``CampusProblem`` if it is not there or is needed.
    package func remove(_ kind: Kind, id: Int64) async throws {
        let content = try await file.write { database in
            if kind == .stop,
                let route = try Self.content(database).campus.routes.first(where: {
                    $0.stopIDs.contains(id)
                })
            {
                throw CampusProblem.inUse(
                    "The stop \(id) is on the route '\(route.name)'; take it off that first.")
            }
            try database.execute(
                sql: "DELETE FROM \(kind.table) WHERE id = ?", arguments: [id])
            guard database.changesCount > 0 else {
                throw CampusProblem.unknown(kind: kind.rawValue, id: id)
            }
            return try Self.content(database)
        }
        publish(content)
    }

    /// Says something to everybody, or changes what is said.
    package func say(_ entry: MessageEntry) async throws -> ShuttleMessage {
        let now = try instant()
        let (message, content) = try await file.write { database in
            let old = try Self.content(database).message
            let message = try entry.message(from: old, at: now)
            try database.execute(
                sql: "INSERT OR REPLACE INTO messages VALUES (1, ?)",
                arguments: [try Self.text(message)])
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
            let campus = try Self.content(database).campus
            var row = id
            if row == nil {
                guard campus[keyPath: list].count < limit else {
                    throw CampusProblem.full(kind: kind.rawValue, limit: limit)
                }
                try database.execute(sql: "INSERT INTO \(kind.table) (body) VALUES ('')")
                row = database.lastInsertedRowID
            }
            guard let row else { throw CampusProblem.unknown(kind: kind.rawValue, id: 0) }
            let old: Entry? =
                id == nil ? nil : try Self.entry(database, kind, row)
            if id != nil, old == nil { throw CampusProblem.unknown(kind: kind.rawValue, id: row) }
            let entry = try make(row, old, campus, now)
            try database.execute(
                sql: "UPDATE \(kind.table) SET body = ? WHERE id = ?",
                arguments: [try Self.text(entry), row])
            return (entry, try Self.content(database))
        }
        publish(content)
        return entry
    }

    private func publish(_ content: Content) {
        // Writes come to an end in order, but those who waited for them may come here in another
        // one.
        current.withLock { if $0.version <= content.version { $0 = content } }
    }

    private func instant() throws(CampusProblem) -> ShuttleTime {
        guard let now = ShuttleTime(clock.now()) else {
            throw .badField("time", expected: "between the years 1 and 9999")
        }
        return now
    }

    private static func entry<Entry: Decodable>(
        _ database: Database, _ kind: Kind, _ id: Int64
    ) throws -> Entry? {
        let text = try String.fetchOne(
            database, sql: "SELECT body FROM \(kind.table) WHERE id = ?", arguments: [id])
        guard let text else { return nil }
        return try decoded(text)
    }

    private static func content(_ database: Database) throws -> Content {
        func all<Entry: Decodable>(_ kind: Kind) throws -> [Entry] {
            // A row without text is one that is just being entered.
            var entries: [Entry] = []
            let texts = try String.fetchAll(
                database, sql: "SELECT body FROM \(kind.table) WHERE body <> '' ORDER BY id")
            for text in texts { entries.append(try decoded(text)) }
            return entries
        }
        var content = Content()
        content.version = database.totalChangesCount
        content.campus = ShuttleCampus(
            vehicles: try all(.vehicle), routes: try all(.route), stops: try all(.stop))
        if let text = try String.fetchOne(database, sql: "SELECT body FROM messages") {
            content.message = try decoded(text)
        }
        return content
    }

    private static func decoded<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    private static func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
}
