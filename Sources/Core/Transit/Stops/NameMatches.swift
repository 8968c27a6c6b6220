import TransitModel

/// The names that contain all typed words.
struct NameMatches {
    /// The progress of a name in matching the typed words.
    private struct State {
        /// The number of typed words matched so far.
        var words: UInt8 = 0
        var typos: UInt8 = 0
        /// How many of them were typed in full.
        var whole: UInt8 = 0
        /// How many of the first typed words are the name's first words, in order.
        var inPlace: UInt8 = 0
        /// Whether one of them is only nearly a word for a railway station, which counts beside the
        /// whole name alone.
        var hasNearlyStation = false
    }

    private var states: [State]
    private let wordCount: Int
    /// The score of words typed in full; 0 for a single letter, which is rarely a whole word.
    private let wholeWords: Float

    /// Looks up the words one after another; a name must contain all of them.
    init(_ words: [FoldedWord], in index: StopSearchIndex, allowsTypos: Bool) {
        states = [State](repeating: State(), count: index.names.count)
        wordCount = words.count
        let columns = index.words
        wholeWords = words.count == 1 && words[0].letters.count == 1 ? 0 : Score.wholeWords
        for (number, word) in words.enumerated() {
            var found = addBeginnings(UInt8(number), word, columns)
            if allowsTypos { found = addTypos(UInt8(number), word, columns) || found }
            if words.count > 1, columns.stationToken != .max,
                let typos = Self.typosInStation(word, allowsTypos)
            {
                let token = Int(columns.stationToken)
                found =
                    visit(
                        columns, token, UInt8(number), typos: typos, isWhole: false,
                        isNearlyStation: true) || found
            }
            if !found {
                states = []
                return
            }
        }
    }

    /// Matches names with a word that begins with the typed one; whole words first, as they score
    /// higher.
    private mutating func addBeginnings(
        _ number: UInt8, _ word: FoldedWord, _ columns: WordColumns
    ) -> Bool {
        var found = false
        let spellings = word.spellings.map { (columns.rows(beginningWith: $0), $0.count) }
        for wantsWhole in [true, false] {
            for (rows, length) in spellings {
                for row in rows {
                    let isWhole = columns.length(row) == length
                    if isWhole != wantsWhole {
                        // Whole words come first among the rows with the same beginning.
                        guard wantsWhole else { continue }
                        break
                    }
                    if columns.tokens[row] == columns.stationToken,
                        !isWhole || !Abbreviations.stationWords.contains(word.letters)
                    {
                        continue
                    }
                    found =
                        visit(columns, Int(columns.tokens[row]), number, typos: 0, isWhole: isWhole)
                        || found
                }
            }
        }
        return found
    }

    /// Matches names with a word similar to the typed one; fewer typos first.
    private mutating func addTypos(
        _ number: UInt8, _ word: FoldedWord, _ columns: WordColumns
    ) -> Bool {
        var near: [[UInt32]] = [[], []]
        for spelling in word.spellings {
            let rows = columns.rows(near: spelling)
            for (typos, rows) in [rows.one, rows.two].enumerated() {
                near[typos] += rows.lazy.map { columns.tokens[$0] }
                    .filter { $0 != columns.stationToken }
            }
        }
        var found = false
        for typos in 1...2 {
            for token in near[typos - 1] {
                found =
                    visit(columns, Int(token), number, typos: UInt8(typos), isWhole: false) || found
            }
        }
        return found
    }

    /// Returns the typos of a word that is the beginning of one for a railway station, nearly one,
    /// or one for a main station; nil for other words.
    private static func typosInStation(_ word: FoldedWord, _ allowsTypos: Bool) -> UInt8? {
        let letters = word.letters
        if Abbreviations.mainStationWords.contains(letters) { return 0 }
        guard letters.count >= 3 else { return nil }
        let words = Abbreviations.anyStationWords
        if words.contains(where: { $0.starts(with: letters) }) {
            return Abbreviations.stationWords.contains(letters) ? nil : 0
        }
        guard allowsTypos, letters.count >= 5 else { return nil }
        var matching = TypoMatching(letters)
        return words.compactMap { matching.typos(in: $0.span) }.min().map { UInt8($0) }
    }

    /// Counts a word for all names that contain it and matched all words before it.
    private mutating func visit(
        _ columns: WordColumns, _ token: Int, _ number: UInt8, typos: UInt8, isWhole: Bool,
        isNearlyStation: Bool = false
    ) -> Bool {
        let rows = Int(columns.postingOffsets[token])..<Int(columns.postingOffsets[token + 1])
        var found = false
        let lowBits = UInt32(1) << WordColumns.positionBits - 1
        for posting in columns.postings[rows] {
            let name = Int(posting >> WordColumns.positionBits)
            let isInPlace = posting & lowBits == UInt32(number)
            if states[name].words == number {
                states[name].words = number + 1
                states[name].typos += typos
                if isWhole { states[name].whole += 1 }
                if isNearlyStation { states[name].hasNearlyStation = true }
                found = true
            } else if states[name].words != number + 1 {
                continue
            }
            if isInPlace, states[name].inPlace == number { states[name].inPlace = number + 1 }
        }
        return found
    }

    /// Ranks the places whose names contain all words, each by its best name.
    func rank(in index: StopSearchIndex, _ proximity: Proximity?, into ranking: inout Ranking) {
        if states.isEmpty { return }
        let count = UInt8(wordCount)
        let (names, places) = (index.names, index.places)
        var best: Ranking.Candidate?
        for name in states.indices where states[name].words == count {
            if states[name].hasNearlyStation, !isStation(name, names) { continue }
            let place = Int(names.places[name])
            if let last = best, last.place != place {
                ranking.add(last)
                best = nil
            }
            let (match, kind) = judge(name, names)
            var score = kind + Score.importance * places.importance[place]
            score += wholeWords * Float(states[name].whole) / Float(count)
            if names.others[name] != .max { score += Score.otherName }
            if let proximity {
                score += proximity.bonus(places.latitudes[place], places.longitudes[place])
            }
            if best == nil ? ranking.takes(score) : score > best?.score ?? 0 {
                best = Ranking.Candidate(place: place, name: name, score: score, match: match)
            }
        }
        if let best { ranking.add(best) }
    }

    /// Whether the whole name was typed, with a word for a railway station beside it.
    private func isStation(_ name: Int, _ names: NameColumns) -> Bool {
        let whole = Int(states[name].whole) + (states[name].hasNearlyStation ? 1 : 0)
        return Int(names.wordCounts[name]) + 1 == wordCount && whole == wordCount
    }

    private func judge(_ name: Int, _ names: NameColumns) -> (StopHit.Match, Float) {
        let state = states[name]
        let isInPlace = Int(state.inPlace) == wordCount
        // `Bahnhof Zug` for the station `Zug` is as good as `Zug Bahnhof`.
        var kind = isInPlace || isStation(name, names) ? Score.nameBeginning : Score.words
        if isInPlace, Int(names.wordCounts[name]) == wordCount, Int(state.whole) == wordCount {
            kind = Score.exact
        }
        if state.typos > 0 {
            return (.typos(Int(state.typos)), kind + Score.typo * Float(state.typos))
        }
        switch kind {
        case Score.exact: return (.exact, kind)
        case Score.nameBeginning: return (.nameBeginning, kind)
        default: return (.words, kind)
        }
    }
}
