extension SearchPass {
    /// Ranks the places of the kinds that the words name.
    ///
    /// The kind takes the place of words that the name lacks: `Newport` is a `newport station`.
    /// Without a word of the name, half of the list at most is of the kind, the nearest first; more
    /// follow after names that begin with the words.
    mutating func rankKinds(_ matches: TextMatches, mayMiss: UInt16) {
        var ofKind = PlaceRanking(limit: limit)
        for reading in kinds {
            for row in index.kinds[reading.kind] {
                let entry = Int(row.entry)
                var state = matches.states[Int(row.text)]
                state.keep(all & ~reading.words)
                let hasName = state.words != 0 && !columns.isUnnamed(entry)
                if !hasName { state = TextMatches.State() }
                var (score, match) = judge(state, reading, Int(row.text), hasName: hasName)
                if hasName || proximity == nil { score += ownScore(entry, row.text) }
                state.words |= reading.words
                state.whole |= reading.words
                var candidate = PlaceCandidate(
                    entry: row.entry, text: row.text, score: score, match: match)
                guard complete(&candidate, state, in: matches, mayMiss: mayMiss) else { continue }
                if hasName { ranking.add(candidate) } else { ofKind.add(candidate) }
            }
        }
        let isKindAlone = kinds.contains { $0.words == all }
        for (row, candidate) in ofKind.candidates.enumerated() {
            var candidate = candidate
            if candidate.match == .exact {
                let isMore = row >= (limit + 1) / 2
                if isMore { candidate.score += PlaceScore.moreOfKind - PlaceScore.kind }
                // `newport station` is the one with that name, not any in Newport.
                if isMore || !isKindAlone { candidate.match = .words }
            }
            ranking.add(candidate)
        }
    }

    private func judge(
        _ state: TextMatches.State, _ reading: CategoryWords.Reading, _ text: Int, hasName: Bool
    ) -> (score: Float, match: PlaceHit.Match) {
        guard hasName else {
            return reading.isWhole ? (PlaceScore.kind, .exact) : (PlaceScore.moreOfKind, .words)
        }
        var (score, match) = judge(state, text)
        score += PlaceScore.kindBesideName
        if !reading.isWhole {
            score += PlaceScore.kindBesideName
            match = max(match, .nameBeginning)
        }
        return (score, match)
    }
}
