import Foundation
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
        intoStudyWhose column: String, is value: some RecordConvertible, consent: Int
    ) async throws -> Enrolment {
        let token = BearerToken(random)
        let id = random.hex(8)
        // OwnTracks accepts secrets of at most 32 bytes, the length of this one.
        let secret = random.hex(16)
        let now = clock.now()
        return try await file.write { database in
            // Those who enrol at once are counted one after the other.
            let row = try database.row(
                "SELECT number, body FROM studies WHERE \(column) = ?" + database.lockingRows,
                [value]
            ) { (number: try $0[0] as Int64, body: try $0[1] as String) }
            guard let row else { throw DiaryError.notFound }
            let study: Study = try Self.value(row.body)
            guard study.consent.version == consent else {
                throw DiaryError.otherConsent(present: study.consent.version)
            }
            let count = try database.number(
                "SELECT count(*) FROM participants WHERE study = ?", [row.number])
            guard count ?? 0 < Self.maximumParticipants else {
                throw DiaryError.tooMany("participants")
            }
            let number = try database.row(
                """
                INSERT INTO participants
                    (id, study, tokenHash, secret, state, consentVersion, joined)
                VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING number
                """,
                [
                    id, row.number, token.hash, secret, RecordingState.recording.rawValue, consent,
                    now.milliseconds,
                ]
            ) { try $0[0] as Int64 }
            guard let number else { throw DiaryError.notFound }
            let participant = Participant(
                number: number, id: ParticipantID(rawValue: id), study: study, state: .recording,
                consentVersion: consent, secret: secret, joined: now, recipient: study.key)
            return Enrolment(participant: participant, token: token)
        }
    }

    /// The participant of a token; nil if it is invalid.
    package func participant(_ token: BearerToken) async throws -> Participant? {
        try await file.read { database in
            try database.row(
                """
                SELECT p.number, p.id, p.state, p.consentVersion, p.secret, p.joined, s.body
                FROM participants p JOIN studies s ON s.number = p.study WHERE tokenHash = ?
                """, [token.hash], Self.participant)
        }
    }

    private static func participant(_ row: RecordRow) throws -> Participant {
        let study: Study = try value(try row[6])
        return Participant(
            number: try row[0], id: ParticipantID(rawValue: try row[1]), study: study,
            state: RecordingState(rawValue: try row[2]) ?? .stopped,
            consentVersion: try row[3], secret: try row[4],
            joined: UnixTime(milliseconds: try row[5]), recipient: study.key)
    }

    /// Starts, pauses or stops storing a participant's records.
    ///
    /// Starting requires the current consent: `consent` is the version accepted now, nil if it was
    /// accepted before. Only starting accepts one.
    ///
    /// - Throws: ``DiaryError/otherConsent(present:)``, or ``DiaryError/notFound`` if the
    ///   participant is gone.
    package func set(
        _ state: RecordingState, of participant: Participant, consent: Int? = nil
    ) async throws {
        let accepted = state == .recording ? consent : nil
        let version = accepted ?? participant.consentVersion
        try await file.write { database in
            if state == .recording {
                // The consent must not change before the state is stored.
                let study = try database.texts(
                    "SELECT body FROM studies WHERE id = ?" + database.lockingRows,
                    [participant.study.id]
                ).first.map { try Self.value($0) as Study }
                guard let study else { throw DiaryError.notFound }
                guard version == study.consent.version else {
                    throw DiaryError.otherConsent(present: study.consent.version)
                }
            }
            let count = try database.execute(
                "UPDATE participants SET state = ?, consentVersion = ? WHERE number = ?",
                [state.rawValue, version, participant.number])
            guard count == 1 else { throw DiaryError.notFound }
        }
    }

    /// Deletes a participant and all of their data here, including pending uploads; the intake must
    /// forget them then.
    ///
    /// - Throws: ``DiaryError/notFound`` if the participant is gone.
    @discardableResult
    package func withdraw(_ participant: Participant) async throws -> DeletedParticipant {
        try await file.write { try Self.delete(participant.number, $0) }
    }

    /// The same for researchers, by the participant's id.
    ///
    /// - Throws: ``DiaryError/notFound`` if the study has no such participant.
    @discardableResult
    package func delete(_ id: String, from study: String) async throws -> DeletedParticipant {
        try await file.write { database in
            let number = try database.row(
                """
                SELECT number FROM participants
                WHERE id = ? AND study = (SELECT number FROM studies WHERE id = ?)
                """, [id, study]
            ) { try $0[0] as Int64 }
            guard let number else { throw DiaryError.notFound }
            return try Self.delete(number, database)
        }
    }

    static func delete(_ number: Int64, _ database: RecordDatabase) throws -> DeletedParticipant {
        // First, so that a node which is writing the participant's records has ended.
        let hash = try database.row(
            "DELETE FROM participants WHERE number = ? RETURNING tokenHash", [number]
        ) { try $0[0] as Data }
        guard let hash else { throw DiaryError.notFound }
        try UploadLedger.remove(ownedBy: number, database)
        return DeletedParticipant(number: number, tokenHash: hash)
    }

    /// A study's participants in the order they joined: `limit` of them after the given id.
    package func participants(
        of study: String, after id: String? = nil, limit: Int = 500
    ) async throws -> [ParticipantSummary] {
        try await file.read { database in
            try database.rows(
                """
                SELECT id, state, consentVersion, joined, seen, fixCount FROM participants
                WHERE study = (SELECT number FROM studies WHERE id = ?)
                    AND number > coalesce((SELECT number FROM participants WHERE id = ?), 0)
                ORDER BY number LIMIT ?
                """, [study, id, limit]
            ) { row in
                ParticipantSummary(
                    id: ParticipantID(rawValue: try row[0]),
                    state: RecordingState(rawValue: try row[1]) ?? .stopped,
                    consentVersion: try row[2], joined: UnixTime(milliseconds: try row[3]),
                    seen: (try row[4] as Int64?).map { UnixTime(milliseconds: $0) },
                    fixCount: try row[5])
            }
        }
    }

    /// A participant's devices, oldest first.
    package func devices(_ participant: Participant) async throws -> [DiaryDevice] {
        try await file.read { database in
            try database.rows(
                "SELECT name, told FROM devices WHERE participant = ? ORDER BY number",
                [participant.number]
            ) { DiaryDevice(name: try $0[0], sentState: try $0[1]) }
        }
    }
}
