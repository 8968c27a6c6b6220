import Foundation
package import Persistence
import Synchronization
package import TransitModel

/// Stores every accepted fix of every vehicle for the retention period.
///
/// Fixes can be offered at any time and are stored once a second in one transaction: as rows of a
/// journal, and in memory as blocks of a vehicle and an hour. When the hour is over its blocks are
/// sealed into the store and the journal's rows are removed. What ``statistics`` counts as stored
/// is on disk; after a crash the open blocks are recovered from the journal. If several nodes share
/// a history in PostgreSQL, one of them stores at a time, see ``standBy()``.
package actor FixArchive {
    let store: RecordStore
    /// Decides whose turn it is to store; nil if there is only this node.
    let leases: ShardLeases?
    /// Whether it is this node's turn, so that the state below matches the store.
    var isWriting = false
    private var isAdvancing = false
    /// The fixes offered in the last seconds of another node's turn, by call.
    var aside: [[ArchivedFix]] = []
    /// The number of further calls in which an offered fix may already have been stored by another
    /// node.
    var overlap = 0
    /// The other node's open blocks as last read; discarded with each call of ``advance(now:)``.
    var othersBlocks: [FixBlock]?
    /// How many days fixes are kept.
    package nonisolated let retentionDays: Int
    var lease = WriterLease()
    private var scratch = ByteWriter()
    var counts = FixArchiveStatistics()
    private let intake = Mutex(Intake())
    private let path: String?

    private struct Intake {
        var fixes: [ArchivedFix] = []
        var dropped = 0
    }

    /// The maximum number of fixes that wait for the next write.
    package static let maximumWaiting = 200_000
    /// The retention period by default, in days.
    package static let defaultRetentionDays = 30
    /// The maximum amount held in memory while the disk is not writable, in bytes.
    private static let maximumPendingBytes = 32 * 1024 * 1024

    /// Opens a history, creates it if needed, and recovers the open blocks.
    ///
    /// `retentionDays` is how long fixes are kept, at least 1. In PostgreSQL, `node` identifies
    /// this process among all that share the history, and its turn ends `leaseSeconds` after its
    /// last renewal.
    ///
    /// - Throws: A `SQLiteStoreError` or a `PostgresError` if the store cannot be opened or read.
    package init(
        _ place: StoreLocation, retentionDays: Int = FixArchive.defaultRetentionDays,
        node: String = "", leaseSeconds: Int = 6
    ) throws {
        precondition(retentionDays >= 1, "fixes are kept for a day at least")
        let store = try RecordStore(place, schema: FixHistorySchema.schema)
        var leases: ShardLeases?
        var path: String?
        switch place {
        case .file(let file): path = file
        case .server(let address):
            leases = try ShardLeases(
                address, work: "history", count: 1, node: node, leaseSeconds: leaseSeconds)
        }
        // A shared store is read when this node's turn begins, because another node may be storing.
        let start =
            leases == nil
            ? try Self.start(store) { try store.readNow(FixArchiveStart.init) } : nil
        self.retentionDays = retentionDays
        self.store = store
        self.leases = leases
        self.path = path
        guard let start else { return }
        lease = WriterLease(start)
        counts.took(start)
        isWriting = true
    }

    /// Opens a history in a file; see the other initialiser.
    ///
    /// - Throws: A `SQLiteStoreError` if the store cannot be opened or read.
    package init(path: String, retentionDays: Int = FixArchive.defaultRetentionDays) throws {
        try self.init(.file(path: path), retentionDays: retentionDays)
    }

    /// Offers fixes to be stored with the next write; never blocks.
    ///
    /// They must be accepted and plausible fixes, in order of time for each vehicle. At most
    /// ``maximumWaiting`` fixes are held; the rest is dropped and counted.
    package nonisolated func offer(_ fixes: [ArchivedFix]) {
        intake.withLock { intake in
            let room = Self.maximumWaiting - intake.fixes.count
            intake.fixes += fixes.prefix(room)
            intake.dropped += max(0, fixes.count - room)
        }
    }

    /// Whether this process stores the fixes, and not another one that shares the history.
    package var isStoring: Bool { isWriting }

    /// The fate of the fixes offered so far.
    package var statistics: FixArchiveStatistics {
        var counts = counts
        counts.dropped += intake.withLock { $0.dropped }
        counts.openBlocks = lease.open.count + lease.full.count
        return counts
    }

    /// Writes the offered fixes, then seals and prunes a little.
    ///
    /// Call it once a second; a call while another one is under way does nothing.
    ///
    /// `now` is the clock's time. Errors are reported in ``FixArchiveStatistics/trouble``, and the
    /// work is retried with the next call.
    package func advance(now: UnixTime) async {
        guard !isAdvancing else { return }
        isAdvancing = true
        defer { isAdvancing = false }
        do {
            othersBlocks = nil
            if try await hasLease() {
                try await write(now)
                try await seal(now)
                try await prune(now)
            } else {
                standBy()
            }
            counts.trouble = nil
        } catch is ShardLeases.Lost {
            // Another node stores the same fixes, which it was offered too.
            isWriting = false
            counts.trouble = nil
        } catch {
            counts.trouble = "\(error)"
        }
    }

    /// Stores the offered fixes, gives up the turn and closes the store.
    ///
    /// - Throws: An error of the store if writing or closing it fails.
    package func close(now: UnixTime) async throws {
        if isWriting { try await write(now) }
        isWriting = false
        try await leases?.leave()
        try store.close()
    }

    /// Writes in one transaction, if it is still this node's turn when it ends.
    ///
    /// - Throws: `ShardLeases.Lost` if the turn has ended, an error of the store, or an error of
    ///   `body`.
    func writeUnderLease<Value: Sendable>(
        _ body: @escaping @Sendable (RecordDatabase) throws -> Value
    ) async throws -> Value {
        try await store.write { [leases] database in
            try leases?.check([0], database)
            return try body(database)
        }
    }

    /// Puts fixes back in front of those offered since they were taken.
    func putBack(_ fixes: [ArchivedFix]) {
        intake.withLock { intake in
            intake.fixes.insert(
                contentsOf: fixes.suffix(max(0, Self.maximumWaiting - intake.fixes.count)), at: 0)
        }
    }

    /// Returns the fixes offered since the last call, and empties the queue.
    func taken() -> [ArchivedFix] {
        intake.withLock { intake in
            defer { intake.fixes = [] }
            return intake.fixes
        }
    }

    private func write(_ now: UnixTime) async throws {
        var fixes = taken()
        counts.refused += fixes.count
        fixes.removeAll { !$0.canBeStored }
        counts.refused -= fixes.count
        if lease.pendingBytes < Self.maximumPendingBytes {
            do {
                try await number(fixes)
                encode(fixes)
            } catch {
                counts.dropped += fixes.count
                throw error
            }
        } else {
            counts.dropped += fixes.count
        }
        try await commit(now)
    }

    /// Ensures that all texts of a batch have numbers.
    private func number(_ fixes: [ArchivedFix]) async throws {
        let unknown = lease.names.unknown(in: fixes)
        guard !unknown.isEmpty else { return }
        let found = try await store.read { [names = lease.names] in
            try names.lookUp(unknown, in: $0)
        }
        lease.names.learn(unknown, found)
    }

    /// Appends fixes to their blocks and, encoded only once, to a row of the journal.
    private func encode(_ fixes: [ArchivedFix]) {
        var row = ByteWriter()
        var count = 0
        for archived in fixes {
            guard count < JournalPosition.maximumPerRow,
                let vehicle = lease.names.vehicles[archived.fix.vehicleID],
                let fix = packed(archived)
            else {
                counts.refused += 1
                continue
            }
            let last = lease.open[vehicle]?.coder.last.time ?? lease.latest[vehicle]
            guard last != fix.time, overlap == 0 || last.map({ $0 < fix.time }) ?? true else {
                counts.doubled += 1
                continue
            }
            let place = JournalPosition(row: lease.nextRow, position: count)
            let isNew = append(fix, to: vehicle, at: place)
            JournalRow.append(
                scratch.bytes[...], of: vehicle, beginning: isNew ? fix.hour : nil, to: &row)
            count += 1
        }
        guard count > 0 else { return }
        lease.pending.append(
            WriterLease.PendingRow(row: lease.nextRow, bytes: row.bytes, count: count))
        lease.pendingBytes += row.bytes.count
        lease.nextRow += 1
    }

    private func packed(_ archived: ArchivedFix) -> PackedFix? {
        var assignment: UInt32 = 0
        if let key = Assignment(archived) {
            guard let number = lease.names.assignments[key] else { return nil }
            assignment = number
        }
        var label: UInt32 = 0
        if let text = archived.fix.label, !text.isEmpty {
            guard let number = lease.names.labels[text] else { return nil }
            label = number
        }
        return PackedFix(archived, assignment: assignment, label: label)
    }

    /// Continues the vehicle's block or begins another one.
    ///
    /// Returns true for a new block and leaves the bytes in `scratch`.
    private func append(_ fix: PackedFix, to vehicle: UInt32, at place: JournalPosition) -> Bool {
        if let known = lease.open.index(forKey: vehicle) {
            if lease.open.values[known].takes(fix) {
                lease.open.values[known].append(fix, at: place, scratch: &scratch)
                return false
            }
            lease.full.append(lease.open.values[known])
        }
        var block = OpenBlock(vehicle: vehicle, hour: fix.hour, place: place)
        block.append(fix, at: place, scratch: &scratch)
        lease.open[vehicle] = block
        return true
    }

    /// Writes the pending rows in one transaction.
    private func commit(_ now: UnixTime) async throws {
        guard !lease.pending.isEmpty else { return }
        let rows = lease.pending
        let written = lease.names
        let day = Self.day(now)
        try await writeUnderLease { database in
            try written.write(to: database, day: day)
            for row in rows {
                // The row exists if an earlier attempt succeeded without confirmation.
                try database.execute(
                    "INSERT INTO journal(row, fixes) VALUES (?, ?) ON CONFLICT (row) DO NOTHING",
                    [row.row, Data(row.bytes)])
            }
        }
        lease.pending.removeAll()
        lease.pendingBytes = 0
        lease.names.markWritten(written)
        counts.stored += rows.reduce(0) { $0 + $1.count }
        counts.writtenRow = rows.last?.row ?? counts.writtenRow
    }

    /// Returns the days since 1970 in UTC.
    static func day(_ now: UnixTime) -> Int32 {
        Int32(clamping: now.seconds / 86_400)
    }
}

/// The fate of the fixes offered since the archive was opened.
package struct FixArchiveStatistics: Sendable, Equatable {
    /// Fixes of open blocks recovered from the journal.
    package var recovered = 0
    /// Fixes that are on disk.
    package var stored = 0
    /// Fixes with the same time as the vehicle's previous one.
    package var doubled = 0
    /// Fixes that are off the globe, from an impossible time or with texts that cannot be stored.
    package var refused = 0
    /// Fixes that were dropped because the store could not be written.
    package var dropped = 0
    /// Blocks in memory.
    package var openBlocks = 0
    /// Blocks sealed into the store.
    package var sealedBlocks = 0
    /// Blocks removed because of their age.
    package var prunedBlocks = 0
    /// The last row of the journal.
    package var writtenRow: Int64 = 0
    /// A sentence on why fixes cannot be stored at present; nil if they can.
    package var trouble: String?

    /// Counts the state with which a turn begins.
    mutating func took(_ start: FixArchiveStart) {
        recovered += start.recovered
        writtenRow = start.nextRow - 1
    }
}

extension FixArchive {
    /// The number of fixes that wait for the next write.
    package nonisolated var waiting: Int { intake.withLock { $0.fixes.count } }

    /// The size of the file in bytes, without the write-ahead log; nil if there is no file or its
    /// size is unknown.
    package nonisolated var fileBytes: Int? {
        guard let path else { return nil }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.intValue
    }

    /// A reader of this history, including its open blocks.
    package nonisolated var reader: FixReader {
        FixReader(store) { [self] vehicle in try await blocks(of: vehicle) }
    }

    private func blocks(of vehicle: UInt32?) async throws -> [FixBlock] {
        guard isWriting else { return try await blocksOfOthers(of: vehicle) }
        guard let vehicle else { return (lease.full + lease.open.values).map(\.block) }
        return lease.full.filter { $0.block.vehicle == vehicle }.map(\.block)
            + [lease.open[vehicle]?.block].compactMap(\.self)
    }
}

/// The size of a history.
package struct FixArchiveSize: Sendable, Equatable {
    /// Fixes in sealed blocks.
    package let fixes: Int
    /// The bytes of those fixes.
    package let fixBytes: Int
    /// The bytes of the whole store, without logs.
    package let fileBytes: Int
}

extension FixArchive {
    /// Measures the store.
    ///
    /// This scans the block table.
    ///
    /// - Throws: An error of the store if it cannot be read.
    package nonisolated func size() async throws -> FixArchiveSize {
        let bytes = try await store.size()
        return try await store.read { database in
            let count = try database.number("SELECT sum(count) FROM block") ?? 0
            let length = try database.number("SELECT sum(length(fixes)) FROM block") ?? 0
            return FixArchiveSize(fixes: count, fixBytes: length, fileBytes: bytes)
        }
    }
}
