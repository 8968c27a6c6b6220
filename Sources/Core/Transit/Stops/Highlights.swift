import TransitModel

/// Finds the parts of a name that were typed.
enum Highlights {
    /// Returns the ranges in UTF-16 units, in order: the typed letters of words that begin with
    /// them, and whole words where a typo or another spelling matched.
    static func ranges(of typed: [FoldedWord], in name: String) -> [Range<Int>] {
        var folding = TextFolding()
        let words = folding.words(of: name)
        let units = Array(name.utf16)
        var ranges: [Range<Int>] = []
        for typed in typed {
            guard let (word, length) = find(typed, in: words) else { continue }
            var end = word.range.upperBound
            if let length, word.letters.count == word.range.count {
                end = word.range.lowerBound + length
            }
            ranges.append(word.range.lowerBound..<min(end, units.count))
        }
        ranges.sort { $0.lowerBound < $1.lowerBound }
        var merged: [Range<Int>] = []
        for range in ranges {
            if let last = merged.last, last.upperBound > range.lowerBound {
                merged[merged.count - 1] =
                    last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    /// Returns the matching word, and how many of its letters were typed; nil if all letters count.
    private static func find(
        _ typed: FoldedWord, in words: [FoldedWord]
    ) -> (word: FoldedWord, length: Int?)? {
        let spellings = typed.spellings
        func first(_ fits: (FoldedWord) -> Bool) -> FoldedWord? { words.first(where: fits) }
        if let word = first({ spellings.contains($0.letters) }) { return (word, nil) }
        if let word = first({ $0.letters.starts(with: typed.letters) }) {
            return (word, typed.letters.count)
        }
        if let word = first({ word in
            let others = word.spellings + word.parts + Abbreviations.spellings(of: word.letters)
            return others.contains { other in spellings.contains { other.starts(with: $0) } }
        }) {
            return (word, nil)
        }
        if let word = first({ word in
            word.compoundTails.contains { tail in spellings.contains { tail.starts(with: $0) } }
        }) {
            return (word, nil)
        }
        for spelling in spellings {
            var matching = TypoMatching(spelling)
            guard matching.limit > 0 else { continue }
            if let word = first({ matching.typos(in: $0.letters.span) != nil }) {
                return (word, nil)
            }
        }
        return nil
    }
}
