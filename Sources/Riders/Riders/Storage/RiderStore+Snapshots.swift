import Persistence

/// All data of a rider that decide their notifications.
package struct RiderSnapshot: Sendable {
    package let rider: RiderID
    package let settings: RiderSettings
    /// The saved connections, in the rider's order.
    package let connections: [SavedConnection]
    package let trips: [PlannedTrip]
    /// The rides in progress.
    package let rides: [CurrentRide]
    /// Whether any channel can reach the rider.
    package let hasChannel: Bool
}

extension RiderStore {
    /// The data of some riders that decide their notifications at a minute of the day; deleted
    /// riders are left out.
    ///
    /// Connections whose reminders cannot matter at that minute are left out; without a minute all
    /// are included.
    package func snapshots(
        _ riders: [RiderID], at minute: Int? = nil
    ) async throws -> [RiderSnapshot] {
        try await file.read { try Self.snapshots(riders, at: minute, $0) }
    }

    /// The same within a transaction; each table is read once for all of the riders.
    static func snapshots(
        _ riders: [RiderID], at minute: Int?, _ database: RecordDatabase
    ) throws -> [RiderSnapshot] {
        let ids = riders.map(\.rawValue)
        let settings = try settings(of: ids, database)
        var reached: Set<String> = []
        try database.forEachRow(
            of: ids,
            { "SELECT DISTINCT rider FROM channels WHERE codeHash IS NULL AND rider IN \($0)" },
            { reached.insert(try $0.text(0)) })
        let connections = try connections(of: ids, at: minute, settings, database)
        let trips: [String: [PlannedTrip]] = try bodies("trips", of: ids, database)
        let rides: [String: [CurrentRide]] = try bodies("rides", of: ids, database)
        return riders.compactMap { rider in
            let id = rider.rawValue
            guard let settings = settings[id] else { return nil }
            return RiderSnapshot(
                rider: rider, settings: settings, connections: connections[id] ?? [],
                trips: trips[id] ?? [], rides: rides[id] ?? [], hasChannel: reached.contains(id))
        }
    }

    private static func settings(
        of ids: [String], _ database: RecordDatabase
    ) throws -> [String: RiderSettings] {
        // Most riders have the same settings, which are slow to decode.
        var decoded: [String: RiderSettings] = [:]
        var found: [String: RiderSettings] = [:]
        try database.forEachRow(
            of: ids, { "SELECT id, settings FROM riders WHERE id IN \($0)" }
        ) { row in
            let text = try row.text(1)
            let settings = try decoded[text] ?? value(text)
            decoded[text] = settings
            found[try row.text(0)] = settings
        }
        return found
    }

    /// The connections of riders with known settings, in each rider's order.
    private static func connections(
        of ids: [String], at minute: Int?, _ settings: [String: RiderSettings],
        _ database: RecordDatabase
    ) throws -> [String: [SavedConnection]] {
        var found: [String: [(position: Int, connection: SavedConnection)]] = [:]
        try database.forEachRow(
            of: ids, { "SELECT rider, body, position FROM connections WHERE rider IN \($0)" }
        ) { row in
            let rider = try row.text(0)
            let body = try row.text(1)
            if let minute, let settings = settings[rider],
                !WatchMaker.mayMatter(body, at: minute, settings)
            {
                return
            }
            let connection = try StoredConnection.connection(body)
            found[rider, default: []].append((try row[2], connection))
        }
        return found.mapValues { rows in
            rows.sorted { ($0.position, $0.connection.id) < ($1.position, $1.connection.id) }
                .map(\.connection)
        }
    }

    /// The decoded bodies of a table, of each rider in the order of their ids.
    private static func bodies<Value: Decodable>(
        _ table: String, of ids: [String], _ database: RecordDatabase
    ) throws -> [String: [Value]] {
        var found: [String: [(id: String, value: Value)]] = [:]
        try database.forEachRow(
            of: ids, { "SELECT rider, id, body FROM \(table) WHERE rider IN \($0)" }
        ) { row in
            found[try row.text(0), default: []].append(
                (try row.text(1), try value(try row.text(2))))
        }
        return found.mapValues { rows in rows.sorted { $0.id < $1.id }.map(\.value) }
    }
}
