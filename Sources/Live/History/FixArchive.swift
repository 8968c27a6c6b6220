import Foundation
package import Persistence
import Synchronization
package import TransitModel

/// Keeps every accepted fix of every vehicle for a month or so.
///
/// Fixes are offered at any time and stored once a second, in one transaction: as rows of a journal,
/// and in memory as blocks of a vehicle and an hour. When the hour is over its blocks are sealed
/// into the file and the journal's rows go. What ``statistics`` counts as stored is on the disk;
/// after a crash the journal gives the open blocks back. Where several nodes share a history in
/// PostgreSQL one of them stores at a time, see ``standBy()``.
package actor FixArchive {
    let store: RecordStore
    /// Decides whose turn it is to store; nil where nobody else does.
    let leases: ShardLeases?
    /// Whether it is this node's turn, and all below is what the store has.
    var isWriting = false
    /// What was offered in the last seconds of others' turn.
    var aside: [[ArchivedFix]] = []
    /// So many more times others may have stored what is offered now.
    var overlap = 0
    /// Others' open blocks as they were read last; forgotten with each call of ``advance(now:)``.
    var othersBlocks: [FixBlock]?
    /// How long fixes are kept.
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

    /// More fixes than this do not wait for the next write.
    package static let maximumWaiting = 200_000
    /// While the disk takes nothing, as much is held back in memory, in bytes.
    private static let maximumPendingBytes = 32 * 1024 * 1024

    /// Opens a history, makes it if need be, and takes up what was open when it ended.
    ///
    /// `retentionDays` is how long fixes are kept, at least 1. In PostgreSQL `node` tells this start of this
    /// program from all others that share the history, and its turn ends so long after it was last heard of. Throws a `SQLiteStoreError` or a `PostgresError`.
    package init(
        _ place: RecordPlace, retentionDays: Int = 30, node: String = "", leaseSeconds: Int = 6
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
        // Where others may be storing it is read when this node's turn comes.
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
    package init(path: String, retentionDays: Int = 30) throws {
        try self.init(.file(path: path), retentionDays: retentionDays)
    }

    /// Hands in fixes to be stored with the next write; never waits.
    ///
    /// They must be accepted ones, plausible and in each vehicle's order. While writing is not
    /// possible only so many are held; what comes beyond is dropped and counted.
    package nonisolated func offer(_ fixes: [ArchivedFix]) {
        intake.withLock { intake in
            let room = Self.maximumWaiting - intake.fixes.count
            intake.fixes += fixes.prefix(room)
            intake.dropped += max(0, fixes.count - room)
        }
    }

    /// Whether what is offered is stored by this program, not by another that shares the history.
    package var isStoring: Bool { isWriting }

    /// What happened to the fixes that were offered.
    package var statistics: FixArchiveStatistics {
        var counts = counts
        counts.dropped += intake.withLock { $0.dropped }
        counts.openBlocks = lease.open.count + lease.full.count
        return counts
    }

    /// Writes what was offered, then seals and prunes a little; call it once a second, from one task.
    ///
    /// `now` is the clock's time. What goes wrong is told by ``FixArchiveStatistics/trouble`` and
    /// tried again with the next call.
    package func advance(now: UnixTime) async {
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
            // Others store what this node has: they were offered the same.
            isWriting = false
            counts.trouble = nil
        } catch {
            counts.trouble = "\(error)"
        }
    }

    /// Ends writing: stores what was offered, lets others have their turn and closes the store.
    package func close(now: UnixTime) async throws {
        if isWriting { try await write(now) }
        isWriting = false
        try await leases?.leave()
        try store.close()
    }

    /// Writes in one transaction, if it is this node's turn up to its end.
    func writeUnderLease<Value: Sendable>(
        _ body: @escaping @Sendable (RecordDatabase) throws -> Value
    ) async throws -> Value {
        try await store.write { [leases] database in
            try leases?.check([0], database)
            return try body(database)
        }
    }

    /// Puts back what was taken before, in front of what was offered since.
    func putBack(_ fixes: [ArchivedFix]) {
        intake.withLock { intake in
            intake.fixes.insert(
                contentsOf: fixes.suffix(max(0, Self.maximumWaiting - intake.fixes.count)), at: 0)
        }
    }

    /// Takes what was offered since it was last taken.
    func taken() -> [ArchivedFix] {
        intake.withLock { intake in
            defer { intake.fixes.removeAll(keepingCapacity: true) }
            return intake.fixes
        }
    }

    private func write(_ now: UnixTime) async throws {
        let offered = taken()
        let fixes = offered.filter(\.canBeStored)
        counts.refused += offered.count - fixes.count
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

    /// Sees to it that all texts of a batch have numbers.
    private func number(_ fixes: [ArchivedFix]) async throws {
        let unknown = lease.names.unknown(in: fixes)
        guard !unknown.isEmpty else { return }
        let found = try await store.read { [names = lease.names] in
            try names.lookUp(unknown, in: $0)
        }
        lease.names.learn(unknown, found)
    }

    /// Puts fixes into blocks and, encoded once, into a row of the journal.
    private func encode(_ fixes: [ArchivedFix]) {
        var row = ByteWriter()
        var count = 0
        for archived in fixes {
            guard count < JournalPlace.maximumPerRow,
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
            let place = JournalPlace(row: lease.nextRow, position: count)
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

    /// Continues the vehicle's block or begins another, and tells which; leaves the bytes in
    /// `scratch`.
    private func append(_ fix: PackedFix, to vehicle: UInt32, at place: JournalPlace) -> Bool {
        // Taken out and put back, so that its bytes are not copied.
        let known = lease.open.removeValue(forKey: vehicle)
        if var block = known, block.takes(fix) {
            block.append(fix, at: place, scratch: &scratch)
            lease.open[vehicle] = block
            return false
        }
        if let known { lease.full.append(known) }
        var block = OpenBlock(vehicle: vehicle, hour: fix.hour, place: place)
        block.append(fix, at: place, scratch: &scratch)
        lease.open[vehicle] = block
        return true
    }

    /// Writes what is pending in one transaction.
    private func commit(_ now: UnixTime) async throws {
        guard !lease.pending.isEmpty else { return }
        let rows = lease.pending
        let written = lease.names
        let day = Self.day(now)
        try await writeUnderLease { database in
            try written.write(to: database, day: day)
            for row in rows {
                // There already if an earlier attempt was confirmed without our knowing.
                try database.execute(
                    "INSERT INTO journal(row, fixes) VALUES (?, ?) ON CONFLICT (row) DO NOTHING",
                    [row.row, Data(row.bytes)])
            }
        }
        lease.pending.removeAll()
        lease.pendingBytes = 0
        lease.names.wrote(written)
        counts.stored += rows.reduce(0) { $0 + $1.count }
        counts.writtenRow = rows.last?.row ?? counts.writtenRow
    }

    /// Days since 1970 in Greenwich.
    static func day(_ now: UnixTime) -> Int32 {
        Int32(clamping: now.seconds / 86_400)
    }
}

/// What happened to the fixes that were offered since the archive was opened.
package struct FixArchiveStatistics: Sendable, Equatable {
    /// Fixes of open blocks that the journal gave back at the start.
    package var recovered = 0
    /// Fixes that are on the disk.
    package var stored = 0
    /// Fixes with the time of the vehicle's last.
    package var doubled = 0
    /// Fixes off the globe or from no possible time.
    package var refused = 0
    /// Fixes that came while the file could not be written.
    package var dropped = 0
    /// Blocks in memory.
    package var openBlocks = 0
    /// Blocks sealed into the file.
    package var sealedBlocks = 0
    /// Blocks removed because of their age.
    package var prunedBlocks = 0
    /// The journal's last row.
    package var writtenRow: Int64 = 0
    /// One sentence on why fixes cannot be stored at present; nil if they can.
    package var trouble: String?

    /// Counts what a turn begins with.
    mutating func took(_ start: FixArchiveStart) {
        recovered += start.recovered
        writtenRow = start.nextRow - 1
    }
}

extension FixArchive {
    /// How many fixes wait for the next write.
    package nonisolated var waiting: Int { intake.withLock { $0.fixes.count } }

    /// Bytes of the file, without the write-ahead log; nil if there is none or the system does not tell.
    package nonisolated var fileBytes: Int? {
        guard let path else { return nil }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.intValue
    }

    /// Reads what is stored.
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

/// How large a history is.
package struct FixArchiveSize: Sendable, Equatable {
    /// Fixes in sealed blocks.
    package let fixes: Int
    /// Bytes of those fixes.
    package let fixBytes: Int
    /// Bytes of the whole store, without logs.
    package let fileBytes: Int
}

extension FixArchive {
    /// Measures the store; reads all of it but the fixes.
    package nonisolated func size() async throws -> FixArchiveSize {
        let bytes = try await store.size()
        return try await store.read { database in
            let count = try database.number("SELECT sum(count) FROM block") ?? 0
            let length = try database.number("SELECT sum(length(fixes)) FROM block") ?? 0
            return FixArchiveSize(fixes: count, fixBytes: length, fileBytes: bytes)
        }
    }
}
