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
        case stored(Stored)
        case notRecording
        case refused(DiaryError)
    }

    /// What was stored of a batch.
    struct Stored: Sendable {
        let batch: IntakeBatch
        let device: Int64
        let sentState: String?
        /// The number of spans that the person deleted.
        let deletions: Int
        /// Whether records of the batch are of those spans, and were discarded.
        let hasDiscarded: Bool
        /// The number of new fixes.
        let new: Int
        /// The number of new fixes and motions.
        let records: Int
        let piece: Piece?
    }

    /// A separately sealed piece that will be uploaded with others.
    struct Piece: Sendable {
        let row: Int64
        let trace: PhoneTrace
    }

    /// What to store about a device.
    struct Memory: Sendable {
        let device: Int64
        let sentState: String?
        /// The encoded state machine; nil keeps the stored one.
        let sensor: Data?
        /// The number of spans that the person had deleted when the machine began; after another
        /// deletion it is not stored, since it may remember places of that span.
        let deletions: Int
    }

    func write(
        _ batches: [IntakeBatch], _ memories: [Memory], _ database: RecordDatabase
    ) throws -> [Outcome] {
        for memory in memories.sorted(by: { $0.device < $1.device }) {
            try database.execute(
                """
                UPDATE devices SET told = ?, sensor = coalesce(?, sensor)
                WHERE number = ? AND ? = (
                    SELECT count(*) FROM deletions WHERE participant = devices.participant)
                """, [memory.sentState, memory.sensor, memory.device, memory.deletions])
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
        guard let (device, sentState) = try device(batch, database) else {
            return .refused(.tooMany("devices"))
        }
        let new: (fixes: Int, records: Int)
        var (trace, deletions, piece) = (batch.trace, 0, nil as Piece?)
        switch batch.participant.study.mode {
        case .personal:
            (trace, deletions) = try withoutDeletions(of: owner, trace, database)
            new = try store(trace, device, database)
        case .study: (new, piece) = try seal(batch, device, database)
        }
        try database.execute(
            "UPDATE participants SET seen = ?, fixCount = fixCount + ? WHERE number = ?",
            [now.milliseconds, new.fixes, owner])
        return .stored(
            Stored(
                batch: batch, device: device, sentState: sentState, deletions: deletions,
                hasDiscarded: trace.fixes.count < batch.trace.fixes.count
                    || trace.motions.count < batch.trace.motions.count, new: new.fixes,
                records: new.records, piece: piece))
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

    /// Stores a personal diary's records and returns the number of new fixes, and of new records.
    private func store(
        _ trace: PhoneTrace, _ device: Int64, _ database: RecordDatabase
    ) throws -> (fixes: Int, records: Int) {
        let fixes: [RecordValues] = trace.fixes.map { fix in
            [
                device, Self.instant(fix.time), fix.latitude, fix.longitude,
                fix.horizontalAccuracyMetres, fix.speedMetresPerSecond,
                fix.speedAccuracyMetresPerSecond, fix.altitudeMetres, fix.courseDegrees,
            ]
        }
        let motions: [RecordValues] = trace.motions.map { motion in
            [
                device, Self.instant(motion.start), motion.activity.rawValue,
                motion.confidence.rawValue,
            ]
        }
        let new: [Int64] = try database.insertMissing(fixes, into: "fixes", returning: "time")
        let moved: [Int64] = try database.insertMissing(
            motions, into: "motions", returning: "time")
        if let earliest = (new + moved).min() {
            try DiaryStore.noteChange(from: earliest, of: device, database)
        }
        return (new.count, new.count + moved.count)
    }

    /// Returns a trace without the records of spans that the person deleted, since phones send some
    /// records twice; and the number of those spans.
    private func withoutDeletions(
        of owner: Int64, _ trace: PhoneTrace, _ database: RecordDatabase
    ) throws -> (PhoneTrace, count: Int) {
        let spans = try database.rows(
            "SELECT start, \"end\" FROM deletions WHERE participant = ?", [owner]
        ) { (try $0[0] as Int64)..<(try $0[1]) }
        func isKept(_ time: Date) -> Bool {
            let instant = Self.instant(time)
            return !spans.contains { $0.contains(instant) }
        }
        guard !spans.isEmpty else { return (trace, 0) }
        var kept = PhoneTrace()
        for fix in trace.fixes where isKept(fix.time) { kept.append(fix) }
        for motion in trace.motions where isKept(motion.start) { kept.append(motion) }
        return (kept, spans.count)
    }

    static func instant(_ time: Date) -> Int64 {
        // Times were checked to be in this century when they were read.
        Int64((time.timeIntervalSince1970 * 1000).rounded())
    }
}
