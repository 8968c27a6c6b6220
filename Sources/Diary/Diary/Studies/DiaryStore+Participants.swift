import Foundation
import GRDB
import Persistence
package import Secrets
import TransitModel

extension DiaryStore {
    /// Takes a new participant into the study of a code.
    ///
    /// `consent` is the version of the text that they agreed to; it must be the present one. They
    /// are recording from then on, for that is what they just agreed to.
    package func enrol(_ code: PairingCode, consent: Int) async throws -> Enrolment {
        try await enrol(intoStudyWhose: "codeHash", is: code.hash, consent: consent)
    }

    /// The same, by the study's column that tells which.
    func enrol(
        intoStudyWhose column: String, is value: some DatabaseValueConvertible & Sendable,
        consent: Int
    ) async throws -> Enrolment {
        let token = BearerToken(random)
        let id = random.hex(8)
        // OwnTracks takes a secret of at most 32 bytes; this one has as many.
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

    /// Whom a token stands for; nil if it stands for nobody.
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

    /// Starts, pauses or stops what comes from somebody being stored.
    ///
    /// Starting needs the present consent: `consent` is the version that they agree to now, nil if
    /// they agreed before.
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

    /// Deletes somebody and everything of theirs that is here, what waits for the bucket included.
    package func withdraw(_ participant: Participant) async throws {
        try await file.write { try Self.delete(participant.number, $0) }
    }

    /// The same for researchers, by the participant's id.
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

    /// A study's participants in the order in which they joined, `limit` of them after the given
    /// id.
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
