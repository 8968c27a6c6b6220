import DiarySensing
import Foundation
import GRDB
import Secrets
import TransitModel

/// Writes many batches in one transaction, so that one disk flush serves all waiting requests.
struct IntakeWriting: Sendable {
    let now: UnixTime
    let random: SecretBytes
    /// Whether small batches of sealed diaries are collected.
    let collects: Bool

    /// The result of a batch within the transaction.
    enum Outcome: Sendable {
        case stored(device: Int64, told: String?, new: Int, repeated: Int, piece: Piece?)
        case notRecording
        case refused(DiaryError)
    }

    /// A separately sealed piece that will be uploaded with others.
    struct Piece: Sendable {
        let row: Int64
        let trace: PhoneTrace
    }

    /// What to store about a device.
    struct Memory: Sendable {
        let device: Int64
        let told: String?
        /// The encoded state machine; nil keeps the stored one.
        let sensor: Data?
    }

    func write(_ batches: [IntakeBatch], _ memories: [Memory], _ database: Database) throws
        -> [Outcome]
    {
        for memory in memories {
            try database.cachedStatement(
                sql: "UPDATE devices SET told = ?, sensor = ifnull(?, sensor) WHERE number = ?"
            ).execute(arguments: [memory.told, memory.sensor, memory.device])
        }
        return try batches.map { try write($0, database) }
    }

    private func write(_ batch: IntakeBatch, _ database: Database) throws -> Outcome {
        let owner = batch.participant.number
        let state = try String.fetchOne(
            database.cachedStatement(sql: "SELECT state FROM participants WHERE number = ?"),
            arguments: [owner])
        guard let state else { return .refused(.notFound) }
        guard state == RecordingState.recording.rawValue else { return .notRecording }
        guard let (device, told) = try device(batch, database) else {
            return .refused(.tooMany("devices"))
        }
        let new: Int
        var piece: Piece?
        switch batch.participant.study.mode {
        case .personal: new = try store(batch.trace, device, of: owner, database)
        case .study: (new, piece) = try seal(batch, device, database)
        }
        try database.cachedStatement(
            sql: "UPDATE participants SET seen = ?, fixCount = fixCount + ? WHERE number = ?"
        ).execute(arguments: [now.milliseconds, new, owner])
        return .stored(
            device: device, told: told, new: new, repeated: batch.trace.fixes.count - new,
            piece: piece)
    }

    private func device(_ batch: IntakeBatch, _ database: Database) throws -> (Int64, String?)? {
        let owner = batch.participant.number
        let known = try Row.fetchOne(
            database.cachedStatement(
                sql: "SELECT number, told FROM devices WHERE participant = ? AND name = ?"),
            arguments: [owner, batch.device])
        if let known { return (known["number"], known["told"]) }
        let count = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM devices WHERE participant = ?", arguments: [owner])
        guard count ?? 0 < DiaryStore.maximumDevices else { return nil }
        try database.execute(
            sql: "INSERT INTO devices (participant, name) VALUES (?, ?)",
            arguments: [owner, batch.device])
        return (database.lastInsertedRowID, nil)
    }

    /// Stores a personal diary's records and returns the number of new fixes.
    ///
    /// Records in deleted spans are discarded, since phones send some records twice.
    private func store(
        _ trace: PhoneTrace, _ device: Int64, of owner: Int64, _ database: Database
    ) throws -> Int {
        let deleted = try deletions(of: owner, trace, database)
        let fixes = try database.cachedStatement(
            sql: "INSERT OR IGNORE INTO fixes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        var new = 0
        var earliest = Int64.max
        for fix in trace.fixes {
            let instant = Self.instant(fix.time)
            if deleted.contains(where: { $0.contains(instant) }) { continue }
            try fixes.execute(arguments: [
                device, instant, fix.latitude, fix.longitude,
                fix.horizontalAccuracyMetres, fix.speedMetresPerSecond,
                fix.speedAccuracyMetresPerSecond, fix.altitudeMetres, fix.courseDegrees,
            ])
            guard database.changesCount == 1 else { continue }
            new += 1
            earliest = min(earliest, instant)
        }
        let motions = try database.cachedStatement(
            sql: "INSERT OR IGNORE INTO motions VALUES (?, ?, ?, ?)")
        for motion in trace.motions {
            let instant = Self.instant(motion.start)
            if deleted.contains(where: { $0.contains(instant) }) { continue }
            try motions.execute(arguments: [
                device, instant, motion.activity.rawValue, motion.confidence.rawValue,
            ])
            if database.changesCount == 1 { earliest = min(earliest, instant) }
        }
        if earliest < .max { try DiaryStore.noteChange(from: earliest, of: device, database) }
        return new
    }

    /// The deleted spans that overlap a trace, in milliseconds.
    private func deletions(
        of owner: Int64, _ trace: PhoneTrace, _ database: Database
    ) throws -> [Range<Int64>] {
        let instants = trace.fixes.map(\.time) + trace.motions.map(\.start)
        guard let first = instants.min(), let last = instants.max() else { return [] }
        let rows = try database.cachedStatement(
            sql: """
                SELECT start, end FROM deletions
                WHERE participant = ? AND start <= ? AND end > ?
                """)
        return try Row.fetchAll(
            rows, arguments: [owner, Self.instant(last), Self.instant(first)]
        ).map { $0["start"]..<$0["end"] }
    }

    static func instant(_ time: Date) -> Int64 {
        // Times were checked to be in this century when they were read.
        Int64((time.timeIntervalSince1970 * 1000).rounded())
    }
}
