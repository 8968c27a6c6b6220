import Foundation
import GRDB
import SQLiteStore
import Synchronization
package import TransitModel

/// Keeps every accepted fix of every vehicle for a month or so.
///
/// Fixes are offered at any time and stored once a second, in one transaction: as rows of a journal,
/// and in memory as blocks of a vehicle and an hour. When the hour is over its blocks are sealed
/// into the file and the journal's rows go. What ``statistics`` counts as stored is on the disk;
/// after a crash the journal gives the open blocks back.
package actor FixArchive {
    let store: SQLiteStore
    /// How long fixes are kept.
    package nonisolated let retentionDays: Int
    var names = FixNames()
    /// The block that each vehicle's next fix continues.
    var open: [UInt32: OpenBlock] = [:]
    /// Blocks that take no more fixes and wait to be sealed.
    var full: [OpenBlock] = []
    /// What the blocks hold and the journal does not yet.
    private(set) var pending: [PendingRow] = []
    private var pendingBytes = 0
    private var nextRow: Int64
    private var scratch = ByteWriter()
    var books = FixArchiveStatistics()
    /// The hour in which the open blocks were last looked over.
    var sweptHour: Int64?
    /// Whether the journal has rows whose fixes are all sealed.
    var hasOldJournal = true
    var pruning: PruningClock
    /// When to prune again, in seconds since 1970; nil for at once.
    var nextPruning: Int64?
    /// The time of each vehicle's last sealed fix, for those that were about lately.
    private let latest: [UInt32: Int64]
    private let intake = Mutex(Intake())
    private let path: String

    /// One write's fixes, encoded.
    struct PendingRow: Sendable {
        let row: Int64
        let bytes: [UInt8]
        let count: Int
    }

    private struct Intake {
        var fixes: [ArchivedFix] = []
        var dropped = 0
    }

    /// More fixes than this do not wait for the next write.
    package static let maximumWaiting = 200_000
    /// While the disk takes nothing, as much is held back in memory, in bytes.
    private static let maximumPendingBytes = 32 * 1024 * 1024

    /// Opens a history, makes the file if need be, and takes up what was open when it ended.
    ///
    /// `retentionDays` is how long fixes are kept, at least 1. Throws a `SQLiteStoreError`.
    package init(path: String, retentionDays: Int = 30) throws {
        precondition(retentionDays >= 1, "fixes are kept for a day at least")
        self.retentionDays = retentionDays
        self.path = path
        store = try SQLiteStore(path: path, schema: FixHistorySchema.schema)
        let start = try store.readNow { try FixArchiveStart($0) }
        names = start.names
        open = start.blocks.open
        full = start.blocks.full
        nextRow = start.nextRow
        latest = start.latest
        pruning = start.pruning
        books.recovered = (open.values + full).reduce(0) { $0 + $1.block.count }
        books.writtenRow = nextRow - 1
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

    /// What happened to the fixes that were offered.
    package var statistics: FixArchiveStatistics {
        var books = books
        books.dropped += intake.withLock { $0.dropped }
        books.openBlocks = open.count + full.count
        return books
    }

    /// Writes what was offered, then seals and prunes a little; call it once a second, from one task.
    ///
    /// `now` is the clock's time. What goes wrong is told by ``FixArchiveStatistics/trouble`` and
    /// tried again with the next call.
    package func advance(now: UnixTime) async {
        do {
            try await write(now)
            try await seal(now)
            try await prune(now)
            books.trouble = nil
        } catch {
            books.trouble = "\(error)"
        }
    }

    /// Ends writing: stores what was offered and closes the file.
    package func close(now: UnixTime) async throws {
        try await write(now)
        try store.close()
    }

    private func write(_ now: UnixTime) async throws {
        let fixes = intake.withLock { intake in
            defer { intake.fixes.removeAll(keepingCapacity: true) }
            return intake.fixes
        }
        if pendingBytes < Self.maximumPendingBytes {
            do {
                try await number(fixes)
                encode(fixes)
            } catch {
                books.dropped += fixes.count
                throw error
            }
        } else {
            books.dropped += fixes.count
        }
        try await commit(now)
    }

    /// Sees to it that all texts of a batch have numbers.
    private func number(_ fixes: [ArchivedFix]) async throws {
        let unknown = names.unknown(in: fixes)
        guard !unknown.isEmpty else { return }
        let found = try await store.read { [names] in try names.lookUp(unknown, in: $0) }
        names.learn(unknown, found)
    }

    /// Puts fixes into blocks and, encoded once, into a row of the journal.
    private func encode(_ fixes: [ArchivedFix]) {
        var row = ByteWriter()
        var count = 0
        for archived in fixes {
            guard count < JournalPlace.maximumPerRow,
                let vehicle = names.vehicles[archived.fix.vehicleID], let fix = packed(archived)
            else {
                books.refused += 1
                continue
            }
            guard (open[vehicle]?.coder.last.time ?? latest[vehicle]) != fix.time else {
                books.doubled += 1
                continue
            }
            let place = JournalPlace(row: nextRow, position: count)
            let isNew = append(fix, to: vehicle, at: place)
            JournalRow.append(
                scratch.bytes[...], of: vehicle, beginning: isNew ? fix.hour : nil, to: &row)
            count += 1
        }
        guard count > 0 else { return }
        pending.append(PendingRow(row: nextRow, bytes: row.bytes, count: count))
        pendingBytes += row.bytes.count
        nextRow += 1
    }

    private func packed(_ archived: ArchivedFix) -> PackedFix? {
        var assignment: UInt32 = 0
        if let key = Assignment(archived) {
            guard let number = names.assignments[key] else { return nil }
            assignment = number
        }
        var label: UInt32 = 0
        if let text = archived.fix.label, !text.isEmpty {
            guard let number = names.labels[text] else { return nil }
            label = number
        }
        return PackedFix(archived, assignment: assignment, label: label)
    }

    /// Continues the vehicle's block or begins another, and tells which; leaves the bytes in
    /// `scratch`.
    private func append(_ fix: PackedFix, to vehicle: UInt32, at place: JournalPlace) -> Bool {
        // Taken out and put back, so that its bytes are not copied.
        let known = open.removeValue(forKey: vehicle)
        if var block = known, block.takes(fix) {
            block.append(fix, at: place, scratch: &scratch)
            open[vehicle] = block
            return false
        }
        if let known { full.append(known) }
        var block = OpenBlock(vehicle: vehicle, hour: fix.hour, place: place)
        block.append(fix, at: place, scratch: &scratch)
        open[vehicle] = block
        return true
    }

    /// Writes what is pending in one transaction.
    private func commit(_ now: UnixTime) async throws {
        guard !pending.isEmpty else { return }
        let rows = pending
        let written = names
        let day = Self.day(now)
        try await store.write { database in
            try written.write(to: database, day: day)
            let statement = try database.cachedStatement(
                sql: "INSERT INTO journal(row, fixes) VALUES (?, ?)")
            for row in rows { try statement.execute(arguments: [row.row, Data(row.bytes)]) }
        }
        pending.removeAll()
        pendingBytes = 0
        names.wrote(written)
        books.stored += rows.reduce(0) { $0 + $1.count }
        books.writtenRow = rows.last?.row ?? books.writtenRow
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
}

extension FixArchive {
    /// How many fixes wait for the next write.
    package nonisolated var waiting: Int { intake.withLock { $0.fixes.count } }

    /// Bytes of the file, without the write-ahead log; nil if the system does not tell.
    package nonisolated var fileBytes: Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.intValue
    }

    /// Reads what is stored.
    package nonisolated var reader: FixReader {
        FixReader(store) { [self] vehicle in await blocks(of: vehicle) }
    }

    private func blocks(of vehicle: UInt32?) -> [FixBlock] {
        guard let vehicle else { return (full + open.values).map(\.block) }
        return full.filter { $0.block.vehicle == vehicle }.map(\.block)
            + [open[vehicle]?.block].compactMap(\.self)
    }
}

/// How large a history is.
package struct FixArchiveSize: Sendable, Equatable {
    /// Fixes in sealed blocks.
    package let fixes: Int
    /// Bytes of those fixes.
    package let fixBytes: Int
    /// Bytes of the whole file, without the write-ahead log.
    package let fileBytes: Int
}

extension FixArchive {
    /// Measures the file; reads all of it but the fixes.
    package nonisolated func size() async throws -> FixArchiveSize {
        try await store.read { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT total(count), total(length(fixes)) FROM block")
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            let pageBytes = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
            return FixArchiveSize(
                fixes: row?[0] ?? 0, fixBytes: row?[1] ?? 0, fileBytes: pages * pageBytes)
        }
    }
}
