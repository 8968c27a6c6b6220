import Foundation
import Persistence

/// What an archive needs to know of its store to go on where the last one ended.
struct FixArchiveStart: Sendable {
    private(set) var names = FixNames()
    /// Blocks that the journal gives back.
    let blocks: RecoveredBlocks
    /// The number of the journal's next row: one that nothing in the store speaks of.
    let nextRow: Int64
    /// The times of the last fixes that were sealed in the last hours, by vehicle.
    let latest: [UInt32: Int64]
    let pruning: PruningClock

    init(_ database: RecordDatabase) throws {
        try names.open(database)
        blocks = try RecoveredBlocks(database)
        let journal = try database.number("SELECT max(row) FROM journal")
        let sealed = try database.number("SELECT max(last_place) FROM block")
        let last = [journal.map(Int64.init), sealed.map { JournalPlace(number: Int64($0)).row }]
        nextRow = (last.compactMap(\.self).max() ?? 0) + 1
        latest = try Self.latest(database)
        pruning = try PruningClock(database)
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

/// Blocks that were in memory when the program ended, made again from the journal.
struct RecoveredBlocks: Sendable {
    private(set) var open: [UInt32: OpenBlock] = [:]
    private(set) var full: [OpenBlock] = []

    /// Throws a `ByteReader.Malformed` if the journal cannot be read.
    init(_ database: RecordDatabase) throws {
        guard let first = try database.number("SELECT min(row) FROM journal") else { return }
        let sealed = try Self.sealed(
            database, from: JournalPlace(row: Int64(first), position: 0))
        _ = try database.rows("SELECT row, fixes FROM journal ORDER BY row") { row in
            try JournalRow.replay(
                [UInt8](try row[1] as Data), row: try row[0], sealed: sealed, into: &open
            ) { full.append($0) }
        }
    }

    /// All of them.
    var all: [FixBlock] { (full + open.values).map(\.block) }

    /// Up to where each vehicle's fixes are in sealed blocks, of those that the journal still has.
    private static func sealed(
        _ database: RecordDatabase, from first: JournalPlace
    ) throws -> [UInt32: JournalPlace] {
        var sealed: [UInt32: JournalPlace] = [:]
        _ = try database.rows(
            "SELECT vehicle, max(last_place) FROM block WHERE last_place >= ? GROUP BY vehicle",
            [first.number]
        ) { row in sealed[try row[0]] = JournalPlace(number: try row[1]) }
        return sealed
    }
}
