import GRDB
import Persistence
import Secrets
package import TransitModel

/// A diary of one's own: the study that needs no code, where the operator allows it.
package enum PersonalDiary {
    /// The study's id; an operator can found no other one of it.
    package static let id = "personal"
    /// As long as a diary can be kept.
    static let retentionDays = 3660
    /// Whoever agrees to something else agrees anew, to a higher number.
    static let consentVersion = 1

    /// The study in words that a reader of a language understands.
    package static func study(language: MessageLanguage = .en) -> Study {
        let (name, consent) = words(language)
        return Study(
            id: id, name: name, mode: .personal,
            consent: Study.Consent(version: consentVersion, text: consent),
            retentionDays: retentionDays)
    }

    private static func words(_ language: MessageLanguage) -> (name: String, consent: String) {
        switch language {
        case .de:
            (
                "Mein Reisetagebuch",
                """
                Dieser Server speichert, wo Sie nach Angabe Ihres Telefons oder Browsers sind, wann, und wie Sie sich \
                bewegen, solange Sie das Tagebuch führen. Er berechnet, wo Sie waren und wie Sie unterwegs waren, und \
                zeigt das nur Ihnen. Wer den Server betreibt, könnte das Gespeicherte lesen. Niemand fragt nach Ihrem \
                Namen. Sie können jederzeit pausieren, einzelne Tage löschen, alles mitnehmen oder das ganze Tagebuch \
                löschen.
                """
            )
        case .en:
            (
                "My travel diary",
                """
                This server will store where your phone or browser says that you are, when, and how you move, for as \
                long as you keep the diary. It works out where you stayed and how you travelled, and shows that to you \
                alone. The server's operator could read what is stored. Nobody asks for your name. You can pause, delete \
                single days, take everything with you, or delete the whole diary at any time.
                """
            )
        case .fr:
            (
                "Mon journal de voyage",
                """
                Ce serveur enregistre où vous êtes d'après votre téléphone ou votre navigateur, quand, et comment vous \
                vous déplacez, aussi longtemps que vous tenez ce journal. Il en déduit vos séjours et vos trajets et ne \
                les montre qu'à vous. L'exploitant du serveur pourrait lire ce qui est enregistré. Personne ne demande \
                votre nom. Vous pouvez à tout moment faire une pause, effacer un jour, tout emporter ou effacer tout le \
                journal.
                """
            )
        case .it:
            (
                "Il mio diario di viaggio",
                """
                Questo server memorizza dove Lei si trova secondo il Suo telefono o browser, quando e come si muove, \
                finché tiene il diario. Ne ricava dove ha sostato e come ha viaggiato, e lo mostra solo a Lei. Chi \
                gestisce il server potrebbe leggere ciò che è memorizzato. Nessuno chiede il Suo nome. Può in ogni \
                momento mettere in pausa, cancellare singoli giorni, portare via tutto o cancellare l'intero diario.
                """
            )
        }
    }
}

extension DiaryStore {
    /// Begins a diary without a code; `consent` is the version of the text that was agreed to.
    ///
    /// The study is founded with the first one. Throws ``DiaryError/exists`` if the operator has a
    /// sealed study of that id.
    package func enrolPersonally(consent: Int) async throws -> Enrolment {
        let study = PersonalDiary.study()
        guard study.consent.version == consent else {
            throw DiaryError.otherConsent(present: study.consent.version)
        }
        let code = PairingCode(random, length: Self.codeLength)
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
