import Testing
import TransitModel

@testable import Riders

/// The texts of messages, in every language.
@Suite struct PhraseTests {
    @Test(arguments: Phrase.allCases)
    func `a phrase is there in every language and names the same things`(phrase: Phrase) {
        let patterns = MessageLanguage.allCases.map(phrase.pattern)
        for pattern in patterns {
            #expect(!pattern.isEmpty)
            #expect(Self.places(pattern) == Self.places(phrase.pattern(.en)))
        }
        #expect(Set(patterns).count == patterns.count)
    }

    /// Informal words for addressing somebody; English has none.
    private static let familiar: [MessageLanguage: Set<String>] = [
        .de: ["du", "dich", "dir", "dein", "deine", "deiner", "deinem", "gib", "gehe"],
        .fr: ["tu", "te", "toi", "ton", "ta", "tes", "monte", "descends"],
        .it: ["tu", "ti", "tuo", "tua", "tuoi", "sali", "scendi"],
    ]

    @Test(arguments: MessageLanguage.allCases.filter { $0 != .en })
    func `riders are addressed as people one does not know`(language: MessageLanguage) throws {
        let forbidden = try #require(Self.familiar[language])
        for phrase in Phrase.allCases {
            let text = phrase.pattern(language)
            let words = text.lowercased().split { !$0.isLetter }.map(String.init)
            #expect(forbidden.isDisjoint(with: words), "say it with Sie, vous or Lei: \(text)")
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
