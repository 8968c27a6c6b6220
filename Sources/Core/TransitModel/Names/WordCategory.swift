/// What a character is to the words of a name.
enum WordCategory: Int32 {
    /// Punctuation, spaces and anything else between words.
    case gap
    /// A letter, mark or digit: Unicode's categories L, Mn, Mc and N.
    case word
    /// A symbol that may stand for letters, as ™ does: Unicode's category So.
    case symbol
}

extension Unicode.Scalar {
    /// Whether it is of Unicode's property White_Space.
    package var isSpace: Bool {
        switch value {
        case 0x09...0x0d, 0x20, 0x85, 0xa0, 0x1680, 0x2000...0x200a, 0x2028, 0x2029, 0x202f, 0x205f,
            0x3000:
            return true
        default: return false
        }
    }
}

#if !hasFeature(Embedded)

extension Unicode.Scalar {
    var wordCategory: WordCategory {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
            return .word
        case .otherSymbol: return .symbol
        default: return .gap
        }
    }
}

extension String {
    /// Each character's lower case, whatever its neighbours and the language.
    var lowercaseForm: String { lowercased() }
}

#endif
