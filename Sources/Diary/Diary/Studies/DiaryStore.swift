import Foundation
import GRDB
package import Persistence
package import Secrets
package import TransitModel

/// Stores studies, participants and personal diaries in one file.
///
/// Changes are on disk when a call returns. Calls also throw the store's errors.
package struct DiaryStore: Sendable {
    /// The file; the uploader of sealed diaries reads it too.
    package let file: SQLiteStore
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

    /// Uses a file of the schema `SQLiteSchema.diary`.
    package init(
        _ file: SQLiteStore, clock: any WallClock,
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
        let code = PairingCode(random, length: Self.codeLength)
        let researcher = BearerToken(random)
        let body = try Self.text(study)
        try await file.write { database in
            let ids = try String.fetchAll(database, sql: "SELECT id FROM studies")
            guard !ids.contains(study.id) else { throw DiaryError.exists }
            guard ids.count < Self.maximumStudies else { throw DiaryError.tooMany("studies") }
            try database.execute(
                sql: """
                    INSERT INTO studies (id, body, codeHash, researcherHash) VALUES (?, ?, ?, ?)
                    """,
                arguments: [study.id, body, code.hash, researcher.hash])
        }
        return (code, researcher)
    }

    /// Changes the mutable members of a study: name, consent, retention and thresholds.
    ///
    /// - Throws: ``DiaryError/notFound`` for an unknown study, or ``DiaryError/invalid(_:)``.
    package func update(
        _ id: String, _ change: @escaping @Sendable (inout Study) -> Void
    ) async throws -> Study {
        try await file.write { database in
            let text = try String.fetchOne(
                database, sql: "SELECT body FROM studies WHERE id = ?", arguments: [id])
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
            try database.execute(
                sql: "UPDATE studies SET body = ? WHERE id = ?",
                arguments: [try Self.text(study), id])
            return study
        }
    }

    /// All studies by id.
    package func studies() async throws -> [StudySummary] {
        try await file.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT body, (SELECT count(*) FROM participants WHERE study = studies.number) AS n
                    FROM studies ORDER BY id
                    """
            ).map { StudySummary(study: try Self.value($0["body"]), participants: $0["n"]) }
        }
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
    /// - Throws: ``DiaryError/notFound`` for an unknown study.
    package func renewResearcher(_ id: String) async throws -> BearerToken {
        let token = BearerToken(random)
        try await replace("researcherHash", token.hash, of: id)
        return token
    }

    private func replace(_ column: String, _ hash: Data, of id: String) async throws {
        try await file.write { database in
            try database.execute(
                sql: "UPDATE studies SET \(column) = ? WHERE id = ?", arguments: [hash, id])
            guard database.changesCount == 1 else { throw DiaryError.notFound }
        }
    }

    /// Ends a study and deletes all of its data here.
    ///
    /// - Throws: ``DiaryError/notFound`` for an unknown study.
    package func deleteStudy(_ id: String) async throws {
        try await file.write { database in
            let owners = try Int64.fetchAll(
                database,
                sql: """
                    SELECT number FROM participants
                    WHERE study = (SELECT number FROM studies WHERE id = ?)
                    """, arguments: [id])
            for owner in owners { try UploadLedger.remove(ownedBy: owner, database) }
            try database.execute(sql: "DELETE FROM studies WHERE id = ?", arguments: [id])
            guard database.changesCount == 1 else { throw DiaryError.notFound }
        }
    }

    /// The study of an enrolment code; nil if the code is invalid.
    package func study(_ code: PairingCode) async throws -> Study? {
        try await file.read { database in
            try String.fetchOne(
                database, sql: "SELECT body FROM studies WHERE codeHash = ?",
                arguments: [code.hash]
            ).map { try Self.value($0) }
        }
    }

    /// The study of a researchers' token; nil if it is invalid.
    package func study(researcher token: BearerToken) async throws -> Study? {
        try await file.read { database in
            try String.fetchOne(
                database, sql: "SELECT body FROM studies WHERE researcherHash = ?",
                arguments: [token.hash]
            ).map { try Self.value($0) }
        }
    }

    /// The number of sealed objects that wait for upload; open batches count by pieces.
    package func waitingUploads() async throws -> Int {
        try await file.read { database in
            let pieces = try Int.fetchOne(database, sql: "SELECT count(*) FROM sealedPieces") ?? 0
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
