import Foundation
import Persistence

/// Reads the blocks of a query, hour by hour.
struct HourSource: Sendable {
    private let store: RecordStore
    private let vehicle: UInt32?
    private let routeIDs: [String]?
    private let open: [Int64: [FixBlock]]

    /// Returns nil if the query's vehicle is unknown.
    ///
    /// - Throws: An error of the store if it cannot be read.
    init?(_ reader: FixReader, _ query: FixQuery) async throws {
        store = reader.store
        routeIDs = query.routeIDs
        if let id = query.vehicleID {
            let number = try await store.read { database in
                try database.row("SELECT number FROM vehicle WHERE id = ?", [id]) {
                    try $0[0] as UInt32
                }
            }
            guard let number else { return nil }
            vehicle = number
        } else {
            vehicle = nil
        }
        // Read open blocks before the store: a block that is sealed in between is then found twice,
        // but never missed.
        open = Dictionary(grouping: try await reader.openBlocks(vehicle), by: \.hour)
    }

    /// Returns the first of these hours that has blocks.
    ///
    /// - Throws: An error of the store if it cannot be read.
    func firstHour(in hours: ClosedRange<Int64>) async throws -> Int64? {
        let stored = try await edge(hours, "min")
        return [stored, open.keys.filter(hours.contains).min()].compactMap(\.self).min()
    }

    /// Returns the last of these hours that has blocks.
    ///
    /// - Throws: An error of the store if it cannot be read.
    func lastHour(in hours: ClosedRange<Int64>) async throws -> Int64? {
        let stored = try await edge(hours, "max")
        return [stored, open.keys.filter(hours.contains).max()].compactMap(\.self).max()
    }

    private func edge(_ hours: ClosedRange<Int64>, _ function: String) async throws -> Int64? {
        let condition = vehicle == nil ? "" : "AND vehicle = ?3"
        let values = values([.integer(hours.lowerBound), .integer(hours.upperBound)])
        return try await store.read { database in
            try database.number(
                "SELECT \(function)(hour) FROM block WHERE hour BETWEEN ?1 AND ?2 \(condition)",
                values)
        }.map(Int64.init)
    }

    /// Returns the `first` values, then the vehicle if there is one, then the `last` values.
    private func values(_ first: [RecordValue], then last: [RecordValue] = []) -> RecordValues {
        RecordValues(first + [vehicle?.recordValue].compactMap(\.self) + last)
    }

    /// Returns all blocks of an hour, in the order of writing.
    ///
    /// - Throws: An error of the store if it cannot be read.
    func blocks(of hour: Int64) async throws -> [FixBlock] {
        var condition = vehicle == nil ? "" : " AND vehicle = ?2"
        if let routeIDs {
            condition += Self.isOnRoute(first: vehicle == nil ? 2 : 3, count: routeIDs.count)
        }
        let values = values([.integer(hour)], then: routeIDs?.map { .text($0) } ?? [])
        let stored = try await store.read { [condition] database in
            try database.rows(
                """
                SELECT place, vehicle, last_place, count, fixes FROM block
                WHERE hour = ?1\(condition)
                """, values
            ) { row in
                FixBlock(
                    vehicle: try row[1], hour: hour,
                    firstPlace: JournalPosition(number: try row[0]),
                    lastPlace: JournalPosition(number: try row[2]), count: try row[3],
                    bytes: [UInt8](try row[4] as Data))
            }
        }
        let sealed = Set(stored.map(\.firstPlace))
        let others = (open[hour] ?? []).filter { !sealed.contains($0.firstPlace) }
        return (stored + others).sorted { $0.firstPlace < $1.firstPlace }
    }

    private static func isOnRoute(first: Int, count: Int) -> String {
        let places = (first..<first + count).map { "?\($0)" }.joined(separator: ", ")
        return """
             AND EXISTS (
                SELECT 1 FROM block_assignment JOIN assignment ON number = block_assignment.assignment
                WHERE block_assignment.place = block.place AND block_assignment.hour = ?1
                AND block_assignment.vehicle = block.vehicle AND route_id IN (\(places)))
            """
    }
}
