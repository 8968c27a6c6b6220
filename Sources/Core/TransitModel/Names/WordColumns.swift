/// The words of all names, sorted, and the names that have them.
///
/// A word of a name is a token; it can have several spellings (`zurich`, `zuerich`; `hb`,
/// `hauptbahnhof`), each a row of the sorted table.
package struct WordColumns: Sendable {
    /// Where each spelling's letters are; one more than there are spellings.
    package let offsets: [UInt32]
    /// The letters of all spellings.
    package let letters: [UInt16]
    /// The token of each spelling.
    package let tokens: [UInt32]
    /// A set of the letters in each spelling, see ``WordTable/mask(of:)``.
    package let masks: [UInt32]
    /// Where each token's postings are.
    package let postingOffsets: [UInt32]
    /// A name, and in the lowest bits the word's position in it.
    package let postings: [UInt32]

    /// The token of names that have no word for a railway station but may be asked for with one,
    /// typed in full; `UInt32.max` if there are none.
    package let stationToken: UInt32

    /// How many bits of a posting are the position.
    package static let positionBits: UInt32 = 6
    /// The highest position that a posting stores; later words share it.
    package static let lastPosition: UInt32 = 63

    /// How much memory the columns take.
    package var bytes: Int {
        (offsets.count + tokens.count + masks.count + postingOffsets.count + postings.count) * 4
            + letters.count * 2
    }

    /// The letters of a spelling.
    package func letters(_ row: Int) -> ArraySlice<UInt16> {
        letters[Int(offsets[row])..<Int(offsets[row + 1])]
    }

    /// How many letters a spelling has.
    package func length(_ row: Int) -> Int { Int(offsets[row + 1] - offsets[row]) }

    /// The spellings that begin with some letters.
    ///
    /// - Complexity: logarithmic in the spellings.
    package func rows(beginningWith prefix: [UInt16]) -> Range<Int> {
        WordTable.rows(beginningWith: prefix, letters: letters.span, offsets: offsets.span)
    }

    /// The spellings with one typo, and those with two, see ``WordTable``.
    package func rows(near word: [UInt16]) -> (one: [Int], two: [Int]) {
        WordTable.rows(near: word, letters.span, offsets: offsets.span, masks: masks.span)
    }
}

/// Collects words while names are read.
package struct WordBuilder {
    private var tokens: [[UInt16]: UInt32] = [:]
    private var spellings: [(letters: [UInt16], token: UInt32)] = []
    private var postings: [(token: UInt32, posting: UInt32)] = []
    private var tokenCount = 0
    private var stationToken: UInt32?

    /// Has no words yet.
    package init() {}

    package mutating func add(_ words: [FoldedWord], of name: Int) {
        for (position, word) in words.enumerated() {
            let posting =
                UInt32(name) << WordColumns.positionBits
                | min(UInt32(position), WordColumns.lastPosition)
            postings.append((token(of: word), posting))
            if word.joinsNext, position + 1 < words.count {
                let joined = word.letters + words[position + 1].letters
                postings.append((token(letters: joined), posting))
            }
        }
    }

    /// Lets a name be found by the second parts of its compounds, as by words at its end.
    package mutating func addCompoundTails(of words: [FoldedWord], to name: Int) {
        let posting = UInt32(name) << WordColumns.positionBits | WordColumns.lastPosition
        for word in words {
            let tails = word.compoundTails
            guard let first = tails.first else { continue }
            let token = token(letters: first)
            for other in tails.dropFirst() { spellings.append((other, token)) }
            postings.append((token, posting))
        }
    }

    /// Lets a name be found by the words for a railway station too, if it has none of them.
    package mutating func addStation(to name: Int, unlessIn words: [FoldedWord]) {
        if words.contains(where: { Abbreviations.stationWords.contains($0.letters) }) { return }
        if stationToken == nil {
            let token = newToken()
            spellings += Abbreviations.anyStationWords.map { ($0, token) }
            stationToken = token
        }
        guard let stationToken else { return }
        // As if it stood at the end of the name.
        let position = min(UInt32(words.count), WordColumns.lastPosition)
        postings.append((stationToken, UInt32(name) << WordColumns.positionBits | position))
    }

    private mutating func newToken() -> UInt32 {
        tokenCount += 1
        return UInt32(tokenCount - 1)
    }

    private mutating func token(of word: FoldedWord) -> UInt32 {
        let token = token(letters: word.letters)
        if let expanded = word.expanded { spellings.append((expanded, token)) }
        for part in word.parts { spellings.append((part, token)) }
        return token
    }

    private mutating func token(letters: [UInt16]) -> UInt32 {
        if let token = tokens[letters] { return token }
        let token = newToken()
        tokens[letters] = token
        spellings.append((letters, token))
        for other in Abbreviations.spellings(of: letters) { spellings.append((other, token)) }
        return token
    }

    /// The words as columns.
    package func columns() -> WordColumns {
        let sorted = spellings.sorted { left, right in
            left.letters == right.letters
                ? left.token < right.token
                : left.letters.lexicographicallyPrecedes(right.letters)
        }
        var offsets: [UInt32] = [0]
        var letters: [UInt16] = []
        var spellingTokens: [UInt32] = []
        var masks: [UInt32] = []
        for (row, spelling) in sorted.enumerated() {
            if row > 0, sorted[row - 1] == spelling { continue }
            letters.append(contentsOf: spelling.letters)
            offsets.append(UInt32(letters.count))
            spellingTokens.append(spelling.token)
            masks.append(WordTable.mask(of: spelling.letters))
        }
        var postingOffsets = [UInt32](repeating: 0, count: tokenCount + 1)
        for (token, _) in postings { postingOffsets[Int(token) + 1] += 1 }
        for token in 0..<tokenCount { postingOffsets[token + 1] += postingOffsets[token] }
        var next = postingOffsets
        var placed = [UInt32](repeating: 0, count: postings.count)
        for (token, posting) in postings {
            placed[Int(next[Int(token)])] = posting
            next[Int(token)] += 1
        }
        return WordColumns(
            offsets: offsets, letters: letters, tokens: spellingTokens, masks: masks,
            postingOffsets: postingOffsets, postings: placed,
            stationToken: stationToken ?? .max)
    }
}
