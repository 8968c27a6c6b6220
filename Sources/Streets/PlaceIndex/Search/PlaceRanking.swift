import TransitModel

/// The scores that order hits: the kind of match first, then importance and proximity.
enum PlaceScore {
    static let exact: Float = 4
    /// All words of the name, in another order.
    static let allWords: Float = 3
    static let nameBeginning: Float = 2
    static let words: Float = 1
    /// The bonus if every word of the name was completed.
    static let wholeWords: Float = 0.25
    static let number: Float = 1
    static let countedOut: Float = 0.8
    /// A suffix other than that of the query (`12` for `12c`).
    static let otherSuffix: Float = 0.3
    /// A number that the street lacks.
    static let missingNumber: Float = -3
    /// The kind of place instead of a name, typed in full.
    static let kind: Float = 3.5
    /// The beginning of a word for the kind, or further places of a kind.
    static let moreOfKind: Float = 1.2
    /// A word for the kind beside the name, which the name lacks.
    static let kindBesideName: Float = -0.3
    /// A name other than the displayed one.
    static let otherName: Float = -0.02
    static let importance: Float = 0.7
    static let proximity: Float = 1.5
    /// Ranks below all matches without typos.
    static let typo: Float = -10
    /// A word that matches nothing.
    static let missingWord: Float = -30
}

/// A possible result.
struct PlaceCandidate {
    let entry: UInt32
    let text: UInt32
    var score: Float
    var match: PlaceHit.Match
    var door: DoorMatch?
}

/// The best candidates so far, best first, with unique entries.
struct PlaceRanking {
    private(set) var candidates: [PlaceCandidate] = []
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
        candidates.reserveCapacity(limit + 1)
    }

    var count: Int { candidates.count }

    var isFull: Bool { candidates.count == limit }

    /// Whether a candidate with that score would be among the best; ties are ordered by entry.
    func takes(_ score: Float, _ entry: UInt32) -> Bool {
        guard candidates.count == limit, let last = candidates.last else { return true }
        return score > last.score || score == last.score && entry < last.entry
    }

    mutating func add(_ candidate: PlaceCandidate) {
        guard takes(candidate.score, candidate.entry) else { return }
        if let row = candidates.firstIndex(where: { $0.entry == candidate.entry }) {
            if candidates[row].score >= candidate.score { return }
            candidates.remove(at: row)
        }
        var row = candidates.count
        while row > 0 {
            let above = candidates[row - 1]
            if above.score > candidate.score
                || above.score == candidate.score && above.entry < candidate.entry
            {
                break
            }
            row -= 1
        }
        candidates.insert(candidate, at: row)
        if candidates.count > limit { candidates.removeLast() }
    }
}

/// The bonus for nearer places.
struct PlaceProximity {
    private let scale: MapScale
    private let center: MapPoint

    init(_ center: Coordinate) {
        self.center = MapPoint(center)
        scale = MapScale(at: self.center)
    }

    /// The bonus: ``PlaceScore/proximity`` at the position, half of it at 2 km, falling towards 0.
    func bonus(_ point: MapPoint) -> Float {
        let kilometres = Float(scale.squaredMetres(center, point).squareRoot() / 1000)
        return PlaceScore.proximity / (1 + kilometres / 2)
    }
}
