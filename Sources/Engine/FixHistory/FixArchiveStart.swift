import Foundation
import GRDB

/// What an archive needs to know of its file to go on where the last one ended.
struct FixArchiveStart: Sendable {
    private(set) var names = FixNames()
    /// Blocks that the journal gives back.
    let blocks: RecoveredBlocks
    /// The number of the journal's next row: one that was never given before.
    let nextRow: Int64
    /// The times of the last fixes that were sealed in the last hours, by vehicle.
    let latest: [UInt32: Int64]
    let pruning: PruningClock

    init(_ database: Database) throws {
        try names.open(database)
        blocks = try RecoveredBlocks(database)
        let last = try Int64.fetchOne(
            database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'journal'")
        nextRow = (last ?? 0) + 1
        latest = try Self.latest(database)
        pruning = try PruningClock(database)
    }

    private static func latest(_ database: Database) throws -> [UInt32: Int64] {
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT vehicle, last_time FROM block
                WHERE hour >= (SELECT max(hour) FROM block) - 1 ORDER BY place
                """)
        var latest: [UInt32: Int64] = [:]
        while let row = try rows.next() { latest[row[0]] = row[1] }
        return latest
    }
}

/// Blocks that were in memory when the program ended, made again from the journal.
struct RecoveredBlocks: Sendable {
    private(set) var open: [UInt32: OpenBlock] = [:]
    private(set) var full: [OpenBlock] = []

    /// Throws SQLite's error for damage if the journal cannot be read.
    init(_ database: Database) throws {
        guard
            let first = try Int64.fetchOne(database, sql: "SELECT min(row) FROM journal")
        else { return }
        let sealed = try Self.sealed(database, from: JournalPlace(row: first, position: 0))
        let rows = try Row.fetchCursor(
            database, sql: "SELECT row, fixes FROM journal ORDER BY row")
        do {
            while let row = try rows.next() {
                let bytes: Data = row[1]
                try JournalRow.replay(
                    [UInt8](bytes), row: row[0], sealed: sealed, into: &open
                ) { full.append($0) }
            }
        } catch is ByteReader.Malformed {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT, message: "the journal cannot be decoded")
        }
    }

    /// Up to where each vehicle's fixes are in sealed blocks, of those that the journal still has.
    private static func sealed(_ database: Database, from first: JournalPlace) throws
        -> [UInt32: JournalPlace]
    {
        let rows = try Row.fetchCursor(
            database,
            sql:
                "SELECT vehicle, max(last_place) FROM block WHERE last_place >= ? GROUP BY vehicle",
            arguments: [first.number])
        var sealed: [UInt32: JournalPlace] = [:]
        while let row = try rows.next() { sealed[row[0]] = JournalPlace(number: row[1]) }
        return sealed
    }
}
