import DiarySensing
import Foundation
import Persistence
import PhoneRecords
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

    func write(
        _ batches: [IntakeBatch], _ memories: [Memory], _ database: RecordDatabase
    ) throws -> [Outcome] {
        for memory in memories.sorted(by: { $0.device < $1.device }) {
            try database.execute(
                "UPDATE devices SET told = ?, sensor = coalesce(?, sensor) WHERE number = ?",
                [memory.told, memory.sensor, memory.device])
        }
        // In one order, so that nodes that write for the same people wait for one another.
        var states: [Int64: String] = [:]
        for owner in Set(batches.map(\.participant.number)).sorted() {
            states[owner] = try database.texts(
                "SELECT state FROM participants WHERE number = ?" + database.lockingRows, [owner]
            ).first
        }
        return try batches.map { try write($0, states[$0.participant.number], database) }
    }

    private func write(
        _ batch: IntakeBatch, _ state: String?, _ database: RecordDatabase
    ) throws -> Outcome {
        let owner = batch.participant.number
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
        try database.execute(
            "UPDATE participants SET seen = ?, fixCount = fixCount + ? WHERE number = ?",
            [now.milliseconds, new, owner])
        return .stored(
            device: device, told: told, new: new, repeated: batch.trace.fixes.count - new,
            piece: piece)
    }

    /// The batch's device, which stays as it is until the end of the transaction; nil if the
    /// participant has too many.
    private func device(
        _ batch: IntakeBatch, _ database: RecordDatabase
    ) throws -> (Int64, String?)? {
        let owner = batch.participant.number
        let known = try database.row(
            "SELECT number, told FROM devices WHERE participant = ? AND name = ?"
                + database.lockingRows, [owner, batch.device]
        ) { (try $0[0] as Int64, try $0[1] as String?) }
        if let known { return known }
        let count = try database.number(
            "SELECT count(*) FROM devices WHERE participant = ?", [owner])
        guard count ?? 0 < DiaryStore.maximumDevices else { return nil }
        return try database.row(
            "INSERT INTO devices (participant, name) VALUES (?, ?) RETURNING number",
            [owner, batch.device]
        ) { (try $0[0] as Int64, nil) }
    }

    /// Stores a personal diary's records and returns the number of new fixes.
    ///
    /// Records in deleted spans are discarded, since phones send some records twice.
    private func store(
        _ trace: PhoneTrace, _ device: Int64, of owner: Int64, _ database: RecordDatabase
    ) throws -> Int {
        let deleted = try deletions(of: owner, trace, database)
        func isDeleted(_ instant: Int64) -> Bool { deleted.contains { $0.contains(instant) } }
        let fixes: [RecordValues] = trace.fixes.compactMap { fix in
            let instant = Self.instant(fix.time)
            if isDeleted(instant) { return nil }
            return [
                device, instant, fix.latitude, fix.longitude, fix.horizontalAccuracyMetres,
                fix.speedMetresPerSecond, fix.speedAccuracyMetresPerSecond, fix.altitudeMetres,
                fix.courseDegrees,
            ]
        }
        let motions: [RecordValues] = trace.motions.compactMap { motion in
            let instant = Self.instant(motion.start)
            if isDeleted(instant) { return nil }
            return [device, instant, motion.activity.rawValue, motion.confidence.rawValue]
        }
        let new: [Int64] = try database.insertMissing(fixes, into: "fixes", returning: "time")
        let moved: [Int64] = try database.insertMissing(
            motions, into: "motions", returning: "time")
        if let earliest = (new + moved).min() {
            try DiaryStore.noteChange(from: earliest, of: device, database)
        }
        return new.count
    }

    /// The deleted spans that overlap a trace, in milliseconds.
    private func deletions(
        of owner: Int64, _ trace: PhoneTrace, _ database: RecordDatabase
    ) throws -> [Range<Int64>] {
        let instants = trace.fixes.map(\.time) + trace.motions.map(\.start)
        guard let first = instants.min(), let last = instants.max() else { return [] }
        return try database.rows(
            """
            SELECT start, "end" FROM deletions
            WHERE participant = ? AND start <= ? AND "end" > ?
            """, [owner, Self.instant(last), Self.instant(first)]
        ) { (try $0[0])..<(try $0[1]) }
    }

    static func instant(_ time: Date) -> Int64 {
        // Times were checked to be in this century when they were read.
        Int64((time.timeIntervalSince1970 * 1000).rounded())
    }
}
