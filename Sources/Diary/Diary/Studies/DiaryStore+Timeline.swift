package import DiarySensing
package import Foundation
import Persistence
package import TransitModel

/// Stores inferences about personal diaries that can no longer change, so that they are computed
/// once.
///
/// All of it is derived from the fixes, so lost rows are computed again. The content of pieces is
/// opaque to this type.
extension DiaryStore {
    /// A device with a readable diary, and how far it has been inferred.
    package struct RecordedDevice: Sendable, Hashable {
        /// The row id; never sent to anyone.
        package let number: Int64
        /// The logger's name for it; empty if none.
        package let name: String
        /// Everything before this time is final and stored as pieces; nil if nothing is.
        package let settled: UnixTime?
        /// The method of inference; nil if nothing is stored.
        let method: Int?
        let late: Int64?
    }

    /// A stored piece of a diary.
    package struct KeptPiece: Sendable, Hashable {
        /// Unix seconds.
        package let start: Int64
        /// Unix seconds.
        package let end: Int64
        /// The encoded content.
        package let body: Data
        /// The paths, stored separately because sums do not need them.
        package let ways: Data
    }

    /// The devices of a personal diary, oldest first.
    ///
    /// - Throws: ``DiaryError/sealed`` in study mode, since the server cannot read the diary.
    package func recordedDevices(of participant: Participant) async throws -> [RecordedDevice] {
        guard participant.study.mode == .personal else { throw DiaryError.sealed }
        return try await file.read { database in
            try database.rows(
                """
                SELECT \(RecordedDevice.columns) FROM devices
                WHERE participant = ? ORDER BY number
                """, [participant.number], RecordedDevice.init)
        }
    }

    /// The current state of a device's part of a diary; nil if it no longer exists.
    ///
    /// Inferences by a method other than `method`, and those affected by later changes, are
    /// deleted.
    package func prepared(
        _ device: RecordedDevice, method: Int
    ) async throws -> RecordedDevice? {
        let known = try await file.read { try Self.device(device.number, $0) }
        guard let known else { return nil }
        if known.late == nil, known.method == method || known.settled == nil { return known }
        return try await file.write { database in
            let present = try Self.device(device.number, database, database.lockingRows)
            guard let present else { return nil }
            if present.method != method {
                try Self.rewind(present.number, to: nil, database)
            } else if let late = present.late {
                // The previous restart: a stay that was final may no longer be.
                let restarts = try database.rows(
                    """
                    SELECT time FROM restarts WHERE device = ? AND time < ?
                    ORDER BY time DESC LIMIT 2
                    """, [present.number, late]
                ) { try $0[0] as Int64 }
                try Self.rewind(
                    present.number, to: restarts.count == 2 ? restarts[1] : nil, database)
            }
            return try Self.device(present.number, database)
        }
    }

    /// What is stored of a device since its diary may still change, in order of time.
    package struct OpenRecord: Sendable {
        package let device: RecordedDevice
        package let fixes: [LocationFix]
        package let motions: [MotionReport]
        fileprivate let limit: Int
        fileprivate let motionSeconds: Double

        fileprivate func part(before instant: UnixTime) -> ([LocationFix], [MotionReport]) {
            func isBefore(_ time: Date) -> Bool {
                IntakeWriting.instant(time) < instant.milliseconds
            }
            return (fixes.filter { isBefore($0.time) }, motions.filter { isBefore($0.start) })
        }
    }

    /// Reads the record of a device since its diary may still change.
    ///
    /// At most `limit` fixes, and the motions from `motionSeconds` before the first until the last
    /// fix, or all of them if there are fewer fixes than `limit`.
    package func openRecord(
        of device: RecordedDevice, limit: Int, motionSeconds: Double
    ) async throws -> OpenRecord {
        try await file.read {
            try Self.openRecord(of: device, limit: limit, motionSeconds: motionSeconds, $0)
        }
    }

    private static func openRecord(
        of device: RecordedDevice, limit: Int, motionSeconds: Double, _ database: RecordDatabase
    ) throws -> OpenRecord {
        let from = device.settled?.milliseconds ?? Int64.min
        let fixes = try database.rows(
            """
            SELECT \(LocationFix.columns) FROM fixes
            WHERE device = ? AND time >= ? ORDER BY time LIMIT ?
            """, [device.number, from, limit], LocationFix.init(row:))
        let until =
            fixes.count < limit
            ? Int64.max : fixes.last.map { IntakeWriting.instant($0.time) } ?? Int64.max
        let since = from == Int64.min ? from : from - Int64(motionSeconds * 1000)
        let motions = try database.rows(
            """
            SELECT \(MotionReport.columns) FROM motions
            WHERE device = ? AND time >= ? AND time <= ? ORDER BY time LIMIT ?
            """, [device.number, since, until, limit * 4], MotionReport.init(row:))
        return OpenRecord(
            device: device, fixes: fixes, motions: motions.compactMap(\.self), limit: limit,
            motionSeconds: motionSeconds)
    }

    /// Stores pieces that were inferred from a record as final; the open part begins with the fix
    /// of `restart`, and with a piece at `pieceStart`.
    ///
    /// Returns the device's new state; nil if the record before `restart` changed meanwhile, by a
    /// late fix or a deletion, and then nothing was stored.
    package func settle(
        _ record: OpenRecord, _ pieces: [KeptPiece], restart: UnixTime, pieceStart: Int64,
        method: Int
    ) async throws -> RecordedDevice? {
        try await file.write { database in
            let device = record.device
            let present = try Self.device(device.number, database, database.lockingRows)
            guard let present, present.settled == device.settled, present.late == nil,
                try Self.isUnchanged(record, before: restart, database)
            else { return nil }
            try database.execute(
                "UPDATE devices SET settled = ?, method = ? WHERE number = ?",
                [restart.milliseconds, method, device.number])
            for piece in pieces {
                try database.execute(
                    "INSERT INTO pieces VALUES (?, ?, ?, ?, ?)",
                    [device.number, piece.start, piece.end, piece.body, piece.ways])
            }
            try database.execute(
                """
                INSERT INTO restarts VALUES (?, ?, ?)
                ON CONFLICT (device, time) DO UPDATE SET start = excluded.start
                """, [device.number, restart.milliseconds, pieceStart])
            return try Self.device(device.number, database)
        }
    }

    /// Returns whether the record before an instant is still what was read; changes there are
    /// noted only once it is final.
    private static func isUnchanged(
        _ record: OpenRecord, before instant: UnixTime, _ database: RecordDatabase
    ) throws -> Bool {
        let now = try openRecord(
            of: record.device, limit: record.limit, motionSeconds: record.motionSeconds, database)
        return record.part(before: instant) == now.part(before: instant)
    }

    /// The stored pieces of a device that overlap a span of Unix seconds, in order; with paths only
    /// on request.
    package func pieces(
        of device: RecordedDevice, from: Int64, to: Int64, withWays: Bool
    ) async throws -> [KeptPiece] {
        try await file.read { database in
            try database.rows(
                """
                SELECT start, "end", body\(withWays ? ", ways" : "") FROM pieces
                WHERE device = ? AND start <= ? AND "end" >= ? ORDER BY start, "end"
                """, [device.number, to, from]
            ) {
                KeptPiece(
                    start: try $0[0], end: try $0[1], body: try $0[2],
                    ways: withWays ? try $0[3] : Data())
            }
        }
    }

    /// The times of a device's first and last fixes; nil if it has none.
    package func span(of device: RecordedDevice) async throws -> (first: UnixTime, last: UnixTime)?
    {
        try await file.read { database in
            func edge(_ order: String) throws -> UnixTime? {
                try database.row(
                    "SELECT time FROM fixes WHERE device = ? ORDER BY time \(order) LIMIT 1",
                    [device.number]
                ) { UnixTime(milliseconds: try $0[0]) }
            }
            guard let first = try edge("ASC"), let last = try edge("DESC") else { return nil }
            return (first, last)
        }
    }

    /// The number of a device's fixes in each span.
    package func fixCounts(
        of device: RecordedDevice, in spans: [(from: UnixTime, to: UnixTime)]
    ) async throws -> [Int] {
        try await file.read { database in
            try spans.map { span in
                try database.number(
                    "SELECT count(*) FROM fixes WHERE device = ? AND time >= ? AND time < ?",
                    [device.number, span.from.milliseconds, span.to.milliseconds]) ?? 0
            }
        }
    }

    /// The devices of all personal diaries, by number: `limit` of them after the given one.
    package func personalDevices(after device: Int64, limit: Int) async throws -> [RecordedDevice] {
        try await file.read { database in
            let personal = try Self.studies(database).filter { $0.value.mode == .personal }.keys
            guard !personal.isEmpty else { return [] }
            return try database.rows(
                """
                SELECT \(RecordedDevice.columns) FROM devices WHERE number > ?
                AND participant IN (
                    SELECT number FROM participants
                    WHERE study IN (\(personal.sorted().map(String.init).joined(separator: ", "))))
                ORDER BY number LIMIT ?
                """, [device, limit], RecordedDevice.init)
        }
    }

    // MARK: - Within a transaction

    /// Records that something in the final part has changed.
    static func noteChange(
        from instant: Int64, of device: Int64, _ database: RecordDatabase
    ) throws {
        try database.execute(
            """
            UPDATE devices SET late = ?1
            WHERE number = ?2 AND settled > ?1 AND (late IS NULL OR late > ?1)
            """, [instant, device])
    }

    /// A device; `lock` is the end of the query.
    private static func device(
        _ number: Int64, _ database: RecordDatabase, _ lock: String = ""
    ) throws -> RecordedDevice? {
        try database.row(
            "SELECT \(RecordedDevice.columns) FROM devices WHERE number = ?" + lock, [number],
            RecordedDevice.init)
    }

    /// Deletes final pieces from a restart on; nil deletes all.
    private static func rewind(
        _ device: Int64, to restart: Int64?, _ database: RecordDatabase
    ) throws {
        let start = try restart.flatMap { time in
            try database.row(
                "SELECT start FROM restarts WHERE device = ? AND time = ?", [device, time]
            ) { try $0[0] as Int64 }
        }
        try database.execute(
            "DELETE FROM pieces WHERE device = ? AND start >= ?", [device, start ?? Int64.min])
        try database.execute(
            "DELETE FROM restarts WHERE device = ? AND time > ?", [device, restart ?? Int64.min])
        try database.execute(
            "UPDATE devices SET settled = ?, late = NULL WHERE number = ?", [restart, device])
    }
}

extension DiaryStore.RecordedDevice {
    fileprivate static let columns = "number, name, settled, method, late"

    fileprivate init(_ row: RecordRow) throws {
        number = try row[0]
        name = try row[1]
        settled = (try row[2] as Int64?).map { UnixTime(milliseconds: $0) }
        method = try row[3]
        late = try row[4]
    }
}
