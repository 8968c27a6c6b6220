/// Finds the intended spelling of a misspelt word.
enum SpellingSuggestion {
    /// Returns the known word nearest to a text; nil if none is near.
    ///
    /// A word is near if its distance is at most two, or one if the word is short; swapping two
    /// neighbouring letters counts as one.
    static func nearest(to text: String, among known: [String]) -> String? {
        let text = Array(text.lowercased().prefix(64))
        let best = known.map { (word: $0, distance: distance(text, Array($0))) }
            .min { ($0.distance, $0.word) < ($1.distance, $1.word) }
        guard let best, best.distance <= (best.word.count < 5 ? 1 : 2) else { return nil }
        return best.word
    }

    /// Returns the optimal string alignment distance: insertions, deletions, substitutions and
    /// swaps of neighbours.
    ///
    /// - Complexity: The product of both lengths.
    static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for i in 0..<one.count {
            var row = [i + 1]
            for j in 0..<other.count {
                var best = min(
                    last[j + 1] + 1, row[j] + 1, last[j] + (one[i] == other[j] ? 0 : 1))
                if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] {
                    best = min(best, beforeLast[j - 1] + 1)
                }
                row.append(best)
            }
            beforeLast = last
            last = row
        }
        return last[other.count]
    }
}
