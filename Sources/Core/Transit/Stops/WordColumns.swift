import TransitModel

/// The words of all names, sorted, and the names that contain them.
///
/// A word of a name is a token. It can have several spellings (`zurich`, `zuerich`; `hb`,
/// `hauptbahnhof`), each a row of the sorted table.
struct WordColumns: Sendable {
    /// The offset of each spelling's letters, plus one final entry.
    let offsets: [UInt32]
    let letters: [UInt16]
    /// The token of each spelling.
    let tokens: [UInt32]
    /// The set of letters of each spelling, see ``mask(of:)``.
    let masks: [UInt32]
    /// The offset of each token's postings, plus one final entry.
    let postingOffsets: [UInt32]
    /// A name, and in the lowest bits the word's position in it.
    let postings: [UInt32]

    /// The token of names without a word for a railway station that can be found by one if it is
    /// typed in full; `UInt32.max` if there are none.
    let stationToken: UInt32

    /// The number of bits of a posting that store the position.
    static let positionBits: UInt32 = 6
    /// The maximum position; later words are stored with it too.
    static let lastPosition: UInt32 = 63

    var count: Int { tokens.count }

    var bytes: Int {
        (offsets.count + tokens.count + masks.count + postingOffsets.count + postings.count) * 4
            + letters.count * 2
    }

    /// Returns the letters of a spelling.
    func letters(_ row: Int) -> ArraySlice<UInt16> {
        letters[Int(offsets[row])..<Int(offsets[row + 1])]
    }

    func length(_ row: Int) -> Int { Int(offsets[row + 1] - offsets[row]) }

    /// Returns the spellings that begin with a prefix.
    ///
    /// - Complexity: logarithmic in the spellings.
    func rows(beginningWith prefix: [UInt16]) -> Range<Int> {
        func first(_ isBeyond: (ArraySlice<UInt16>) -> Bool) -> Int {
            (0..<count).partitioningIndex { isBeyond(letters($0)) }
        }
        let start = first { !$0.lexicographicallyPrecedes(prefix) }
        let end = first { $0.prefix(prefix.count).lexicographicallyFollows(prefix) }
        return start..<max(start, end)
    }

    /// Returns the set of letters, in which some letters share a bit.
    static func mask(of letters: some Sequence<UInt16>) -> UInt32 {
        letters.reduce(0) { mask, letter in
            mask | 1 << UInt32(letter < 0x3a ? 27 + letter % 5 : letter & 31)
        }
    }
}

extension ArraySlice<UInt16> {
    fileprivate func lexicographicallyFollows(_ other: [UInt16]) -> Bool {
        other.lexicographicallyPrecedes(self)
    }
}

/// Collects words while names are read.
struct WordBuilder {
    private var tokens: [[UInt16]: UInt32] = [:]
    private var spellings: [(letters: [UInt16], token: UInt32)] = []
    private var postings: [(token: UInt32, posting: UInt32)] = []
    private var tokenCount = 0
    private var stationToken: UInt32?

    /// Adds the words of a name.
    mutating func add(_ words: [FoldedWord], of name: Int) {
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

    /// Makes a name findable by the words for a railway station, if it contains none of them.
    mutating func addStation(to name: Int, unlessIn words: [FoldedWord]) {
        if words.contains(where: { Abbreviations.stationWords.contains($0.letters) }) { return }
        if stationToken == nil {
            let token = newToken()
            for word in Abbreviations.stationWords { spellings.append((word, token)) }
            stationToken = token
        }
        guard let stationToken else { return }
        // As if the word were at the end of the name.
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

    /// Returns the words as columns.
    func columns() -> WordColumns {
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
            masks.append(WordColumns.mask(of: spelling.letters))
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
