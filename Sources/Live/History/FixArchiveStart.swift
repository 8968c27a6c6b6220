import Foundation
import Persistence

/// The state of a store from which an archive continues.
struct FixArchiveStart: Sendable {
    private(set) var names = FixNames()
    /// The blocks recovered from the journal.
    let blocks: RecoveredBlocks
    /// The number of the journal's next row, larger than any referred to in the store.
    let nextRow: Int64
    /// The times of the last sealed fixes of the last hours, by vehicle.
    let latest: [UInt32: Int64]
    let pruning: RetentionClock

    /// - Throws: `ByteReader.Malformed` if the journal cannot be decoded, or an error of the
    ///   store.
    init(_ database: RecordDatabase) throws {
        try names.open(database)
        blocks = try RecoveredBlocks(database)
        let journal = try database.number("SELECT max(row) FROM journal")
        let sealed = try database.number("SELECT max(last_place) FROM block")
        let last = [journal.map(Int64.init), sealed.map { JournalPosition(number: Int64($0)).row }]
        nextRow = (last.compactMap(\.self).max() ?? 0) + 1
        latest = try Self.latest(database)
        pruning = RetentionClock(
            believed: try database.number("SELECT value FROM state WHERE name = 'believed'")
                .map(Int64.init))
    }

    private static func latest(_ database: RecordDatabase) throws -> [UInt32: Int64] {
        guard let hour = try database.number("SELECT max(hour) FROM block") else { return [:] }
        var latest: [UInt32: Int64] = [:]
        _ = try database.rows(
            "SELECT vehicle, last_time FROM block WHERE hour >= ? ORDER BY place", [hour - 1]
        ) { row in latest[try row[0]] = try row[1] as Int64 }
        return latest
    }
}

/// The blocks that were in memory when the program ended, rebuilt from the journal.
struct RecoveredBlocks: Sendable {
    private(set) var open: [UInt32: OpenBlock] = [:]
    private(set) var full: [OpenBlock] = []

    /// - Throws: A `ByteReader.Malformed` if the journal cannot be decoded, or an error of the
    ///   store.
    init(_ database: RecordDatabase) throws {
        guard let first = try database.number("SELECT min(row) FROM journal") else { return }
        let sealed = try Self.sealed(
            database, from: JournalPosition(row: Int64(first), position: 0))
        _ = try database.rows("SELECT row, fixes FROM journal ORDER BY row") { row in
            try JournalRow.replay(
                [UInt8](try row[1] as Data), row: try row[0], sealed: sealed, into: &open
            ) { full.append($0) }
        }
    }

    var all: [FixBlock] { (full + open.values).map(\.block) }

    /// Returns the position of each vehicle's last sealed fix, among those that the journal still
    /// contains.
    private static func sealed(
        _ database: RecordDatabase, from first: JournalPosition
    ) throws -> [UInt32: JournalPosition] {
        var sealed: [UInt32: JournalPosition] = [:]
        _ = try database.rows(
            "SELECT vehicle, max(last_place) FROM block WHERE last_place >= ? GROUP BY vehicle",
            [first.number]
        ) { row in sealed[try row[0]] = JournalPosition(number: try row[1]) }
        return sealed
    }
}
