import Persistence
import Secrets
package import TransitModel

/// The built-in study of personal diaries, which needs no code where the operator allows it.
package enum PersonalDiary {
    /// The study's id; operators cannot create another study with it.
    package static let id = "personal"
    /// The longest possible retention.
    static let retentionDays = 3660
    /// Increases when the text of the consent changes in substance, so that people must accept it
    /// again.
    static let consentVersion = 1

    /// The study with its texts in a language.
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
    /// Starts a diary without a code; `consent` is the version of the accepted text.
    ///
    /// The study is created with the first diary.
    ///
    /// - Throws: ``DiaryError/exists`` if the operator has a sealed study with that id.
    package func enrolPersonally(consent: Int) async throws -> Enrolment {
        let study = PersonalDiary.study()
        guard study.consent.version == consent else {
            throw DiaryError.otherConsent(present: study.consent.version)
        }
        let code = PairingCode(random, length: Self.codeLength)
        let researcher = BearerToken(random)
        let body = try Self.text(study)
        try await file.write { database in
            // The code and the researchers' token are random and never disclosed.
            try database.execute(
                """
                INSERT INTO studies (id, body, codeHash, researcherHash) VALUES (?, ?, ?, ?)
                ON CONFLICT (id) DO NOTHING
                """, [study.id, body, code.hash, researcher.hash])
            let known = try database.texts("SELECT body FROM studies WHERE id = ?", [study.id])
                .first
            let founded: Study? = try known.map { try Self.value($0) }
            guard founded?.mode == .personal else { throw DiaryError.exists }
            // The texts may have changed with a new release.
            if founded?.consent != study.consent {
                try database.execute(
                    "UPDATE studies SET body = ? WHERE id = ?", [body, study.id])
                try Self.pauseOutdated(study, database)
            }
        }
        return try await enrol(intoStudyWhose: "id", is: study.id, consent: consent)
    }
}
