package import DiarySensing
package import Foundation
import GRDB
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

        package init(start: Int64, end: Int64, body: Data, ways: Data) {
            self.start = start
            self.end = end
            self.body = body
            self.ways = ways
        }
    }

    /// The devices of a personal diary, oldest first.
    ///
    /// - Throws: ``DiaryError/sealed`` in study mode, since the server cannot read the diary.
    package func recordedDevices(of participant: Participant) async throws -> [RecordedDevice] {
        guard participant.study.mode == .personal else { throw DiaryError.sealed }
        return try await file.read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM devices WHERE participant = ? ORDER BY number",
                arguments: [participant.number]
            ).map(RecordedDevice.init)
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
            guard let present = try Self.device(device.number, database) else { return nil }
            if present.method != method {
                try Self.rewind(present.number, to: nil, database)
            } else if let late = present.late {
                // The previous restart: a stay that was final may no longer be.
                let restarts = try Int64.fetchAll(
                    database,
                    sql: """
                        SELECT time FROM restarts WHERE device = ? AND time < ?
                        ORDER BY time DESC LIMIT 2
                        """, arguments: [present.number, late])
                try Self.rewind(
                    present.number, to: restarts.count == 2 ? restarts[1] : nil, database)
            }
            return try Self.device(present.number, database)
        }
    }

    /// The fixes and motions of a device since its diary may still change, in order of time.
    ///
    /// At most `limit` fixes, and the motions from `heededSeconds` before the first until the last
    /// fix, or all of them if there are fewer fixes than `limit`.
    package func openRecord(
        of device: RecordedDevice, limit: Int, heededSeconds: Double
    ) async throws -> (fixes: [LocationFix], motions: [MotionReport]) {
        try await file.read { database in
            let from = device.settled?.milliseconds ?? Int64.min
            var fixes: [LocationFix] = []
            let rows = try Row.fetchCursor(
                database,
                sql: "SELECT * FROM fixes WHERE device = ? AND time >= ? ORDER BY time LIMIT ?",
                arguments: [device.number, from, limit])
            while let row = try rows.next() { fixes.append(LocationFix(row)) }
            var motions: [MotionReport] = []
            let until =
                fixes.count < limit
                ? Int64.max : fixes.last.map { IntakeWriting.instant($0.time) } ?? Int64.max
            let since = from == Int64.min ? from : from - Int64(heededSeconds * 1000)
            let words = try Row.fetchCursor(
                database,
                sql: """
                    SELECT * FROM motions WHERE device = ? AND time >= ? AND time <= ?
                    ORDER BY time LIMIT ?
                    """, arguments: [device.number, since, until, limit * 4])
            while let row = try words.next() {
                if let motion = MotionReport(row) { motions.append(motion) }
            }
            return (fixes, motions)
        }
    }

    /// Stores pieces as final; the open part begins with the fix of `restart`, and with a piece at
    /// `pieceStart`.
    ///
    /// Returns the device's new state; nil if it changed meanwhile, and then nothing was stored.
    package func settle(
        _ device: RecordedDevice, _ pieces: [KeptPiece], restart: UnixTime, pieceStart: Int64,
        method: Int
    ) async throws -> RecordedDevice? {
        try await file.write { database in
            try database.execute(
                sql: """
                    UPDATE devices SET settled = ?, method = ?
                    WHERE number = ? AND settled IS ? AND late IS NULL
                    """,
                arguments: [
                    restart.milliseconds, method, device.number, device.settled?.milliseconds,
                ])
            guard database.changesCount == 1 else { return nil }
            for piece in pieces {
                try database.cachedStatement(sql: "INSERT INTO pieces VALUES (?, ?, ?, ?, ?)")
                    .execute(arguments: [
                        device.number, piece.start, piece.end, piece.body, piece.ways,
                    ])
            }
            try database.execute(
                sql: "INSERT OR REPLACE INTO restarts VALUES (?, ?, ?)",
                arguments: [device.number, restart.milliseconds, pieceStart])
            return try Self.device(device.number, database)
        }
    }

    /// The stored pieces of a device that overlap a span of Unix seconds, in order; with paths only
    /// on request.
    package func pieces(
        of device: RecordedDevice, from: Int64, to: Int64, withWays: Bool
    ) async throws -> [KeptPiece] {
        try await file.read { database in
            let ways = withWays ? "ways" : "x''"
            return try Row.fetchAll(
                database,
                sql: """
                    SELECT start, end, body, \(ways) AS ways FROM pieces
                    WHERE device = ? AND start <= ? AND end >= ? ORDER BY start, end
                    """, arguments: [device.number, to, from]
            ).map {
                KeptPiece(start: $0["start"], end: $0["end"], body: $0["body"], ways: $0["ways"])
            }
        }
    }

    /// The times of a device's first and last fixes; nil if it has none.
    package func span(of device: RecordedDevice) async throws -> (first: UnixTime, last: UnixTime)?
    {
        try await file.read { database in
            func edge(_ order: String) throws -> UnixTime? {
                try Int64.fetchOne(
                    database,
                    sql: "SELECT time FROM fixes WHERE device = ? ORDER BY time \(order) LIMIT 1",
                    arguments: [device.number]
                ).map { UnixTime(milliseconds: $0) }
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
            let statement = try database.cachedStatement(
                sql: "SELECT count(*) FROM fixes WHERE device = ? AND time >= ? AND time < ?")
            return try spans.map { span in
                try Int.fetchOne(
                    statement,
                    arguments: [device.number, span.from.milliseconds, span.to.milliseconds]) ?? 0
            }
        }
    }

    /// Personal devices after the given one whose open record is long and should be settled.
    package func devicesToSettle(after device: Int64, limit: Int) async throws -> [RecordedDevice] {
        try await file.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT d.* FROM devices d
                    JOIN participants p ON p.number = d.participant
                    JOIN studies s ON s.number = p.study
                    WHERE d.number > ? AND json_extract(s.body, '$.mode') = 'personal'
                    ORDER BY d.number LIMIT ?
                    """, arguments: [device, limit]
            ).map(RecordedDevice.init)
        }
    }

    // MARK: - Within a transaction

    /// Records that something in the final part has changed.
    static func noteChange(from instant: Int64, of device: Int64, _ database: Database) throws {
        try database.cachedStatement(
            sql: """
                UPDATE devices SET late = min(ifnull(late, ?1), ?1)
                WHERE number = ?2 AND settled > ?1
                """
        ).execute(arguments: [instant, device])
    }

    private static func device(_ number: Int64, _ database: Database) throws -> RecordedDevice? {
        try Row.fetchOne(
            database, sql: "SELECT * FROM devices WHERE number = ?", arguments: [number]
        ).map(RecordedDevice.init)
    }

    /// Deletes final pieces from a restart on; nil deletes all.
    private static func rewind(_ device: Int64, to restart: Int64?, _ database: Database) throws {
        let start = try restart.flatMap { time in
            try Int64.fetchOne(
                database, sql: "SELECT start FROM restarts WHERE device = ? AND time = ?",
                arguments: [device, time])
        }
        try database.execute(
            sql: "DELETE FROM pieces WHERE device = ? AND start >= ?",
            arguments: [device, start ?? Int64.min])
        try database.execute(
            sql: "DELETE FROM restarts WHERE device = ? AND time > ?",
            arguments: [device, restart ?? Int64.min])
        try database.execute(
            sql: "UPDATE devices SET settled = ?, late = NULL WHERE number = ?",
            arguments: [restart, device])
    }
}

extension DiaryStore.RecordedDevice {
    fileprivate init(_ row: Row) {
        number = row["number"]
        name = row["name"]
        settled = (row["settled"] as Int64?).map { UnixTime(milliseconds: $0) }
        method = row["method"]
        late = row["late"]
    }
}
