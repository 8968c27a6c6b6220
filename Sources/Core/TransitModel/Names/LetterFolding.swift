#if !hasFeature(Embedded)
import Foundation
#endif

/// Folding of letters outside ASCII to plain letters.
enum LetterFolding {
    /// Letters that Unicode does not decompose, and those with two common spellings.
    private static let special: [Unicode.Scalar: (plain: String, expanded: String?)] = [
        "ä": ("a", "ae"), "ö": ("o", "oe"), "ü": ("u", "ue"), "å": ("a", "aa"), "ø": ("o", "oe"),
        "ß": ("ss", nil), "æ": ("ae", nil), "œ": ("oe", nil), "ł": ("l", nil), "đ": ("d", nil),
        "ð": ("d", nil), "þ": ("th", nil), "ħ": ("h", nil), "ı": ("i", nil), "ŋ": ("n", nil),
        "ŧ": ("t", nil), "ς": ("σ", nil), "ё": ("е", nil), "ə": ("e", nil),
    ]

    /// Returns the folded letters and their written-out form; no letters if the scalar is not a
    /// letter.
    static func fold(_ scalar: Unicode.Scalar) -> (letters: [UInt16], expanded: [UInt16]?) {
        let lower = String(scalar).lowercaseForm
        if let only = lower.unicodeScalars.first, lower.unicodeScalars.count == 1,
            let (plain, expanded) = special[only]
        {
            return (Array(plain.utf16), expanded.map { Array($0.utf16) })
        }
        let apart = lower.decomposedStringWithCompatibilityMapping.unicodeScalars
            .filter { !(0x300...0x36f).contains($0.value) }
        let isLatinOrGreek = apart.allSatisfy {
            $0.value < 0x400 || (0x1e00...0x1fff).contains($0.value)
        }
        let kept =
            isLatinOrGreek
            ? Array(apart) : Array(lower.precomposedStringWithCompatibilityMapping.unicodeScalars)
        let letters = kept.flatMap { kept in
            String(kept == "ς" ? "σ" : kept).lowercaseForm.unicodeScalars
                .filter(isPartOfWord).flatMap { String($0).utf16 }
        }
        return (letters, nil)
    }

    /// Composes accents with their letters where Unicode has such letters.
    static func composed(_ text: String) -> String {
        text.precomposedStringWithCanonicalMapping
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.wordCategory == .word
    }
}
