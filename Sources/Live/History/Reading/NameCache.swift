import Persistence

/// The texts behind the numbers, each looked up once.
struct NameCache: Sendable {
    private let store: RecordStore
    private var vehicles: [UInt32: String] = [:]
    private var labels: [UInt32: String] = [:]
    private var assignments: [UInt32: Assignment] = [:]

    /// The maximum number of cached texts of each kind.
    private static let maximum = 250_000

    init(_ store: RecordStore) {
        self.store = store
    }

    /// Returns the fix with its texts; nil if it is not on the query's routes or its texts are not
    /// stored yet.
    ///
    /// - Throws: An error of the store if it cannot be read.
    mutating func archived(
        _ fix: PackedFix, of vehicle: UInt32, _ query: FixQuery
    ) async throws -> ArchivedFix? {
        var assignment: Assignment?
        if fix.assignment != 0 {
            guard let known = try await self.assignment(fix.assignment) else { return nil }
            assignment = known
        }
        if let wanted = query.routeIDs {
            guard let route = assignment?.routeID, wanted.contains(route) else { return nil }
        }
        var label: String?
        if fix.label != 0 {
            guard let known = try await self.label(fix.label) else { return nil }
            label = known
        }
        guard let id = try await self.vehicle(vehicle) else { return nil }
        return fix.archived(vehicleID: id, assignment: assignment, label: label)
    }

    private mutating func vehicle(_ number: UInt32) async throws -> String? {
        if let known = vehicles[number] { return known }
        let text = try await text("SELECT id FROM vehicle WHERE number = ?", number)
        if vehicles.count >= Self.maximum { vehicles.removeAll() }
        vehicles[number] = text
        return text
    }

    private mutating func label(_ number: UInt32) async throws -> String? {
        if let known = labels[number] { return known }
        let text = try await text("SELECT text FROM label WHERE number = ?", number)
        if labels.count >= Self.maximum { labels.removeAll() }
        labels[number] = text
        return text
    }

    private func text(_ sql: String, _ number: UInt32) async throws -> String? {
        try await store.read { try $0.texts(sql, [number]) }.first
    }

    private mutating func assignment(_ number: UInt32) async throws -> Assignment? {
        if let known = assignments[number] { return known }
        let found = try await store.read { database in
            try database.row(
                """
                SELECT trip_id, trip_route_id, start_seconds, route_id
                FROM assignment WHERE number = ?
                """, [number]
            ) { try Assignment($0) }
        }
        if assignments.count >= Self.maximum { assignments.removeAll() }
        assignments[number] = found
        return found
    }
}
