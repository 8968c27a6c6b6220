package import Foundation
import Persistence
package import TransitModel

/// People's corrections to their diaries, and their deletions.
extension DiaryStore {
    /// The largest number of corrections of one person.
    package static let maximumCorrections = 20_000
    /// The largest number of deleted spans of one person.
    package static let maximumDeletions = 4000

    /// A stored correction, whose content is opaque to this type.
    package struct KeptText: Sendable, Hashable {
        /// Increases with each correction.
        package let id: Int64
        /// When the correction was made.
        package let made: UnixTime
        package let body: Data
    }

    /// Stores a correction of a span of Unix seconds; `everywhere` says that it also applies
    /// outside its span.
    ///
    /// - Throws: ``DiaryError/sealed`` in study mode, ``DiaryError/tooMany(_:)``, or
    ///   ``DiaryError/notFound`` if the participant is gone.
    package func add(
        _ body: Data, from start: Int64, to end: Int64, everywhere: Bool,
        of participant: Participant
    ) async throws -> KeptText {
        guard participant.study.mode == .personal else { throw DiaryError.sealed }
        let now = clock.now()
        return try await file.write { database in
            let count = try database.number(
                "SELECT count(*) FROM corrections WHERE participant = ?", [participant.number])
            guard count ?? 0 < Self.maximumCorrections else {
                throw DiaryError.tooMany("corrections")
            }
            let id = try database.row(
                """
                INSERT INTO corrections (participant, start, "end", everywhere, made, body)
                SELECT number, ?, ?, ?, ?, ? FROM participants WHERE number = ?
                RETURNING number
                """, [start, end, everywhere, now.milliseconds, body, participant.number]
            ) { try $0[0] as Int64 }
            guard let id else { throw DiaryError.notFound }
            return KeptText(id: id, made: now, body: body)
        }
    }

    /// The corrections that overlap a span of Unix seconds, and those that apply everywhere, oldest
    /// first.
    package func corrections(
        of participant: Participant, from start: Int64, to end: Int64
    ) async throws -> [KeptText] {
        try await file.read { database in
            try database.rows(
                """
                SELECT number, made, body FROM corrections
                WHERE participant = ? AND (everywhere <> 0 OR (start <= ? AND "end" >= ?))
                ORDER BY number
                """, [participant.number, end, start]
            ) {
                KeptText(
                    id: try $0[0], made: UnixTime(milliseconds: try $0[1]), body: try $0[2])
            }
        }
    }

    /// Removes a correction.
    ///
    /// - Throws: ``DiaryError/notFound`` if there is no such correction.
    package func removeCorrection(_ id: Int64, of participant: Participant) async throws {
        try await file.write { database in
            let count = try database.execute(
                "DELETE FROM corrections WHERE number = ? AND participant = ?",
                [id, participant.number])
            guard count == 1 else { throw DiaryError.notFound }
        }
    }

    /// The spans of Unix seconds that the person deleted, in order.
    package func deletions(of participant: Participant) async throws -> [ClosedRange<Int64>] {
        try await file.read { database in
            try database.rows(
                """
                SELECT start, "end" FROM deletions WHERE participant = ? ORDER BY start, "end"
                """, [participant.number]
            ) { row in
                let start: Int64 = try row[0]
                let end: Int64 = try row[1]
                return start / 1000...max(start, end) / 1000
            }
        }
    }

    /// Deletes the records of all of a person's devices in a time span, with their inferences and
    /// corrections.
    ///
    /// Records of that span that arrive later are discarded.
    ///
    /// - Throws: ``DiaryError/sealed`` in study mode, or ``DiaryError/tooMany(_:)``.
    package func delete(
        from: UnixTime, to: UnixTime, of participant: Participant
    ) async throws {
        guard participant.study.mode == .personal else { throw DiaryError.sealed }
        guard from < to else { return }
        try await file.write { database in
            // A node that is writing the participant's records has ended, or will see this span.
            _ = try database.finds(
                "SELECT 1 FROM participants WHERE number = ?" + database.lockingRows,
                [participant.number])
            let count = try database.number(
                "SELECT count(*) FROM deletions WHERE participant = ?", [participant.number])
            guard count ?? 0 < Self.maximumDeletions else { throw DiaryError.tooMany("deletions") }
            try database.execute(
                """
                INSERT INTO deletions SELECT number, ?, ? FROM participants WHERE number = ?
                ON CONFLICT DO NOTHING
                """, [from.milliseconds, to.milliseconds, participant.number])
            try database.execute(
                """
                DELETE FROM corrections
                WHERE participant = ? AND start >= ? AND start < ? AND everywhere = 0
                """, [participant.number, from.seconds, to.seconds])
            let devices = try database.rows(
                "SELECT number FROM devices WHERE participant = ? ORDER BY number"
                    + database.lockingRows, [participant.number]
            ) { try $0[0] as Int64 }
            for device in devices {
                for table in ["fixes", "motions"] {
                    try database.execute(
                        "DELETE FROM \(table) WHERE device = ? AND time >= ? AND time < ?",
                        [device, from.milliseconds, to.milliseconds])
                }
                try database.execute(
                    """
                    DELETE FROM pieces WHERE device = ? AND start < ? AND "end" > ?
                    """, [device, to.seconds, from.seconds])
                // The state machine that decides for the phone remembers the last quarter of an
                // hour.
                try database.execute(
                    "UPDATE devices SET sensor = NULL WHERE number = ?", [device])
                try Self.noteChange(from: from.milliseconds, of: device, database)
            }
        }
    }
}
