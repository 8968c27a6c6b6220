import DiarySensing
import Foundation
import GRDB
import Secrets
import TransitModel

/// Sealing: each piece before its phone gets a reply, later batches of pieces as one object.
extension IntakeWriting {
    /// Seals the new records of a batch to the study's key: into the ledger, or as a piece that
    /// waits for others.
    ///
    /// Returns the number of new fixes.
    func seal(
        _ batch: IntakeBatch, _ device: Int64, _ database: Database
    ) throws -> (new: Int, piece: Piece?) {
        let new = try untaken(batch.trace, device, database)
        let weight = new.fixes.count + new.motions.count
        guard weight > 0, let object = try object(new, batch.participant, batch.device) else {
            return (0, nil)
        }
        let owner = batch.participant.number
        guard collects, weight < OpenBatches.fullWeight else {
            try UploadLedger.add(object.body, key: object.key, owner: owner, database)
            return (new.fixes.count, nil)
        }
        try database.cachedStatement(
            sql: "INSERT INTO sealedPieces (device, owner, key, body) VALUES (?, ?, ?, ?)"
        ).execute(arguments: [device, owner, object.key, object.body])
        return (new.fixes.count, Piece(row: database.lastInsertedRowID, trace: new))
    }

    /// The records of a trace that are new, which are then marked as received.
    private func untaken(
        _ trace: PhoneTrace, _ device: Int64, _ database: Database
    ) throws -> PhoneTrace {
        let taken = try database.cachedStatement(
            sql: "INSERT OR IGNORE INTO taken VALUES (?, ?)")
        // A motion belongs to the fix with its time; without one it counts by itself.
        var instants: Set<Int64> = []
        for time in trace.fixes.map(\.time) + trace.motions.map(\.start) {
            let instant = Self.instant(time)
            try taken.execute(arguments: [device, instant])
            if database.changesCount == 1 { instants.insert(instant) }
        }
        var new = PhoneTrace()
        var placed: Set<Int64> = []
        for fix in trace.fixes {
            let instant = Self.instant(fix.time)
            if instants.contains(instant), placed.insert(instant).inserted { new.take(fix) }
        }
        for motion in trace.motions where instants.contains(Self.instant(motion.start)) {
            new.take(motion)
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
    func close(_ batches: [OpenBatches.Batch], _ database: Database) throws {
        for batch in batches {
            let delete = try database.cachedStatement(
                sql: "DELETE FROM sealedPieces WHERE id = ?")
            var found = 0
            for row in batch.pieces {
                try delete.execute(arguments: [row])
                found += database.changesCount
            }
            // The pieces of a withdrawn participant are gone, and so is their content.
            guard found == batch.pieces.count else { continue }
            var trace = batch.trace
            trace.sortByTime()
            guard let object = try object(trace, batch.participant, batch.device) else { continue }
            try UploadLedger.add(
                object.body, key: object.key, owner: batch.participant.number, database)
        }
    }

    /// Moves the pieces of a killed server into the ledger unchanged; returns whether there are
    /// more.
    static func release(_ limit: Int, _ database: Database) throws -> Bool {
        let rows = try Row.fetchAll(
            database, sql: "SELECT * FROM sealedPieces ORDER BY id LIMIT ?", arguments: [limit])
        for row in rows {
            try UploadLedger.add(row["body"], key: row["key"], owner: row["owner"], database)
            try database.execute(
                sql: "DELETE FROM sealedPieces WHERE id = ?", arguments: [row["id"] as Int64])
        }
        return rows.count == limit
    }
}
