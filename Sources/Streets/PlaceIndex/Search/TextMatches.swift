import TransitModel

/// The texts that contain each query word.
struct TextMatches {
    /// The query words that a text contains, as bit sets.
    struct State {
        var words: UInt16 = 0
        /// The words that are complete.
        var whole: UInt16 = 0
        /// The words found with typos.
        var mistyped: UInt16 = 0
        /// The total number of typos.
        var typos: UInt8 = 0
        /// The number of the text's first words found in order.
        var inOrder: UInt8 = 0
        /// The last word counted in `inOrder`, from 1.
        var lastInOrder: UInt8 = 0

        /// Forgets all but some query words; the typos and the order of all remain.
        mutating func keep(_ kept: UInt16) {
            words &= kept
            whole &= kept
            mistyped &= kept
            if mistyped == 0 { typos = 0 }
        }
    }

    private(set) var states: [State]
    /// The texts with at least one word.
    ///
    /// They are sorted if there are many, so that columns are read sequentially.
    private(set) var touched: [UInt32] = []
    private let columns: PlaceColumns

    /// Looks up all words.
    init(_ words: [FoldedWord], in columns: PlaceColumns, allowsTypos: Bool) {
        self.columns = columns
        states = [State](repeating: State(), count: columns.textCount)
        for (number, word) in words.enumerated() {
            addBeginnings(number, word)
            if allowsTypos { addTypos(number, word) }
        }
        guard touched.count > states.count / 8 else { return }
        touched.removeAll(keepingCapacity: true)
        for text in states.indices where states[text].words != 0 { touched.append(UInt32(text)) }
    }

    /// Returns whether any text has a word that begins with `word`.
    static func isFound(_ word: FoldedWord, in columns: PlaceColumns) -> Bool {
        let (letters, offsets) = (columns.wordLetters.buffer, columns.wordOffsets.buffer)
        return word.spellings.contains { spelling in
            !WordTable.rows(
                beginningWith: spelling, letters: letters.span, offsets: offsets.span
            ).isEmpty
        }
    }

    /// Finds texts with a word that begins with `word`; whole words first, because they rank
    /// higher.
    private mutating func addBeginnings(_ number: Int, _ word: FoldedWord) {
        let (letters, offsets) = (columns.wordLetters.buffer, columns.wordOffsets.buffer)
        let ranges = word.spellings.map { spelling in
            let rows = WordTable.rows(
                beginningWith: spelling, letters: letters.span, offsets: offsets.span)
            // Whole words are the first ones of their prefix.
            var firstLonger = rows.lowerBound
            while firstLonger < rows.upperBound,
                Int(offsets[firstLonger + 1] - offsets[firstLonger]) == spelling.count
            {
                firstLonger += 1
            }
            return (whole: rows.lowerBound..<firstLonger, longer: firstLonger..<rows.upperBound)
        }
        for range in ranges { visit(range.whole, number, typos: 0, isWhole: true) }
        for range in ranges { visit(range.longer, number, typos: 0, isWhole: false) }
    }

    /// Finds texts with a word similar to `word`; fewer typos first.
    private mutating func addTypos(_ number: Int, _ word: FoldedWord) {
        var (one, two): ([Int], [Int]) = ([], [])
        let (letters, offsets) = (columns.wordLetters.buffer, columns.wordOffsets.buffer)
        let masks = columns.wordMasks.buffer
        for spelling in word.spellings {
            let near = WordTable.rows(
                near: spelling, letters.span, offsets: offsets.span, masks: masks.span)
            one += near.one
            two += near.two
        }
        let length = word.letters.count
        for (typos, rows) in [(1, one), (2, two)] {
            for row in rows {
                let isWhole = abs(columns.wordOffsets.list(row).count - length) <= typos
                visit(row..<row + 1, number, typos: UInt8(typos), isWhole: isWhole)
            }
        }
    }

    /// Records a query word for all texts that have one of the given spellings.
    private mutating func visit(_ rows: Range<Int>, _ number: Int, typos: UInt8, isWhole: Bool) {
        let bit = UInt16(1) << UInt16(number)
        let mark = UInt8(number + 1)
        let lowBits = UInt32(1) << WordColumns.positionBits - 1
        let tokens = columns.wordTokens.buffer
        let offsets = columns.postingOffsets.buffer
        let postings = columns.postings.buffer
        for row in rows {
            let token = Int(tokens[row])
            for place in Int(offsets[token])..<Int(offsets[token + 1]) {
                let posting = postings[place]
                let text = Int(posting >> WordColumns.positionBits)
                var state = states[text]
                if state.words == 0 { touched.append(UInt32(text)) }
                if state.words & bit == 0 {
                    state.words |= bit
                    if typos > 0 {
                        state.typos += typos
                        state.mistyped |= bit
                    }
                    if isWhole { state.whole |= bit }
                }
                if posting & lowBits == UInt32(state.inOrder), state.lastInOrder != mark {
                    state.inOrder += 1
                    state.lastInOrder = mark
                }
                states[text] = state
            }
        }
    }
}
