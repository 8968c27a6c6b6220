import Timetables
package import TransitModel

extension StopSearchIndex {
    /// Returns the places that match the typed text, the best first.
    ///
    /// A full name ranks before the beginning of a name, and this before words anywhere in a name.
    /// Names with typos come last, and only if the others do not fill the list. Among equal
    /// matches, more important places come first. Each typed word must begin a word of the name, in
    /// any order; where no name has them all, words that riders put between them, as in `gare de
    /// Zug`, may be missing. One typo is allowed in words of four letters or more, two from eight
    /// letters on.
    ///
    /// - Complexity: linear in the names; well below a millisecond for those of a country.
    package func search(_ query: StopQuery) -> [StopHit] {
        let limit = query.boundedLimit
        var words = query.words()
        let known = stopWithID(query.text)
        if words.isEmpty, known == nil {
            guard query.text.unicodeScalars.allSatisfy({ $0.isSpace }) else { return [] }
            return listing(near: query.near, limit: limit)
        }
        var ranking = Ranking(limit: limit)
        if !words.isEmpty {
            ranking = self.ranking(words, query, allowsTypos: false)
            if ranking.count == 0 {
                let rest = words.filter { !Abbreviations.fillers.contains($0.letters) }
                if !rest.isEmpty, rest.count < words.count {
                    ranking = self.ranking(rest, query, allowsTypos: false)
                    if ranking.count > 0 { words = rest }
                }
            }
            if query.allowsTypos, ranking.count < limit, words.contains(where: mayHaveTypos) {
                ranking = self.ranking(words, query, allowsTypos: true)
            }
        }
        let coded = words.isEmpty ? [] : codes.places(code: words).prefix(limit)
        if known != nil || !coded.isEmpty {
            // `125` is the beginning of `125 St` before it is the id or code of another stop.
            let isName = ranking.candidates.contains { begins($0, with: words) }
            for place in coded {
                let score = Score.code + places.importance[Int(place)]
                ranking.promote(Int(place), isName ? Score.numberAfterNames : score)
            }
            if let known { ranking.promote(known, isName ? Score.numberAfterNames : Score.id) }
        }
        return ranking.candidates.map { candidate in
            hit(candidate.place, candidate.name, candidate.match, words, query.near)
        }
    }

    /// Returns the places within a distance of a coordinate, the nearest first.
    ///
    /// `metres` is clamped to 0...``maximumMetres``, `limit` to 1...``StopQuery/maximumLimit``. The
    /// distance of a station is that of its nearest platform.
    package func nearest(
        to center: Coordinate, within metres: Double, limit: Int
    ) -> [StopHit] {
        let limit = min(max(1, limit), StopQuery.maximumLimit)
        let metres = min(max(0, metres), Self.maximumMetres)
        return points.places(within: metres, of: center).prefix(limit).map {
            hit($0.place, nil, .listed, [], center, metres: $0.metres)
        }
    }

    /// The maximum distance of a search for the nearest stops, in metres.
    package static let maximumMetres = 100_000.0

    /// Returns the place of the stop with an id, which is its station if it has one; nil if there
    /// is none.
    func stopWithID(_ text: String) -> Int? {
        guard text.utf8.count <= 4 * StopQuery.maximumLength,
            let stop = timetable.keptStop(text)
        else { return nil }
        let place = places.ofStop[stop.row]
        return place == .max ? nil : Int(place)
    }

    private func ranking(_ words: [FoldedWord], _ query: StopQuery, allowsTypos: Bool) -> Ranking {
        var ranking = Ranking(limit: query.boundedLimit)
        NameMatches(words, in: self, allowsTypos: allowsTypos)
            .rank(in: self, query.near.map(Proximity.init), into: &ranking)
        return ranking
    }

    /// Returns whether the displayed name begins with exactly these words and has more.
    private func begins(_ candidate: Ranking.Candidate, with words: [FoldedWord]) -> Bool {
        var folding = TextFolding()
        let name = folding.words(of: timetable.stops.name(places.leads[candidate.place]))
        return name.count > words.count
            && zip(name, words).allSatisfy { $0.letters == $1.letters }
    }

    private func mayHaveTypos(_ word: FoldedWord) -> Bool {
        TypoMatching.limit(letters: word.spellings.map { $0.count }.max() ?? 0) > 0
    }

    private func listing(near: Coordinate?, limit: Int) -> [StopHit] {
        guard let near else {
            return (0..<min(limit, count)).map { hit($0, nil, .listed, [], nil) }
        }
        var metres = 500.0
        while true {
            let hits = nearest(to: near, within: metres, limit: limit)
            if hits.count == limit || metres >= Self.maximumMetres { return hits }
            metres = min(metres * 4, Self.maximumMetres)
        }
    }

    private func hit(
        _ place: Int, _ name: Int?, _ match: StopHit.Match, _ words: [FoldedWord],
        _ near: Coordinate?, metres: Double? = nil
    ) -> StopHit {
        let stops = timetable.stops
        let lead = places.leads[place]
        let members = places.members(of: place)
        let shown = stops.name(lead)
        let other = name.flatMap(names.other)
        let distance =
            metres
            ?? near.flatMap { near in
                ([lead] + members).compactMap { stops.coordinate($0)?.distanceMetres(to: near) }
                    .min()
            }
        return StopHit(
            stop: lead, members: Array(members), name: shown, matchedName: other?.text,
            matchedLanguage: other?.language,
            highlights: name == nil ? [] : Highlights.ranges(of: words, in: other?.text ?? shown),
            importance: Double(places.importance[place]), distanceMetres: distance, match: match)
    }
}

/// The preference for nearer places.
struct Proximity {
    private let latitude: Float
    private let longitude: Float
    private let eastScale: Float

    init(_ center: Coordinate) {
        latitude = Float(center.latitude)
        longitude = Float(center.longitude)
        eastScale = Float(EastScale.at(latitude: center.latitude))
    }

    /// Returns the bonus: ``Score/proximity`` at the coordinate, half of it at 2 km, and nearly 0
    /// far away.
    func bonus(_ placeLatitude: Float, _ placeLongitude: Float) -> Float {
        let kilometresPerDegree: Float = 111.2
        var east = abs(placeLongitude - longitude)
        if east > 180 { east = 360 - east }
        east *= eastScale
        let north = placeLatitude - latitude
        let kilometres = kilometresPerDegree * (east * east + north * north).squareRoot()
        return kilometres.isNaN ? 0 : Score.proximity / (1 + kilometres / 2)
    }
}

/// The scores that determine the order of hits: the kind of match first, then importance and
/// proximity.
enum Score {
    static let id: Float = 20
    static let code: Float = 3.5
    /// For ids and codes that are the first words of names, too.
    static let numberAfterNames: Float = 1.99
    static let exact: Float = 4
    static let nameBeginning: Float = 2
    static let words: Float = 1
    /// Ranks below all names without typos.
    static let typo: Float = -10
    static let proximity: Float = 1.5
    static let importance: Float = 0.7
    /// If every word was typed in full.
    static let wholeWords: Float = 0.25
    /// For a name that is not the displayed one.
    static let otherName: Float = -0.02
}

/// The best candidates so far, the best first.
struct Ranking {
    struct Candidate {
        let place: Int
        let name: Int?
        let score: Float
        let match: StopHit.Match
    }

    private(set) var candidates: [Candidate] = []
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
        candidates.reserveCapacity(limit + 1)
    }

    var count: Int { candidates.count }

    /// Returns whether a candidate with that score would be among the best; equal scores keep their
    /// order.
    func takes(_ score: Float) -> Bool {
        candidates.count < limit || score > candidates[candidates.count - 1].score
    }

    mutating func add(_ candidate: Candidate) {
        guard takes(candidate.score) else { return }
        var row = candidates.count
        while row > 0, candidates[row - 1].score < candidate.score { row -= 1 }
        candidates.insert(candidate, at: row)
        if candidates.count > limit { candidates.removeLast() }
    }

    /// Moves a place to the rank of an exact match, without duplicating it.
    mutating func promote(_ place: Int, _ score: Float) {
        if let row = candidates.firstIndex(where: { $0.place == place }) {
            if candidates[row].score >= score { return }
            candidates.remove(at: row)
        }
        add(Candidate(place: place, name: nil, score: score, match: .exact))
    }
}
