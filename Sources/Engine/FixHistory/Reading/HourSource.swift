import Foundation
import GRDB
import SQLiteStore

/// The blocks that a query needs, hour by hour.
struct HourSource: Sendable {
    private let store: SQLiteStore
    private let vehicle: UInt32?
    private let routeID: String?
    private let open: [Int64: [FixBlock]]

    /// nil if the vehicle that the query names is not known.
    init?(_ reader: FixReader, _ query: FixQuery) async throws {
        store = reader.store
        routeID = query.routeID
        if let id = query.vehicleID {
            let number = try await store.read { database in
                try UInt32.fetchOne(
                    database, sql: "SELECT number FROM vehicle WHERE id = ?", arguments: [id])
            }
            guard let number else { return nil }
            vehicle = number
        } else {
            vehicle = nil
        }
        // Before the file is read: a block that is sealed in between is found twice, never missed.
        open = Dictionary(grouping: try await reader.openBlocks(vehicle), by: \.hour)
    }

    /// The first of these hours that has blocks.
    func firstHour(in hours: ClosedRange<Int64>) async throws -> Int64? {
        let stored = try await edge(hours, "min")
        return [stored, open.keys.filter(hours.contains).min()].compactMap(\.self).min()
    }

    /// The last of these hours that has blocks.
    func lastHour(in hours: ClosedRange<Int64>) async throws -> Int64? {
        let stored = try await edge(hours, "max")
        return [stored, open.keys.filter(hours.contains).max()].compactMap(\.self).max()
    }

    private func edge(_ hours: ClosedRange<Int64>, _ function: String) async throws -> Int64? {
        let condition = vehicle == nil ? "" : "vehicle = :vehicle AND "
        var arguments: StatementArguments = ["first": hours.lowerBound, "last": hours.upperBound]
        if let vehicle { arguments += ["vehicle": Int64(vehicle)] }
        return try await store.read { [arguments] database in
            try Int64.fetchOne(
                database,
                sql: """
                    SELECT \(function)(hour) FROM block
                    WHERE \(condition)hour BETWEEN :first AND :last
                    """, arguments: arguments)
        }
    }

    /// All blocks of an hour, in the order of writing.
    func blocks(of hour: Int64) async throws -> [FixBlock] {
        var condition = "hour = :hour"
        var arguments: StatementArguments = ["hour": hour]
        if let vehicle {
            condition += " AND vehicle = :vehicle"
            arguments += ["vehicle": Int64(vehicle)]
        }
        if let routeID {
            condition += Self.isOnRoute
            arguments += ["route": routeID]
        }
        let stored = try await store.read { [arguments, condition] database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT place, vehicle, last_place, count, fixes FROM block
                    WHERE \(condition)
                    """, arguments: arguments)
            var blocks: [FixBlock] = []
            while let row = try rows.next() {
                let bytes: Data = row[4]
                blocks.append(
                    FixBlock(
                        vehicle: row[1], hour: hour, firstPlace: JournalPlace(number: row[0]),
                        lastPlace: JournalPlace(number: row[2]), count: row[3],
                        bytes: [UInt8](bytes)))
            }
            return blocks
        }
        let sealed = Set(stored.map(\.firstPlace))
        let others = (open[hour] ?? []).filter { !sealed.contains($0.firstPlace) }
        return (stored + others).sorted { $0.firstPlace < $1.firstPlace }
    }

    private static let isOnRoute = """
         AND EXISTS (
            SELECT 1 FROM block_assignment JOIN assignment ON number = block_assignment.assignment
            WHERE block_assignment.place = block.place AND route_id = :route)
        """
}
