/// A word of a name or a query, without the details that people leave out when typing.
package struct FoldedWord: Equatable {
    /// Lower-case letters and digits without accents, one unit per letter (`zurich`).
    package let letters: [UInt16]
    /// The same with umlauts and similar letters written out (`zuerich`); nil if it is no
    /// different.
    package let expanded: [UInt16]?
    /// The parts at apostrophes (`l`, `hopital` of `lhopital`); empty where there are none.
    package let parts: [[UInt16]]
    /// Whether a hyphen or a full stop follows (`Baden-Baden`), so that the next word may be typed
    /// without a space.
    package let joinsNext: Bool
    /// The word's range in the text, in UTF-16 units.
    package let range: Range<Int>

    /// The spellings of the second part of a German compound (`ageri`, `aegeri` of `Oberägeri`),
    /// by which riders name places that have several first parts; empty for other words.
    package var compoundTails: [[UInt16]] {
        // Nearly all words are shorter.
        guard (expanded ?? letters).count >= Abbreviations.minimumCompound else { return [] }
        return spellings.compactMap(Abbreviations.compoundTail)
    }

    /// Returns whether a letter is a digit from 0 to 9.
    package static func isDigit(_ letter: UInt16) -> Bool { letter >= 0x30 && letter <= 0x39 }

    package var spellings: [[UInt16]] { expanded.map { [letters, $0] } ?? [letters] }
}

/// Splits texts into folded words.
///
/// Case and the accents of Latin and Greek letters are removed, and wide and narrow forms become
/// plain ones. Letters that merely look accented in other scripts (й, が) are kept. Chinese
/// characters and kana are words of their own, because they are written without spaces.
package struct TextFolding {
    /// The role of a character in splitting a text into words.
    private enum Meaning {
        case gap
        case join
        case apostrophe
        case nothing
        case ideograph(UInt16)
        case letters([UInt16], expanded: [UInt16]?)
        /// A word of its own (`&`).
        case word([UInt16])
    }

    private var known: [UInt32: Meaning] = [:]

    private static let ampersand = Array("and".utf16)

    package init() {}

    /// Splits the start of a text into words.
    ///
    /// The length is limited in Unicode scalars, as a character may have any number of accents.
    package static func words(of text: String, firstScalars length: Int) -> [FoldedWord] {
        var folding = TextFolding()
        return folding.words(of: Substring(text.unicodeScalars.prefix(length)))
    }

    /// Splits a text into words.
    /// - Complexity: linear in the text.
    package mutating func words(of text: some StringProtocol) -> [FoldedWord] {
        let scalars = text.unicodeScalars
        if scalars.contains(where: { (0x300...0x36f).contains($0.value) }) {
            // Combining accents are composed with their letters first.
            return words(of: LetterFolding.composed(String(text)).unicodeScalars)
        }
        return words(of: scalars)
    }

    /// Returns the letters of a text's words, separated by spaces.
    ///
    /// Texts that differ only in case, accents and punctuation give the same result.
    package mutating func letters(of text: some StringProtocol) -> [UInt16] {
        Array(words(of: text).map { $0.letters }.joined(separator: [0x20]))
    }

    private mutating func words(of scalars: some Sequence<Unicode.Scalar>) -> [FoldedWord] {
        var draft = Draft()
        for scalar in scalars {
            let value = scalar.value
            if value < 0x80 {
                switch UInt8(truncatingIfNeeded: value) {
                case 0x61...0x7a, 0x30...0x39: draft.add(UInt16(value))
                case 0x41...0x5a: draft.add(UInt16(value | 0x20))
                case 0x27, 0x60: draft.apostrophe()
                case 0x2d, 0x2e: draft.end(joins: true)
                case 0x26: draft.word(Self.ampersand)
                default: draft.end(joins: false)
                }
            } else {
                switch meaning(of: scalar) {
                case .gap: draft.end(joins: false)
                case .join: draft.end(joins: true)
                case .apostrophe: draft.apostrophe()
                case .nothing: break
                case .ideograph(let unit): draft.word([unit])
                case .letters(let letters, let expanded): draft.add(letters, expanded)
                case .word(let letters): draft.word(letters)
                }
            }
            draft.position += value > 0xffff ? 2 : 1
        }
        draft.end(joins: false)
        return draft.words
    }

    private mutating func meaning(of scalar: Unicode.Scalar) -> Meaning {
        if let meaning = known[scalar.value] { return meaning }
        let meaning = Self.newMeaning(of: scalar)
        known[scalar.value] = meaning
        return meaning
    }

    private static func newMeaning(of scalar: Unicode.Scalar) -> Meaning {
        switch scalar.value {
        // Apostrophes, accents used as apostrophes, and the dot of Catalan l·l.
        case 0xb4, 0xb7, 0x2bb, 0x2bc, 0x2018, 0x2019, 0x201b, 0x2032, 0x2027: return .apostrophe
        case 0xad, 0x200b...0x200f, 0x2060, 0xfeff: return .nothing
        // Vowel points of Hebrew and Arabic, which are seldom written.
        case 0x591...0x5bd, 0x5c1, 0x5c2, 0x64b...0x65f, 0x670: return .nothing
        case 0x2010...0x2015, 0x2212: return .join
        // Kana and Chinese characters.
        case 0x3041...0x3096, 0x30a1...0x30fa, 0x3400...0x4dbf, 0x4e00...0x9fff:
            return .ideograph(UInt16(scalar.value))
        default: break
        }
        guard scalar.wordCategory != .gap else { return .gap }
        let (letters, expanded) = LetterFolding.fold(scalar)
        return letters.isEmpty ? .gap : .letters(letters, expanded: expanded)
    }
}

/// The words found so far and the word being read.
private struct Draft {
    var words: [FoldedWord] = []
    /// The position of the next character, in UTF-16 units.
    var position = 0
    private var letters: [UInt16] = []
    private var expanded: [UInt16]?
    private var partEnds: [Int] = []
    private var start = 0

    mutating func add(_ unit: UInt16) {
        if letters.isEmpty {
            start = position
            letters.reserveCapacity(12)
        }
        letters.append(unit)
        expanded?.append(unit)
    }

    mutating func add(_ more: [UInt16], _ moreExpanded: [UInt16]?) {
        if letters.isEmpty { start = position }
        if let moreExpanded {
            expanded = (expanded ?? letters) + moreExpanded
        } else {
            expanded?.append(contentsOf: more)
        }
        letters.append(contentsOf: more)
    }

    mutating func apostrophe() {
        guard !letters.isEmpty, partEnds.last != letters.count else { return }
        partEnds.append(letters.count)
    }

    mutating func word(_ letters: [UInt16]) {
        end(joins: false)
        words.append(
            FoldedWord(
                letters: letters, expanded: nil, parts: [], joinsNext: false,
                range: position..<position + 1))
    }

    mutating func end(joins: Bool) {
        guard !letters.isEmpty else { return }
        var parts: [[UInt16]] = []
        var from = 0
        for end in partEnds where end < letters.count {
            parts.append(Array(letters[from..<end]))
            from = end
        }
        if !parts.isEmpty { parts.append(Array(letters[from...])) }
        words.append(
            FoldedWord(
                letters: letters, expanded: expanded, parts: parts, joinsNext: joins,
                range: start..<position))
        letters = []
        expanded = nil
        partEnds = []
    }
}
