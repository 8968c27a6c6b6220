/// Compares a typed word with the beginning of another one, allowing for typos.
///
/// The distance is the restricted Damerau-Levenshtein distance (optimal string alignment): a wrong,
/// missing or extra letter, or two swapped neighbours, count one each. The closest of all
/// beginnings of the other word counts, because the typed word may be incomplete.
struct TypoMatching {
    private let typed: [UInt16]
    private let mask: UInt32
    /// The maximum number of typos in this word.
    let limit: Int
    private var above: [Int]
    private var twoAbove: [Int]
    private var current: [Int]

    /// The maximum number of letters compared.
    static let maximumLetters = 64

    /// Returns the maximum number of typos for a word with that many letters.
    static func limit(letters: Int) -> Int {
        letters < 4 ? 0 : letters < 8 ? 1 : 2
    }

    init(_ word: [UInt16]) {
        typed = Array(word.prefix(Self.maximumLetters))
        mask = WordColumns.mask(of: typed)
        limit = Self.limit(letters: typed.count)
        above = [Int](repeating: 0, count: typed.count + limit + 1)
        twoAbove = above
        current = above
    }

    /// Returns whether a word with that set of letters can match; this rules out nearly all words.
    func isPossible(_ other: UInt32) -> Bool {
        // Each typo removes at most one letter of the typed word from the other one.
        (mask & ~other).nonzeroBitCount <= limit
    }

    /// Returns the typos between the typed word and the closest beginning of `word`; nil if there
    /// are too many.
    ///
    /// - Complexity: the number of typed letters times the maximum number of typos.
    mutating func typos(in word: UnsafeBufferPointer<UInt16>) -> Int? {
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
            // A swap cannot lead back below the limit: a wrong letter reaches this row at the same
            // cost.
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
