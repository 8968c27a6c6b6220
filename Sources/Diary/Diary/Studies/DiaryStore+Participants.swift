import Foundation
import GRDB
import Persistence
package import Secrets
import TransitModel

extension DiaryStore {
    /// Enrols a participant in the study of a code.
    ///
    /// `consent` is the version of the accepted text, which must be the current one. Recording
    /// starts at once, since that is what they consented to.
    ///
    /// - Throws: ``DiaryError/notFound`` for an unknown code,
    ///   ``DiaryError/otherConsent(present:)``, or ``DiaryError/tooMany(_:)``.
    package func enrol(_ code: PairingCode, consent: Int) async throws -> Enrolment {
        try await enrol(intoStudyWhose: "codeHash", is: code.hash, consent: consent)
    }

    /// The same with the column that identifies the study.
    func enrol(
        intoStudyWhose column: String, is value: some DatabaseValueConvertible & Sendable,
        consent: Int
    ) async throws -> Enrolment {
        let token = BearerToken(random)
        let id = random.hex(8)
        // OwnTracks accepts secrets of at most 32 bytes, the length of this one.
        let secret = random.hex(16)
        let now = clock.now()
        return try await file.write { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT number, body FROM studies WHERE \(column) = ?",
                arguments: [value])
            guard let row else { throw DiaryError.notFound }
            let study: Study = try Self.value(row["body"])
            guard study.consent.version == consent else {
                throw DiaryError.otherConsent(present: study.consent.version)
            }
            let number: Int64 = row["number"]
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM participants WHERE study = ?",
                arguments: [number])
            guard count ?? 0 < Self.maximumParticipants else {
                throw DiaryError.tooMany("participants")
            }
            try database.execute(
                sql: """
                    INSERT INTO participants
                        (id, study, tokenHash, secret, state, consentVersion, joined)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    id, number, token.hash, secret, RecordingState.recording.rawValue, consent,
                    now.milliseconds,
                ])
            let participant = Participant(
                number: database.lastInsertedRowID, id: ParticipantID(rawValue: id), study: study,
                state: .recording, consentVersion: consent, secret: secret, joined: now,
                recipient: study.key)
            return Enrolment(participant: participant, token: token)
        }
    }

    /// The participant of a token; nil if it is invalid.
    package func participant(_ token: BearerToken) async throws -> Participant? {
        try await file.read { database in
            try Row.fetchOne(
                database,
                sql: """
                    SELECT p.*, s.body FROM participants p JOIN studies s ON s.number = p.study
                    WHERE tokenHash = ?
                    """, arguments: [token.hash]
            ).map(Self.participant)
        }
    }

    private static func participant(_ row: Row) throws -> Participant {
        let study: Study = try value(row["body"])
        return Participant(
            number: row["number"], id: ParticipantID(rawValue: row["id"]), study: study,
            state: RecordingState(rawValue: row["state"]) ?? .stopped,
            consentVersion: row["consentVersion"], secret: row["secret"],
            joined: UnixTime(milliseconds: row["joined"]), recipient: study.key)
    }

    /// Starts, pauses or stops storing a participant's records.
    ///
    /// Starting requires the current consent: `consent` is the version accepted now, nil if it was
    /// accepted before.
    ///
    /// - Throws: ``DiaryError/otherConsent(present:)``, or ``DiaryError/notFound`` if the
    ///   participant is gone.
    package func set(
        _ state: RecordingState, of participant: Participant, consent: Int? = nil
    ) async throws {
        let version = consent ?? participant.consentVersion
        if state == .recording, version != participant.study.consent.version {
            throw DiaryError.otherConsent(present: participant.study.consent.version)
        }
        try await file.write { database in
            try database.execute(
                sql: "UPDATE participants SET state = ?, consentVersion = ? WHERE number = ?",
                arguments: [state.rawValue, version, participant.number])
            guard database.changesCount == 1 else { throw DiaryError.notFound }
        }
    }

    /// Deletes a participant and all of their data here, including pending uploads.
    ///
    /// - Throws: ``DiaryError/notFound`` if the participant is gone.
    package func withdraw(_ participant: Participant) async throws {
        try await file.write { try Self.delete(participant.number, $0) }
    }

    /// The same for researchers, by the participant's id.
    ///
    /// - Throws: ``DiaryError/notFound`` if the study has no such participant.
    package func delete(_ id: String, from study: String) async throws {
        try await file.write { database in
            let number = try Int64.fetchOne(
                database,
                sql: """
                    SELECT number FROM participants
                    WHERE id = ? AND study = (SELECT number FROM studies WHERE id = ?)
                    """, arguments: [id, study])
            guard let number else { throw DiaryError.notFound }
            try Self.delete(number, database)
        }
    }

    private static func delete(_ number: Int64, _ database: Database) throws {
        try UploadLedger.remove(ownedBy: number, database)
        try database.execute(sql: "DELETE FROM participants WHERE number = ?", arguments: [number])
        guard database.changesCount == 1 else { throw DiaryError.notFound }
    }

    /// A study's participants in the order they joined: `limit` of them after the given id.
    package func participants(
        of study: String, after id: String? = nil, limit: Int = 500
    ) async throws -> [ParticipantSummary] {
        try await file.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT id, state, consentVersion, joined, seen, fixCount FROM participants
                    WHERE study = (SELECT number FROM studies WHERE id = ?)
                        AND number > ifnull((SELECT number FROM participants WHERE id = ?), 0)
                    ORDER BY number LIMIT ?
                    """, arguments: [study, id, limit]
            ).map { row in
                ParticipantSummary(
                    id: ParticipantID(rawValue: row["id"]),
                    state: RecordingState(rawValue: row["state"]) ?? .stopped,
                    consentVersion: row["consentVersion"],
                    joined: UnixTime(milliseconds: row["joined"]),
                    seen: (row["seen"] as Int64?).map { UnixTime(milliseconds: $0) },
                    fixCount: row["fixCount"])
            }
        }
    }

    /// A participant's devices, oldest first.
    package func devices(_ participant: Participant) async throws -> [DiaryDevice] {
        try await file.read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT name, told FROM devices WHERE participant = ? ORDER BY number",
                arguments: [participant.number]
            ).map { DiaryDevice(name: $0["name"], told: $0["told"]) }
        }
    }
}
