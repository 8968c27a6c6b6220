import Persistence

extension RiderStore {
    /// The largest number of connections of a rider.
    package static let maximumConnections = 100
    /// The largest number of trips of a rider.
    package static let maximumTrips = 50
    /// The largest stored connection or trip, in bytes.
    private static let maximumBody = 256 * 1024

    // MARK: - Connections

    /// The saved connections, in the rider's order.
    package func connections(_ rider: RiderID) async throws -> [SavedConnection] {
        let rows = try await file.read { database in
            try database.rows(
                "SELECT id, body FROM connections WHERE rider = ? ORDER BY position, id",
                [rider.rawValue]
            ) { ConnectionCache.Row(id: try $0[0] as String, text: try $0[1] as String) }
        }
        return try memory.connections(rows)
    }

    /// Saves a connection after the others, with a new id.
    ///
    /// - Throws: ``RiderError/invalid(_:)``, ``RiderError/unknown``, or ``RiderError/tooMany(_:)``.
    package func add(_ connection: SavedConnection, of rider: RiderID) async throws
        -> SavedConnection
    {
        let named = connection.named(newID())
        let body = try Self.checked(named.problem, named)
        try await change(rider) { database in
            try Self.check(rider, database)
            let positions = try database.rows(
                "SELECT position FROM connections WHERE rider = ?", [rider.rawValue]
            ) { try $0[0] as Int }
            guard positions.count < Self.maximumConnections else {
                throw RiderError.tooMany("connections")
            }
            try database.execute(
                "INSERT INTO connections VALUES (?, ?, ?, ?)",
                [rider.rawValue, named.id, (positions.max() ?? 0) + 1, body])
        }
        return named
    }

    /// Replaces the connection with the same id.
    ///
    /// - Throws: ``RiderError/invalid(_:)``, or ``RiderError/notFound``.
    package func replace(_ connection: SavedConnection, of rider: RiderID) async throws {
        let body = try Self.checked(connection.problem, connection)
        try await change(rider) { database in
            let count = try database.execute(
                "UPDATE connections SET body = ? WHERE rider = ? AND id = ?",
                [body, rider.rawValue, connection.id])
            guard count == 1 else { throw RiderError.notFound }
        }
    }

    /// Changes the connections and trips for which a closure returns a new form, in one
    /// transaction.
    ///
    /// The closures get what is stored then, and return nil for what stays as it is.
    ///
    /// - Throws: ``RiderError/invalid(_:)`` for an invalid form; nothing is changed then.
    package func update(
        of rider: RiderID, connections: @escaping @Sendable (SavedConnection) -> SavedConnection?,
        trips: @escaping @Sendable (PlannedTrip) -> PlannedTrip?
    ) async throws {
        try await change(rider) { database in
            try Self.update("connections", of: rider, database) { (saved: SavedConnection) in
                try connections(saved).map { try Self.checked($0.problem, $0) }
            }
            try Self.update("trips", of: rider, database) { (saved: PlannedTrip) in
                try trips(saved).map { try Self.checked($0.problem, $0) }
            }
        }
    }

    private static func update<Value: Decodable>(
        _ table: String, of rider: RiderID, _ database: RecordDatabase,
        _ change: (Value) throws -> String?
    ) throws {
        let rows = try database.rows(
            "SELECT id, body FROM \(table) WHERE rider = ?", [rider.rawValue]
        ) { (id: try $0[0] as String, body: try $0[1] as String) }
        for row in rows {
            guard let body = try change(try value(row.body)) else { continue }
            try database.execute(
                "UPDATE \(table) SET body = ? WHERE rider = ? AND id = ?",
                [body, rider.rawValue, row.id])
        }
    }

    /// Deletes a connection.
    ///
    /// - Throws: ``RiderError/notFound``.
    package func deleteConnection(_ id: String, of rider: RiderID) async throws {
        try await delete(id, from: "connections", of: rider)
    }

    /// Reorders the rider's connections; those not named keep their order at the end.
    ///
    /// - Throws: ``RiderError/notFound`` if an id is unknown.
    package func order(_ ids: [String], of rider: RiderID) async throws {
        let wanted = Array(ids.prefix(Self.maximumConnections))
        try await file.write { database in
            let known = try database.texts(
                "SELECT id FROM connections WHERE rider = ? ORDER BY position, id",
                [rider.rawValue])
            guard Set(wanted).count == wanted.count, Set(wanted).isSubset(of: known) else {
                throw RiderError.notFound
            }
            for (position, id) in (wanted + known.filter { !wanted.contains($0) }).enumerated() {
                try database.execute(
                    "UPDATE connections SET position = ? WHERE rider = ? AND id = ?",
                    [position + 1, rider.rawValue, id])
            }
        }
    }

    // MARK: - Trips

    /// The planned trips, in no particular order.
    package func trips(_ rider: RiderID) async throws -> [PlannedTrip] {
        try await bodies("trips", of: rider)
    }

    /// Saves a trip with a new id.
    ///
    /// - Throws: ``RiderError/invalid(_:)``, ``RiderError/unknown``, or ``RiderError/tooMany(_:)``.
    package func add(_ trip: PlannedTrip, of rider: RiderID) async throws -> PlannedTrip {
        let named = trip.named(newID())
        let body = try Self.checked(named.problem, named)
        try await insert(body, named.id, into: "trips", limit: Self.maximumTrips, of: rider)
        return named
    }

    /// Deletes a trip.
    ///
    /// - Throws: ``RiderError/notFound``.
    package func deleteTrip(_ id: String, of rider: RiderID) async throws {
        try await delete(id, from: "trips", of: rider)
    }

    // MARK: - Rides

    /// The rides in progress.
    package func rides(_ rider: RiderID) async throws -> [CurrentRide] {
        try await bodies("rides", of: rider)
    }

    /// Saves a ride in progress with a new id.
    ///
    /// - Throws: ``RiderError/invalid(_:)``, ``RiderError/unknown``, or ``RiderError/tooMany(_:)``.
    package func add(_ ride: CurrentRide, of rider: RiderID) async throws -> CurrentRide {
        let named = ride.named(newID())
        let body = try Self.checked(nil, named)
        try await insert(body, named.id, into: "rides", limit: CurrentRide.maximum, of: rider)
        return named
    }

    /// Deletes a ride when the rider got off.
    ///
    /// - Throws: ``RiderError/notFound``.
    package func deleteRide(_ id: String, of rider: RiderID) async throws {
        try await delete(id, from: "rides", of: rider)
    }

    // MARK: - Everything

    /// Deletes all saved data and settings of the rider, but keeps the rider and their devices.
    package func clear(_ rider: RiderID) async throws {
        let settings = try Self.text(RiderSettings())
        let gone = try await change(rider) { database in
            let gone = try Self.addresses("rider = ?", [rider.rawValue], database)
            for table in ["connections", "trips", "channels", "rides", "loggers"] {
                try database.execute("DELETE FROM \(table) WHERE rider = ?", [rider.rawValue])
            }
            try database.execute(
                "UPDATE riders SET settings = ? WHERE id = ?",
                [settings, rider.rawValue])
            return try Self.unused(gone, database)
        }
        await forgotten(gone)
    }

    // MARK: - Shared

    private func bodies<Value: Decodable & Sendable>(
        _ table: String, of rider: RiderID
    ) async throws -> [Value] {
        try await file.read { database in
            try database.texts(
                "SELECT body FROM \(table) WHERE rider = ? ORDER BY id",
                [rider.rawValue]
            ).map(Self.value)
        }
    }

    private func insert(
        _ body: String, _ id: String, into table: String, limit: Int, of rider: RiderID
    ) async throws {
        try await change(rider) { database in
            try Self.check(rider, database)
            let count = try database.number(
                "SELECT count(*) FROM \(table) WHERE rider = ?",
                [rider.rawValue])
            guard count ?? 0 < limit else { throw RiderError.tooMany(table) }
            try database.execute(
                "INSERT INTO \(table) VALUES (?, ?, ?)",
                [rider.rawValue, id, body])
        }
    }

    private func delete(_ id: String, from table: String, of rider: RiderID) async throws {
        try await change(rider) { database in
            let count = try database.execute(
                "DELETE FROM \(table) WHERE rider = ? AND id = ?", [rider.rawValue, id])
            guard count == 1 else { throw RiderError.notFound }
        }
    }

    private static func checked(_ problem: String?, _ value: some Encodable) throws -> String {
        if let problem { throw RiderError.invalid(problem) }
        let text = try text(value)
        guard text.utf8.count <= maximumBody else {
            throw RiderError.invalid("It is longer than \(maximumBody / 1024) kB.")
        }
        return text
    }

    /// Checks that the rider exists, and locks their data until the transaction ends.
    static func check(_ rider: RiderID, _ database: RecordDatabase) throws {
        guard try lock(rider, database) else { throw RiderError.unknown }
    }
}
