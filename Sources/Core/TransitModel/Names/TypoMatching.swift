/// Compares a typed word with the beginning of another, typos allowed.
///
/// The distance is that of Damerau and Levenshtein in its restricted form (optimal string
/// alignment): a letter wrong, missing or too many, or two neighbours exchanged, count one each. Of
/// all beginnings of the other word the nearest counts, because the typed word may be unfinished.
package struct TypoMatching {
    private let typed: [UInt16]
    private let mask: UInt32
    /// The most typos that this word may have.
    package let limit: Int
    private var above: [Int]
    private var twoAbove: [Int]
    private var current: [Int]

    /// The most letters of a word that are compared.
    package static let maximumLetters = 64

    /// The number of typos allowed in a word of that length.
    package static func limit(letters: Int) -> Int {
        letters < 4 ? 0 : letters < 8 ? 1 : 2
    }

    /// Prepares to compare other words with this one, of which up to ``maximumLetters`` are read.
    package init(_ word: [UInt16]) {
        typed = Array(word.prefix(Self.maximumLetters))
        mask = WordTable.mask(of: typed)
        limit = Self.limit(letters: typed.count)
        above = [Int](repeating: 0, count: typed.count + limit + 1)
        twoAbove = above
        current = above
    }

    /// Whether a word with those letters can be near enough; decides nearly all words at once.
    package func isPossible(_ other: UInt32) -> Bool {
        // Each typo removes one letter of the typed word from the other at most.
        (mask & ~other).nonzeroBitCount <= limit
    }

    /// The typos between the typed word and the nearest beginning of `word`, nil if too many.
    ///
    /// - Complexity: the typed letters times the typos allowed.
    package mutating func typos(in word: Span<UInt16>) -> Int? {
        let width = min(word.count, typed.count + limit)
        if width < typed.count - limit { return nil }
        let beyond = limit + 1
        for column in 0...width { above[column] = column }
        for row in 1...typed.count {
            let first = max(1, row - limit)
            let last = min(width, row + limit)
            if first > last { return nil }
            let letter = typed[row - 1]
            current[first - 1] = first == 1 ? row : beyond
            var best = current[first - 1]
            for column in first...last {
                let other = word[column - 1]
                var distance = above[column - 1] + (letter == other ? 0 : 1)
                if column < row + limit { distance = min(distance, above[column] + 1) }
                distance = min(distance, current[column - 1] + 1)
                if row > 1, column > 1, letter == word[column - 2], typed[row - 2] == other {
                    distance = min(distance, twoAbove[column - 2] + 1)
                }
                current[column] = distance
                best = min(best, distance)
            }
            // Where an exchange would lead back, a wrong letter leads to this row at the same
            // price.
            if best > limit { return nil }
            swap(&twoAbove, &above)
            swap(&above, &current)
        }
        let first = max(0, typed.count - limit)
        guard first <= width else { return nil }
        var nearest = beyond
        for column in first...width { nearest = min(nearest, above[column]) }
        return nearest <= limit ? nearest : nil
    }
}
