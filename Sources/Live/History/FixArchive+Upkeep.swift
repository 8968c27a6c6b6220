import Foundation
import Persistence
import TransitModel

extension FixArchive {
    /// The seconds after its hour during which a block may still receive fixes.
    private static let lateSeconds = 120.0
    /// The maximum number of journal rows removed at once.
    private static let journalRowsAtOnce = 50
    /// The maximum number of blocks removed at once; about 3 kB each.
    private static let prunedAtOnce = 200
    /// The interval between prunings in seconds; shorter while there is more to prune.
    private static let pruningSeconds: Int64 = 60

    /// Moves blocks whose hour is over from the journal to the block table, some at a time.
    ///
    /// - Throws: `ShardLeases.Lost` if the turn has ended, or an error of the store if writing
    ///   fails.
    func seal(_ now: UnixTime) async throws {
        sweep(now)
        guard lease.pending.isEmpty, !lease.full.isEmpty || lease.hasOldJournal else { return }
        // This seals all blocks within a minute, however many there are.
        let count = min(lease.full.count, max(200, lease.open.count / 60))
        let blocks = Array(lease.full.prefix(count))
        let keep =
            (lease.full.dropFirst(count).map(\.block.firstPlace.row)
            + lease.open.values.map(\.block.firstPlace.row)).min() ?? counts.writtenRow + 1
        let day = Self.day(now)
        let names = lease.names
        do {
            lease.hasOldJournal = try await writeUnderLease { database in
                try Self.insert(blocks, names, day, into: database)
                return try Self.trimJournal(before: keep, in: database)
            }
        } catch {
            // It is unknown whether they are sealed: read the store again when the turn is taken
            // up.
            isWriting = leases == nil
            throw error
        }
        lease.full.removeFirst(count)
        counts.sealedBlocks += count
    }

    /// Closes the blocks of past hours, including those of silent vehicles.
    private func sweep(_ now: UnixTime) {
        let hour = now.advanced(bySeconds: -Self.lateSeconds).seconds / 3600
        guard hour != lease.sweptHour else { return }
        lease.sweptHour = hour
        let current = hour...(hour + 1)
        for (vehicle, block) in lease.open where !current.contains(block.block.hour) {
            lease.full.append(block)
            lease.open[vehicle] = nil
        }
        lease.hasOldJournal = true
    }

    private static func insert(
        _ blocks: [OpenBlock], _ names: FixNames, _ day: Int32, into database: RecordDatabase
    ) throws {
        try database.insert(
            blocks.map { open in
                let block = open.block
                return [
                    block.firstPlace.number.recordValue, block.vehicle.recordValue,
                    block.hour.recordValue, block.lastPlace.number.recordValue,
                    open.coder.last.time.recordValue, block.count.recordValue,
                    Data(block.bytes).recordValue,
                ]
            }, into: FixHistorySchema.blocks)
        try database.insert(
            blocks.flatMap { open in
                open.assignments.map { number in
                    [
                        open.block.firstPlace.number.recordValue, number.recordValue,
                        open.block.hour.recordValue, open.block.vehicle.recordValue,
                    ]
                }
            }, into: FixHistorySchema.assignmentsOfBlocks)
        let vehicles = Set(blocks.map(\.block.vehicle))
        try names.vehicles.touch(vehicles, day: day, in: database)
        try names.labels.touch(Set(blocks.flatMap(\.labels)), day: day, in: database)
        try names.assignments.touch(Set(blocks.flatMap(\.assignments)), day: day, in: database)
    }

    /// Removes journal rows whose fixes are all sealed, some at a time.
    ///
    /// Returns whether there may be more.
    private static func trimJournal(
        before row: Int64, in database: RecordDatabase
    ) throws -> Bool {
        try database.execute(
            """
            DELETE FROM journal WHERE row IN (
                SELECT row FROM journal WHERE row < ? ORDER BY row LIMIT ?)
            """, [row, journalRowsAtOnce]) == journalRowsAtOnce
    }

    /// Removes some of the blocks and numbers that have passed their retention.
    ///
    /// - Throws: `ShardLeases.Lost` if the turn has ended, or an error of the store if writing
    ///   fails.
    func prune(_ now: UnixTime) async throws {
        let seconds = now.seconds
        let isDue =
            lease.nextPruning.map { seconds >= $0 || seconds < $0 - Self.pruningSeconds } ?? true
        guard isDue else { return }
        lease.nextPruning = seconds + Self.pruningSeconds
        guard lease.pruning.trusts(now) else { return }
        let cutoff = seconds - Int64(retentionDays) * 86_400
        // Numbers are kept a little longer than the fixes that need them.
        let day = Int32(clamping: cutoff / 86_400 - 2)
        let (blocks, numbers) = try await writeUnderLease { database in
            try database.execute(
                """
                INSERT INTO state(name, value) VALUES ('believed', ?)
                ON CONFLICT (name) DO UPDATE SET value = excluded.value
                """, [seconds])
            return (
                try Self.removeBlocks(before: cutoff / 3600, in: database),
                try Self.removeNumbers(before: day, in: database)
            )
        }
        counts.prunedBlocks += blocks
        if numbers > 0 { lease.names.forget() }
        if blocks >= Self.prunedAtOnce || numbers >= Self.prunedAtOnce {
            // There is more: continue with the next call.
            lease.nextPruning = seconds
        }
        if blocks > 0 { try await store.releaseFreeSpace() }
    }

    /// Removes blocks of past hours, oldest first; in PostgreSQL by whole days.
    ///
    /// Returns their number.
    private static func removeBlocks(
        before hour: Int64, in database: RecordDatabase
    ) throws -> Int {
        let count = try database.remove(
            from: FixHistorySchema.blocks, before: hour, limit: prunedAtOnce)
        // In SQLite they are deleted with their blocks by a foreign key.
        if database.isShared {
            _ = try database.remove(
                from: FixHistorySchema.assignmentsOfBlocks, before: hour, limit: prunedAtOnce)
        }
        return count
    }

    private static func removeNumbers(
        before day: Int32, in database: RecordDatabase
    ) throws -> Int {
        var count = 0
        for table in ["vehicle", "label", "assignment"] {
            count = max(
                count,
                try NumberTable<String>.prune(
                    table, before: day, limit: prunedAtOnce, in: database))
        }
        return count
    }
}
