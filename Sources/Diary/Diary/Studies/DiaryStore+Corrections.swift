package import Foundation
import GRDB
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
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM corrections WHERE participant = ?",
                arguments: [participant.number])
            guard count ?? 0 < Self.maximumCorrections else {
                throw DiaryError.tooMany("corrections")
            }
            try database.execute(
                sql: """
                    INSERT INTO corrections (participant, start, end, everywhere, made, body)
                    SELECT number, ?, ?, ?, ?, ? FROM participants WHERE number = ?
                    """,
                arguments: [start, end, everywhere, now.milliseconds, body, participant.number])
            guard database.changesCount == 1 else { throw DiaryError.notFound }
            return KeptText(id: database.lastInsertedRowID, made: now, body: body)
        }
    }

    /// The corrections that overlap a span of Unix seconds, and those that apply everywhere, oldest
    /// first.
    package func corrections(
        of participant: Participant, from start: Int64, to end: Int64
    ) async throws -> [KeptText] {
        try await file.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT number, made, body FROM corrections
                    WHERE participant = ? AND (everywhere OR (start <= ? AND end >= ?))
                    ORDER BY number
                    """, arguments: [participant.number, end, start]
            ).map {
                KeptText(
                    id: $0["number"], made: UnixTime(milliseconds: $0["made"]), body: $0["body"])
            }
        }
    }

    /// Removes a correction.
    ///
    /// - Throws: ``DiaryError/notFound`` if there is no such correction.
    package func removeCorrection(_ id: Int64, of participant: Participant) async throws {
        try await file.write { database in
            try database.execute(
                sql: "DELETE FROM corrections WHERE number = ? AND participant = ?",
                arguments: [id, participant.number])
            guard database.changesCount == 1 else { throw DiaryError.notFound }
        }
    }

    /// The spans of Unix seconds that the person deleted, in order.
    package func deletions(of participant: Participant) async throws -> [ClosedRange<Int64>] {
        try await file.read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT start, end FROM deletions WHERE participant = ? ORDER BY start, end",
                arguments: [participant.number]
            ).map { row in
                let start: Int64 = row["start"]
                let end: Int64 = row["end"]
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
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM deletions WHERE participant = ?",
                arguments: [participant.number])
            guard count ?? 0 < Self.maximumDeletions else { throw DiaryError.tooMany("deletions") }
            try database.execute(
                sql: """
                    INSERT OR IGNORE INTO deletions
                    SELECT number, ?, ? FROM participants WHERE number = ?
                    """, arguments: [from.milliseconds, to.milliseconds, participant.number])
            try database.execute(
                sql: """
                    DELETE FROM corrections
                    WHERE participant = ? AND start >= ? AND start < ? AND NOT everywhere
                    """, arguments: [participant.number, from.seconds, to.seconds])
            let devices = try Int64.fetchAll(
                database, sql: "SELECT number FROM devices WHERE participant = ?",
                arguments: [participant.number])
            for device in devices {
                for table in ["fixes", "motions"] {
                    try database.execute(
                        sql: "DELETE FROM \(table) WHERE device = ? AND time >= ? AND time < ?",
                        arguments: [device, from.milliseconds, to.milliseconds])
                }
                try database.execute(
                    sql: "DELETE FROM pieces WHERE device = ? AND start < ? AND end > ?",
                    arguments: [device, to.seconds, from.seconds])
                // The state machine that decides for the phone remembers the last quarter of an
                // hour.
                try database.execute(
                    sql: "UPDATE devices SET sensor = NULL WHERE number = ?", arguments: [device])
                try Self.noteChange(from: from.milliseconds, of: device, database)
            }
        }
    }
}
