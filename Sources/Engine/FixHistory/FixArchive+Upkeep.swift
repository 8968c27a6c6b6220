import Foundation
import GRDB
import SQLiteStore
import TransitModel

extension FixArchive {
    /// A block may get fixes for so long after its hour, in seconds.
    private static let lateSeconds = 120.0
    /// At most as many rows of the journal go at once.
    private static let journalRowsAtOnce = 50
    /// At most as many blocks go at once; about 3 kB each.
    private static let prunedAtOnce = 200
    /// Fixes are pruned once so many seconds have passed, or while there is more to prune.
    private static let pruningSeconds: Int64 = 60

    /// Moves blocks whose hour is over into the file, some at a time.
    func seal(_ now: UnixTime) async throws {
        sweep(now)
        guard pending.isEmpty, !full.isEmpty || hasOldJournal else { return }
        // All within a minute, however many there are.
        let count = min(full.count, max(200, open.count / 60))
        let blocks = Array(full.prefix(count))
        let keep =
            (full.dropFirst(count).map(\.block.firstPlace.row)
            + open.values.map(\.block.firstPlace.row)).min() ?? books.writtenRow + 1
        let day = Self.day(now)
        let names = names
        let rest = try await store.write { database in
            for block in blocks { try Self.insert(block, names, day, into: database) }
            return try Self.trimJournal(before: keep, in: database)
        }
        hasOldJournal = rest
        full.removeFirst(count)
        books.sealedBlocks += count
    }

    /// Closes the blocks of hours that are over, also of vehicles that fell silent.
    private func sweep(_ now: UnixTime) {
        let hour = now.advanced(bySeconds: -Self.lateSeconds).seconds / 3600
        guard hour != sweptHour else { return }
        sweptHour = hour
        let current = hour...(hour + 1)
        for (vehicle, block) in open where !current.contains(block.block.hour) {
            full.append(block)
            open[vehicle] = nil
        }
        hasOldJournal = true
    }

    private static func insert(
        _ open: OpenBlock, _ names: FixNames, _ day: Int32, into database: Database
    ) throws {
        let block = open.block
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO block(place, vehicle, hour, last_place, last_time, count, fixes)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: [
            block.firstPlace.number, Int64(block.vehicle), block.hour, block.lastPlace.number,
            open.coder.last.time, block.count, Data(block.bytes),
        ])
        try FixHistorySchema.insert(open.assignments, of: block.firstPlace.number, into: database)
        try names.vehicles.touch([block.vehicle], day: day, in: database)
        try names.labels.touch(open.labels, day: day, in: database)
        try names.assignments.touch(open.assignments, day: day, in: database)
    }

    /// Removes rows whose fixes are all sealed, some at a time; tells whether there are more.
    private static func trimJournal(before row: Int64, in database: Database) throws -> Bool {
        try database.execute(
            sql: """
                DELETE FROM journal WHERE row IN (
                    SELECT row FROM journal WHERE row < ? ORDER BY row LIMIT ?)
                """, arguments: [row, journalRowsAtOnce])
        return database.changesCount == journalRowsAtOnce
    }

    /// Removes some of what is older than it should be.
    func prune(_ now: UnixTime) async throws {
        let seconds = now.seconds
        let isDue = nextPruning.map { seconds >= $0 || seconds < $0 - Self.pruningSeconds } ?? true
        guard isDue else { return }
        nextPruning = seconds + Self.pruningSeconds
        guard let cutoff = pruning.cutoff(now: now, retentionDays: retentionDays) else { return }
        let believed = pruning.believed ?? seconds
        // Numbers are kept a little longer than the fixes that need them.
        let day = Int32(clamping: cutoff / 86_400 - 2)
        let (blocks, numbers) = try await store.write { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO state(name, value) VALUES ('believed', ?)",
                arguments: [believed])
            return (
                try Self.removeBlocks(before: cutoff / 3600, in: database),
                try Self.removeNumbers(before: day, in: database)
            )
        }
        books.prunedBlocks += blocks
        if numbers > 0 { names.forget() }
        if blocks == Self.prunedAtOnce || numbers >= Self.prunedAtOnce {
            // There is more: go on with the next call.
            nextPruning = seconds
        }
        if blocks > 0 { try await giveBack() }
    }

    /// Removes blocks of hours that are over entirely, oldest first.
    private static func removeBlocks(before hour: Int64, in database: Database) throws -> Int {
        try database.execute(
            sql: """
                DELETE FROM block WHERE place IN (
                    SELECT place FROM block WHERE hour < ? ORDER BY hour LIMIT ?)
                """, arguments: [hour, prunedAtOnce])
        return database.changesCount
    }

    private static func removeNumbers(before day: Int32, in database: Database) throws -> Int {
        var count = 0
        for table in ["vehicle", "label", "assignment"] {
            count = max(
                count,
                try NumberTable<String>.prune(
                    table, before: day, limit: prunedAtOnce, in: database))
        }
        return count
    }

    /// Gives room back to the file system where a quarter of the file or more is empty: a little
    /// emptiness is filled again by the next hour's blocks.
    private func giveBack() async throws {
        let (free, all) = try await store.read { database in
            (
                try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0,
                try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            )
        }
        if free > 1000, free > all / 4 { try await store.shrink(pages: 500) }
    }
}
