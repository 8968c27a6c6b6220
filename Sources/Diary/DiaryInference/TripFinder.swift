/// Finds the trips between stays.
struct TripFinder {
    /// The minimum duration of a trip in seconds, and the minimum distance it must lead, in metres.
    static let minimumTripSeconds = 120.0
    static let minimumTripMetres = 250.0
    /// The seconds that a phone which wakes on movement misses before the first fix of a record
    /// that begins during a trip.
    ///
    /// Fewer are assumed if the first `seenSeconds` cover less than `seenMetres`.
    static let unseenSeconds = 200.0
    static let seenSeconds = 90.0
    static let seenMetres = 200.0

    let track: Track
    /// Whether the record continues from a known stay, so that no trip leads to its first stay.
    let isContinued: Bool

    /// Returns the spans between stays that lead somewhere, in Unix seconds.
    func trips(between stays: [DiaryStay]) -> [(start: Double, end: Double)] {
        guard track.count > 1 else { return [] }
        var spans: [(start: Double, end: Double)] = []
        var departure: Double?
        let arrival = stays.first?.start ?? .infinity
        if !isContinued, arrival - track.first > Self.minimumTripSeconds {
            departure = track.first - unseen()
        }
        for stay in stays {
            if let departure, stay.start - departure >= Self.minimumTripSeconds {
                spans.append((departure, stay.start))
            }
            departure = stay.end
        }
        if let departure, track.last - departure >= Self.minimumTripSeconds {
            spans.append((departure, track.last))
        }
        return spans.filter(leadsSomewhere)
    }

    /// Returns how many seconds before the first fix the first trip probably began.
    private func unseen() -> Double {
        let seen = track.index(atOrAfter: (track.first + Self.seenSeconds).nextUp)
        guard seen > 1 else { return Self.unseenSeconds }
        let way = (1..<seen).reduce(0) { max($0, track.metres(0, $1)) }
        return Self.unseenSeconds * min(1, way / Self.seenMetres)
    }

    private func leadsSomewhere(_ span: (start: Double, end: Double)) -> Bool {
        let first = track.index(atOrAfter: span.start - 1)
        let end = track.index(atOrAfter: (span.end + 1).nextUp)
        guard end - first >= 2 else { return false }
        return (first..<end).contains { index in
            track.metres(first, index) >= Self.minimumTripMetres
                || (first > 0 && track.metres(first - 1, index) >= Self.minimumTripMetres)
        }
    }
}
