import Foundation
package import Persistence
package import Secrets
package import TransitModel

/// Stores studies, participants and personal diaries in one file or database.
///
/// Changes are on disk when a call returns. Calls also throw the store's errors.
package struct DiaryStore: Sendable {
    /// The records; the uploader of sealed diaries uses them too.
    package let file: RecordStore
    let clock: any WallClock
    let random: SecretBytes

    /// The largest number of studies on one server.
    package static let maximumStudies = 1000
    /// The largest number of participants of a study.
    package static let maximumParticipants = 100_000
    /// The largest number of phones and browsers of a participant.
    package static let maximumDevices = 10
    /// The length of enrolment codes, in characters.
    package static let codeLength = 12

    /// Uses a store of the schema `RecordSchema.diary`.
    package init(
        _ file: RecordStore, clock: any WallClock,
        random: SecretBytes = .system
    ) {
        self.file = file
        self.clock = clock
        self.random = random
    }

    // MARK: - Studies

    /// A study with the number of its participants, for operators.
    package struct StudySummary: Sendable {
        package let study: Study
        package let participants: Int
    }

    /// Creates a study; the code enrols participants, the token authorises its researchers.
    ///
    /// - Throws: ``DiaryError/invalid(_:)``, ``DiaryError/exists``, or ``DiaryError/tooMany(_:)``.
    package func create(_ study: Study) async throws -> (
        code: PairingCode, researcher: BearerToken
    ) {
        if let problem = study.problem { throw DiaryError.invalid(problem) }
        guard study.id != PersonalDiary.id else { throw DiaryError.exists }
        let code = PairingCode(random, length: Self.codeLength)
        let researcher = BearerToken(random)
        let body = try Self.text(study)
        try await file.write { database in
            let ids = try database.texts("SELECT id FROM studies")
            guard !ids.contains(study.id) else { throw DiaryError.exists }
            guard ids.count < Self.maximumStudies else { throw DiaryError.tooMany("studies") }
            // Another node may create the same study now.
            let count = try database.execute(
                """
                INSERT INTO studies (id, body, codeHash, researcherHash) VALUES (?, ?, ?, ?)
                ON CONFLICT (id) DO NOTHING
                """, [study.id, body, code.hash, researcher.hash])
            guard count == 1 else { throw DiaryError.exists }
        }
        return (code, researcher)
    }

    /// Changes the mutable members of a study: name, consent, retention and thresholds.
    ///
    /// A new version of the consent pauses every participant until they agree to it. Another text
    /// and a longer retention need one.
    ///
    /// - Throws: ``DiaryError/notFound`` for an unknown study, or ``DiaryError/invalid(_:)``.
    package func update(
        _ id: String, _ change: @escaping @Sendable (inout Study) -> Void
    ) async throws -> Study {
        try await file.write { database in
            let text = try database.texts(
                "SELECT body FROM studies WHERE id = ?" + database.lockingRows, [id]
            ).first
            guard let text else { throw DiaryError.notFound }
            let old: Study = try Self.value(text)
            var study = old
            change(&study)
            if let problem = study.problem { throw DiaryError.invalid(problem) }
            guard study.consent.version >= old.consent.version,
                study.consent.version > old.consent.version
                    || study.consent.text == old.consent.text
            else {
                throw DiaryError.invalid("A changed text of the consent needs a higher version.")
            }
            guard
                study.retentionDays <= old.retentionDays
                    || study.consent.version > old.consent.version
            else {
                throw DiaryError.invalid("A longer retention needs a new version of the consent.")
            }
            try database.execute(
                "UPDATE studies SET body = ? WHERE id = ?", [try Self.text(study), id])
            try Self.pauseOutdated(study, database)
            return study
        }
    }

    /// Pauses the participants of a study who agreed to an older consent.
    static func pauseOutdated(_ study: Study, _ database: RecordDatabase) throws {
        try database.execute(
            """
            UPDATE participants SET state = ? WHERE state = ? AND consentVersion < ?
                AND study = (SELECT number FROM studies WHERE id = ?)
            """,
            [
                RecordingState.paused.rawValue, RecordingState.recording.rawValue,
                study.consent.version, study.id,
            ])
    }

    /// All studies by id.
    package func studies() async throws -> [StudySummary] {
        try await file.read { database in
            try database.rows(
                """
                SELECT body, (SELECT count(*) FROM participants WHERE study = studies.number)
                FROM studies ORDER BY id
                """
            ) { StudySummary(study: try Self.value(try $0[0]), participants: try $0[1]) }
        }
    }

    /// Returns the names of the sealed studies in a file, which a server may use meanwhile.
    ///
    /// - Throws: `SQLiteStoreError` if the file cannot be read, or a `DecodingError`.
    package static func sealedStudies(in path: String) throws -> [String] {
        try SQLiteCopy.texts(of: path, "SELECT body FROM studies ORDER BY id")
            .map { try value($0) as Study }.filter { $0.mode == .study }.map(\.name)
    }

    /// Creates a new enrolment code, which replaces the previous one.
    ///
    /// - Throws: ``DiaryError/notFound`` for an unknown study.
    package func renewCode(_ id: String) async throws -> PairingCode {
        let code = PairingCode(random, length: Self.codeLength)
        try await replace("codeHash", code.hash, of: id)
        return code
    }

    /// Creates a new token for researchers, which replaces the previous one.
    ///
    /// - Throws: ``DiaryError/notFound`` for an unknown study, or ``DiaryError/invalid(_:)`` for
    ///   personal diaries.
    package func renewResearcher(_ id: String) async throws -> BearerToken {
        guard id != PersonalDiary.id else {
            throw DiaryError.invalid("Personal diaries are nobody's study, so nobody researches.")
        }
        let token = BearerToken(random)
        try await replace("researcherHash", token.hash, of: id)
        return token
    }

    private func replace(_ column: String, _ hash: Data, of id: String) async throws {
        try await file.write { database in
            let count = try database.execute(
                "UPDATE studies SET \(column) = ? WHERE id = ?", [hash, id])
            guard count == 1 else { throw DiaryError.notFound }
        }
    }

    /// Ends a study and deletes all of its data here; the intake must forget the participants then.
    ///
    /// - Throws: ``DiaryError/notFound`` for an unknown study.
    @discardableResult
    package func deleteStudy(_ id: String) async throws -> [DeletedParticipant] {
        // A database limits the time of a transaction, so it deletes participants piecemeal.
        var deleted: [DeletedParticipant] = []
        while file.isShared {
            let some = try await file.write {
                try Self.deleteParticipants(of: id, limit: 50, $0)
            }
            if some.isEmpty { break }
            deleted += some
        }
        return deleted
            + (try await file.write { database in
                let rest = try Self.deleteParticipants(
                    of: id, limit: Self.maximumParticipants, database)
                let count = try database.execute("DELETE FROM studies WHERE id = ?", [id])
                guard count == 1 else { throw DiaryError.notFound }
                return rest
            })
    }

    private static func deleteParticipants(
        of study: String, limit: Int, _ database: RecordDatabase
    ) throws -> [DeletedParticipant] {
        // No one enrols meanwhile.
        let number = try database.number(
            "SELECT number FROM studies WHERE id = ?" + database.lockingRows, [study])
        let owners = try database.rows(
            "SELECT number FROM participants WHERE study = ? ORDER BY number LIMIT ?",
            [number, limit]
        ) { try $0[0] as Int64 }
        return try owners.map { try delete($0, database) }
    }

    /// The study of an enrolment code; nil if the code is invalid.
    package func study(_ code: PairingCode) async throws -> Study? {
        try await study(whose: "codeHash", is: code.hash)
    }

    /// The study of a researchers' token; nil if it is invalid, or given out for personal diaries
    /// by an earlier version.
    package func study(researcher token: BearerToken) async throws -> Study? {
        let study = try await study(whose: "researcherHash", is: token.hash)
        return study?.id == PersonalDiary.id ? nil : study
    }

    private func study(whose column: String, is hash: Data) async throws -> Study? {
        try await file.read { database in
            try database.texts("SELECT body FROM studies WHERE \(column) = ?", [hash])
                .first.map { try Self.value($0) }
        }
    }

    /// The number of sealed objects that wait for upload; open batches count by pieces.
    package func waitingUploads() async throws -> Int {
        try await file.read { database in
            let pieces = try database.number("SELECT count(*) FROM sealedPieces") ?? 0
            return try UploadLedger.count(database) + pieces
        }
    }

    // MARK: - Texts

    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func value<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}
