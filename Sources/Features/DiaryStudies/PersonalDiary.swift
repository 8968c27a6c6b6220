import GRDB
import SQLiteStore
import TokenIssuing

/// A diary of one's own: the study that needs no code, where the operator allows it.
package enum PersonalDiary {
    /// The study's id; an operator can found no other one of it.
    package static let id = "personal"
    /// As long as a diary can be kept.
    static let retentionDays = 3660
    /// Another wording needs a higher number.
    static let consentVersion = 1

    /// The study in words that a reader of a language understands: `de`, `fr`, `it`, else English.
    package static func study(language: String = "en") -> Study {
        let words = Self.words[language] ?? (name: english.name, consent: english.consent)
        return Study(
            id: id, name: words.name, mode: .personal,
            consent: Study.Consent(version: consentVersion, text: words.consent),
            retentionDays: retentionDays)
    }

    private static let english = (
        name: "My travel diary",
        consent: """
        This server will store where your phone or browser says that you are, when, and how you move, for as long as \
        you keep the diary. It works out where you stayed and how you travelled, and shows that to you alone. The \
        server's operator could read what is stored. Nobody asks for your name. You can pause, delete single days, \
        take everything with you, or delete the whole diary at any time.
        """
    )

    private static let words: [String: (name: String, consent: String)] = [
        "de": (
            "Mein Reisetagebuch",
            """
            Dieser Server speichert, wo du nach Angabe deines Telefons oder Browsers bist, wann, und wie du dich bewegst, \
            solange du das Tagebuch führst. Er berechnet, wo du warst und wie du unterwegs warst, und zeigt das nur dir. \
            Wer den Server betreibt, könnte das Gespeicherte lesen. Niemand fragt nach deinem Namen. Du kannst jederzeit \
            pausieren, einzelne Tage löschen, alles mitnehmen oder das ganze Tagebuch löschen.
            """
        ),
        "fr": (
            "Mon journal de voyage",
            """
            Ce serveur enregistre où vous êtes d'après votre téléphone ou votre navigateur, quand, et comment vous vous \
            déplacez, aussi longtemps que vous tenez ce journal. Il en déduit vos séjours et vos trajets et ne les montre \
            qu'à vous. L'exploitant du serveur pourrait lire ce qui est enregistré. Personne ne demande votre nom. Vous \
            pouvez à tout moment faire une pause, effacer un jour, tout emporter ou effacer tout le journal.
            """
        ),
        "it": (
            "Il mio diario di viaggio",
            """
            Questo server memorizza dove ti trovi secondo il tuo telefono o browser, quando e come ti muovi, finché tieni \
            il diario. Ne ricava dove hai sostato e come hai viaggiato, e lo mostra solo a te. Chi gestisce il server \
            potrebbe leggere ciò che è memorizzato. Nessuno chiede il tuo nome. Puoi in ogni momento mettere in pausa, \
            cancellare singoli giorni, portare via tutto o cancellare l'intero diario.
            """
        ),
    ]
}

extension DiaryStore {
    /// Begins a diary without a code; `consent` is the version of the text that was agreed to.
    ///
    /// The study is founded with the first one. Throws ``DiaryError/exists`` if the operator has a sealed study of
    /// that id.
    package func enrolPersonally(consent: Int) async throws -> Enrolment {
        let study = PersonalDiary.study()
        guard study.consent.version == consent else {
            throw DiaryError.otherConsent(present: study.consent.version)
        }
        let code = SpokenCode(random, length: Self.codeLength)
        let researcher = BearerToken(random)
        let body = try Self.text(study)
        try await file.write { database in
            // Neither code nor researchers' token is told to anybody.
            try database.execute(
                sql: """
                    INSERT OR IGNORE INTO studies (id, body, codeHash, researcherHash)
                    VALUES (?, ?, ?, ?)
                    """, arguments: [study.id, body, code.hash, researcher.hash])
            let known = try String.fetchOne(
                database, sql: "SELECT body FROM studies WHERE id = ?", arguments: [study.id])
            let founded: Study? = try known.map { try Self.value($0) }
            guard founded?.mode == .personal else { throw DiaryError.exists }
            // The words may have changed with the program.
            if founded?.consent != study.consent {
                try database.execute(
                    sql: "UPDATE studies SET body = ? WHERE id = ?", arguments: [body, study.id])
            }
        }
        return try await enrol(intoStudyWhose: "id", is: study.id, consent: consent)
    }
}
