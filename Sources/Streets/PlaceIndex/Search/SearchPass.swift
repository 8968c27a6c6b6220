import TransitModel

/// One search: looks up words and ranks the entries that match them.
struct SearchPass {
    var ranking: PlaceRanking
    let index: PlaceIndex
    let columns: PlaceColumns
    private let words: [FoldedWord]
    let proximity: PlaceProximity?
    let limit: Int
    /// All words as a bit set.
    let all: UInt16
    private let numberWords: UInt16
    private let repeatedNumbers: UInt16
    /// The words that distinguish a name from others, unlike those for streets.
    private let distinctiveWords: UInt16
    private let readings: [HouseNumberReading]
    /// The words that name a kind of place.
    let kinds: [CategoryWords.Reading]
    private var matches: TextMatches?
    /// The words that match each area's names.
    private var areas: [(words: UInt16, wellTyped: UInt16)] = []
    /// The words that a locality, postcode or house number may match.
    private var elsewhere: UInt16 = 0

    init(
        _ index: PlaceIndex, _ words: [FoldedWord], _ proximity: PlaceProximity?, limit: Int
    ) {
        self.index = index
        columns = index.columns
        self.words = words
        self.proximity = proximity
        self.limit = limit
        ranking = PlaceRanking(limit: limit)
        all = UInt16((1 << words.count) - 1)
        numberWords = HouseNumberReading.numberWords(words)
        repeatedNumbers = HouseNumberReading.repeatedNumbers(words)
        distinctiveWords = words.indices.reduce(0) { set, row in
            Abbreviations.streetWords.contains(words[row].letters)
                ? set : set | UInt16(1) << UInt16(row)
        }
        kinds = CategoryWords.readings(of: words)
        readings = HouseNumberReading.readings(of: words).filter { reading in
            // A reading beyond a single number must exist on some door.
            if reading.number == 0 { return index.numberlessKeys.contains(reading.suffix) }
            return reading.words.nonzeroBitCount == 1 || index.suffixKeys.contains(reading.suffix)
        }
    }

    /// Ranks the entries that match all words.
    mutating func run(allowsTypos: Bool) {
        ranking = PlaceRanking(limit: limit)
        // A word that is nowhere leaves nothing to find; the others may be in half of all texts.
        if !allowsTypos, !canMatchAll { return }
        let matches = lookUp(allowsTypos: allowsTypos)
        rank(matches, mayMiss: 0, atMost: 0)
        rankKinds(matches, mayMiss: 0)
    }

    /// Whether each word begins a word of some text, or may be a house number or a kind.
    private var canMatchAll: Bool {
        let numbers =
            readings.reduce(numberWords) { $0 | $1.words } | kinds.reduce(0) { $0 | $1.words }
        return words.indices.allSatisfy { number in
            numbers & UInt16(1) << UInt16(number) != 0
                || TextMatches.isFound(words[number], in: columns)
        }
    }

    private mutating func lookUp(allowsTypos: Bool) -> TextMatches {
        let matches = TextMatches(words, in: columns, allowsTypos: allowsTypos)
        lookIntoAreas(matches)
        self.matches = matches
        return matches
    }

    /// Ranks the entries that match the most words, after a search for all words found nothing.
    ///
    /// A road is no answer to the name of another, however many roads there are.
    mutating func runWithMissingWords() {
        let matches = self.matches ?? lookUp(allowsTypos: false)
        var fewest = words.count
        for text in matches.touched {
            let state = matches.states[Int(text)]
            if state.words & distinctiveWords == 0 { continue }
            fewest = min(fewest, unexplained(state).nonzeroBitCount)
        }
        rank(matches, mayMiss: all, atMost: fewest)
        if ranking.count == 0 { rankKinds(matches, mayMiss: all) }
    }

    /// The words that neither the text nor anything else can match.
    private func unexplained(_ state: TextMatches.State) -> UInt16 {
        all & ~state.words & ~elsewhere
    }

    private mutating func lookIntoAreas(_ matches: TextMatches) {
        let texts = columns.areaTexts.buffer
        areas = (0..<columns.areaCount).map { area in
            var (words, wellTyped): (UInt16, UInt16) = (0, 0)
            for row in columns.areaOffsets.list(area) {
                let state = matches.states[Int(texts[row])]
                words |= state.words
                wellTyped |= state.words & ~state.mistyped
            }
            return (words, wellTyped)
        }
        elsewhere = areas.reduce(numberWords) { $0 | $1.words }
        elsewhere |= readings.reduce(0) { $0 | $1.words }
        for text in matches.touched where index.isPostcode[Int(text)] {
            elsewhere |= matches.states[Int(text)].words
        }
    }

    /// Ranks the entries named by texts with at most `count` unmatched words.
    private mutating func rank(_ matches: TextMatches, mayMiss: UInt16, atMost count: Int) {
        let offsets = columns.namedOffsets.buffer
        let entries = columns.namedEntries.buffer
        for text in matches.touched {
            let state = matches.states[Int(text)]
            let lost = unexplained(state).nonzeroBitCount
            if lost > count || mayMiss != 0 && state.words & distinctiveWords == 0 { continue }
            let rows = Int(offsets[Int(text)])..<Int(offsets[Int(text) + 1])
            if rows.isEmpty { continue }
            let (base, match) = judge(state, Int(text))
            // The first entry is the most important.
            let most =
                atMost(base, entries[rows.lowerBound]) + PlaceScore.missingWord * Float(lost)
            if ranking.isFull, !ranking.takes(most, 0) { continue }
            for row in rows {
                let entry = entries[row]
                var candidate = PlaceCandidate(
                    entry: entry, text: text, score: base + ownScore(Int(entry), text),
                    match: match)
                if complete(&candidate, state, in: matches, mayMiss: mayMiss) {
                    ranking.add(candidate)
                }
            }
        }
    }

    /// The maximum score of an entry, or of any other with at most its importance.
    private func atMost(_ base: Float, _ entry: UInt32) -> Float {
        base + PlaceScore.importance * Float(columns.entryImportance[Int(entry)]) / 255
            + (readings.isEmpty ? 0 : PlaceScore.number)
            + (proximity == nil ? 0 : PlaceScore.proximity)
    }

    /// The score of a text by itself.
    func judge(
        _ state: TextMatches.State, _ text: Int
    ) -> (score: Float, match: PlaceHit.Match) {
        let words = state.words & ~repeatedNumbers
        let count = words.nonzeroBitCount
        let isWhole = state.whole & words == words
        let isInOrder = Int(state.inOrder) == count
        let hasAll = Int(columns.textWordCounts[text]) == count && isWhole
        var (score, match): (Float, PlaceHit.Match) = (PlaceScore.words, .words)
        if hasAll {
            score = isInOrder ? PlaceScore.exact : PlaceScore.allWords
            match = isInOrder ? .exact : .words
        } else if isInOrder {
            (score, match) = (PlaceScore.nameBeginning, .nameBeginning)
        }
        score +=
            PlaceScore.wholeWords * Float((state.whole & words).nonzeroBitCount)
            / Float(max(1, count))
        if state.typos > 0 {
            return (score + PlaceScore.typo * Float(state.typos), .typos)
        }
        return (score, match)
    }

    /// The score of an entry by itself, found by one of its names.
    func ownScore(_ entry: Int, _ text: UInt32) -> Float {
        PlaceScore.importance * Float(columns.entryImportance[entry]) / 255
            + (columns.entryNames[entry] == text ? 0 : PlaceScore.otherName)
    }

    /// Matches the words that the candidate lacks; false if one is left.
    ///
    /// `state`: The words that its name or its kind has.
    func complete(
        _ candidate: inout PlaceCandidate, _ state: TextMatches.State, in matches: TextMatches,
        mayMiss: UInt16
    ) -> Bool {
        let entry = Int(candidate.entry)
        var missing = all & ~state.words
        // A number that begins a word of the name (`1` of `1er`) may still be the house number.
        let loose = state.words & (numberWords & ~state.whole | repeatedNumbers)
        if missing | loose != 0 {
            let area = areas[Int(columns.entryAreas[entry])]
            var byArea = missing & area.words
            if let door = index.door(entry, readings, missing: missing | loose) {
                candidate.door = door
                candidate.score += door.score
                if door.score == PlaceScore.otherSuffix {
                    candidate.match = max(candidate.match, .words)
                }
                missing &= ~door.words
            }
            byArea &= missing
            if byArea != 0 {
                missing &= ~byArea
                if candidate.match == .nameBeginning { candidate.match = .words }
                let mistyped = byArea & ~area.wellTyped
                if mistyped != 0 {
                    candidate.score += PlaceScore.typo * Float(mistyped.nonzeroBitCount)
                    candidate.match = .typos
                }
            }
            if missing != 0 { missing &= ~postcodeWords(entry, candidate.door, matches) }
            let isPostcode = columns.entryKinds[entry] == PlaceKind.postcode.rawValue
            let unknown = isPostcode ? 0 : missing & numberWords
            if unknown != 0 {
                candidate.score += PlaceScore.missingNumber * Float(unknown.nonzeroBitCount)
                candidate.match = max(candidate.match, .withoutNumber)
                missing &= ~unknown
            }
            if missing & ~mayMiss != 0 { return false }
            if missing != 0 {
                candidate.score += PlaceScore.missingWord * Float(missing.nonzeroBitCount)
                candidate.match = .someWords
            }
        }
        if let proximity {
            candidate.score += proximity.bonus(
                candidate.door?.point
                    ?? MapPoint(
                        latitude: columns.entryLatitudes[entry],
                        longitude: columns.entryLongitudes[entry]))
        }
        return true
    }

    private func postcodeWords(
        _ entry: Int, _ door: DoorMatch?, _ matches: TextMatches
    ) -> UInt16 {
        if let door {
            let text = index.postcode(ofAddress: door.row, entry)
            if text != PlaceColumns.none { return matches.states[Int(text)].words }
        }
        var words: UInt16 = 0
        for text in columns.postcodeTexts[columns.postcodeOffsets.list(entry)] {
            words |= matches.states[Int(text)].words
        }
        return words
    }
}
