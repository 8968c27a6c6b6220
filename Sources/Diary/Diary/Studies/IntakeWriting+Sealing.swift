import DiarySensing
import Foundation
import Persistence
import PhoneRecords
import Secrets
import TransitModel

/// Sealing: each piece before its phone gets a reply, later batches of pieces as one object.
extension IntakeWriting {
    /// Seals the new records of a batch to the study's key: into the ledger, or as a piece that
    /// waits for others.
    ///
    /// Returns the number of new fixes, and of new records.
    func seal(
        _ batch: IntakeBatch, _ device: Int64, _ database: RecordDatabase
    ) throws -> (new: (fixes: Int, records: Int), piece: Piece?) {
        let new = try untaken(batch.trace, device, database)
        let weight = new.fixes.count + new.motions.count
        guard weight > 0, let object = try object(new, batch.participant, batch.device) else {
            return ((0, 0), nil)
        }
        let count = (fixes: new.fixes.count, records: weight)
        let owner = batch.participant.number
        guard collects, weight < OpenBatches.fullWeight else {
            try UploadLedger.add(object.body, key: object.key, owner: owner, database)
            return (count, nil)
        }
        let row = try database.row(
            """
            INSERT INTO sealedPieces (device, owner, key, body, made) VALUES (?, ?, ?, ?, ?)
            RETURNING id
            """, [device, owner, object.key, object.body, now.milliseconds]
        ) { try $0[0] as Int64 }
        return (count, row.map { Piece(row: $0, trace: new) })
    }

    /// The records of a trace that are new, which are then marked as received.
    private func untaken(
        _ trace: PhoneTrace, _ device: Int64, _ database: RecordDatabase
    ) throws -> PhoneTrace {
        // A motion belongs to the fix with its time; without one it counts by itself.
        let times = (trace.fixes.map(\.time) + trace.motions.map(\.start)).map(Self.instant)
        let instants = Set<Int64>(
            try database.insertMissing(
                times.map { [device, $0] }, into: "taken", returning: "time"))
        var new = PhoneTrace()
        var placed: Set<Int64> = []
        for fix in trace.fixes {
            let instant = Self.instant(fix.time)
            if instants.contains(instant), placed.insert(instant).inserted { new.append(fix) }
        }
        for motion in trace.motions where instants.contains(Self.instant(motion.start)) {
            new.append(motion)
        }
        return new
    }

    /// A sealed trace with its object key; nil for a study without a recipient.
    private func object(
        _ trace: PhoneTrace, _ participant: Participant, _ device: String
    ) throws -> (key: String, body: Data)? {
        guard let recipient = participant.recipient else { return nil }
        let document = BatchDocument(
            trace, of: participant, device: device, received: now
        ).bytes()
        let key = ObjectKey.sealed(
            study: participant.study.id, participant: participant.id.rawValue,
            day: TransitTimeZone.utc.day(at: now), random: random(16))
        return (key, try AgeSealer.seal(document, to: [recipient]))
    }

    /// Replaces the pieces of batches with one object in the ledger.
    func close(_ batches: [OpenBatches.Batch], _ database: RecordDatabase) throws {
        for batch in batches {
            // The pieces of a withdrawn participant are gone, and so is their content. Those of a
            // node that was asleep may be released already, then the rest follows them.
            let there = try Self.count(of: batch.pieces, database) { list in
                "SELECT id FROM sealedPieces WHERE id IN \(list)" + database.lockingRows
            }
            guard there == batch.pieces.count else { continue }
            _ = try Self.count(of: batch.pieces, database) { list in
                "DELETE FROM sealedPieces WHERE id IN \(list) RETURNING id"
            }
            var trace = batch.trace
            trace.sortByTime()
            guard let object = try object(trace, batch.participant, batch.device) else { continue }
            try UploadLedger.add(
                object.body, key: object.key, owner: batch.participant.number, database)
        }
    }

    /// Runs a query about pieces, a list of whose ids it gets, and returns the number of its rows.
    private static func count(
        of pieces: [Int64], _ database: RecordDatabase, _ query: (_ list: String) -> String
    ) throws -> Int {
        var count = 0
        try database.forEachRow(of: pieces, query) { _ in count += 1 }
        return count
    }

    /// Moves the pieces of a killed server that are at least this old into the ledger unchanged;
    /// returns whether there are more.
    static func release(
        _ limit: Int, madeUntil time: UnixTime, _ database: RecordDatabase
    ) throws -> Bool {
        let rows = try database.rows(
            """
            SELECT id, key, owner, body FROM sealedPieces WHERE made <= ? ORDER BY id LIMIT ?
            """ + database.takingRows, [time.milliseconds, limit]
        ) { row in
            (
                id: try row[0] as Int64, key: try row[1] as String, owner: try row[2] as Int64,
                body: try row[3] as Data
            )
        }
        for row in rows {
            try UploadLedger.add(row.body, key: row.key, owner: row.owner, database)
            try database.execute("DELETE FROM sealedPieces WHERE id = ?", [row.id])
        }
        return rows.count == limit
    }
}
