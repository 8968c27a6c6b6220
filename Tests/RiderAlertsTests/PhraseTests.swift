import Testing

@testable import RiderAlerts

/// What messages say, in every language.
@Suite struct PhraseTests {
    @Test(arguments: Phrase.allCases)
    func `a phrase is there in every language and names the same things`(phrase: Phrase) throws {
        let words = try #require(Phrase.table[phrase])
        let english = Self.places(words.en)
        for text in [words.de, words.fr, words.it] {
            #expect(!text.isEmpty)
            #expect(Self.places(text) == english)
        }
        #expect(Set([words.de, words.en, words.fr, words.it]).count == 4)
    }

    @Test func `riders are addressed as people one does not know`() throws {
        let familiar: [KeyPath<Phrase.Words, String>: Set<String>] = [
            \.de: ["du", "dich", "dir", "dein", "deine", "deiner", "deinem", "gib", "gehe"],
            \.fr: ["tu", "te", "toi", "ton", "ta", "tes", "monte", "descends"],
            \.it: ["tu", "ti", "tuo", "tua", "tuoi", "sali", "scendi"],
        ]
        for (language, forbidden) in familiar {
            for phrase in Phrase.allCases {
                let text = try #require(Phrase.table[phrase])[keyPath: language]
                let words = text.lowercased().split { !$0.isLetter }.map(String.init)
                #expect(forbidden.isDisjoint(with: words), "say it with Sie, vous or Lei: \(text)")
            }
        }
    }

    @Test func `what is filled in is not read again`() {
        let text = Phrase.tripNow.text(.en, ["line": "{line} {minutes}"])
        #expect(text == "Get on now: {line} {minutes}")
        #expect(
            Phrase.later.text(.de, ["line": "S1", "time": "08:00"]) == "S1 08:00:  Min. später")
    }

    private static func places(_ text: String) -> Set<String> {
        Set(
            (" " + text).split(separator: "{").dropFirst().compactMap {
                $0.split(separator: "}").first
            }
            .map(String.init))
    }
}
