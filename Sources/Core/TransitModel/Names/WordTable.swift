/// Looks words up in a sorted table of spellings, wherever its columns are held.
///
/// `letters` has the letters of all spellings one after the other, `offsets` where each begins (one
/// more than there are spellings), `masks` the set of letters of each, see ``mask(of:)``.
package enum WordTable {
    /// The spellings that begin with some letters.
    ///
    /// - Complexity: logarithmic in the spellings.
    package static func rows(
        beginningWith prefix: [UInt16], letters: Span<UInt16>, offsets: Span<UInt32>
    ) -> Range<Int> {
        let start = firstRow(letters, offsets) { compare($0, prefix) >= 0 }
        let end = firstRow(letters, offsets) { compare($0, prefix) > 0 }
        return start..<max(start, end)
    }

    /// The spellings whose beginning differs from a word by one typo, and those by two, as far as
    /// ``TypoMatching`` allows so many for its length.
    ///
    /// - Complexity: linear in the spellings; nearly all are ruled out by their mask alone.
    package static func rows(
        near word: [UInt16], _ letters: Span<UInt16>, offsets: Span<UInt32>, masks: Span<UInt32>
    ) -> (one: [Int], two: [Int]) {
        var matching = TypoMatching(word)
        guard matching.limit > 0 else { return ([], []) }
        var (one, two): ([Int], [Int]) = ([], [])
        for row in 0..<masks.count where matching.isPossible(masks[row]) {
            let range = Int(offsets[row])..<Int(offsets[row + 1])
            switch matching.typos(in: letters.extracting(range)) {
            case 1: one.append(row)
            case 2: two.append(row)
            default: break
            }
        }
        return (one, two)
    }

    /// The letters that occur, as a set in which some letters share a place.
    package static func mask(of letters: some Sequence<UInt16>) -> UInt32 {
        letters.reduce(0) { mask, letter in
            mask | 1 << UInt32(letter < 0x3a ? 27 + letter % 5 : letter & 31)
        }
    }

    /// Found by halving: spellings of which the condition holds come after all others.
    private static func firstRow(
        _ letters: Span<UInt16>, _ offsets: Span<UInt32>, where holds: (Span<UInt16>) -> Bool
    ) -> Int {
        var low = 0
        var size = max(0, offsets.count - 1)
        while size > 0 {
            let middle = low + size / 2
            let range = Int(offsets[middle])..<Int(offsets[middle + 1])
            if holds(letters.extracting(range)) {
                size /= 2
            } else {
                low = middle + 1
                size -= size / 2 + 1
            }
        }
        return low
    }

    /// Negative where a word comes before all that begin with the prefix, 0 where it begins with
    /// it.
    private static func compare(_ word: Span<UInt16>, _ prefix: [UInt16]) -> Int {
        for index in 0..<min(word.count, prefix.count) where word[index] != prefix[index] {
            return word[index] < prefix[index] ? -1 : 1
        }
        return word.count < prefix.count ? -1 : 0
    }
}
