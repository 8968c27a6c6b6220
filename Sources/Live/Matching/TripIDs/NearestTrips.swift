import Timetables

/// Finds the trip ids of a network that are most similar to unknown ones.
///
/// Ids of two versions of a timetable mostly share long parts, so similarity counts the pairs of
/// characters that both ids have.
struct NearestTrips: Sendable {
    /// The maximum number of cached answers.
    private static let maximumKept = 100

    private let timetable: Timetable
    private var known: [String: String?] = [:]

    init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    /// Returns the id most similar to `id`; nil if none shares at least two pairs of characters
    /// with it.
    ///
    /// - Complexity: linear in the trip ids, once for each id.
    mutating func find(_ id: String) -> String? {
        if let answer = known[id] { return answer }
        var isWanted = [Bool](repeating: false, count: 1 << 16)
        for (one, next) in zip(id.utf8, id.utf8.dropFirst()) {
            isWanted[Int(one) << 8 | Int(next)] = true
        }
        var best: (trip: TripIndex, score: Int)?
        for row in 0..<timetable.trips.count {
            let trip = TripIndex(row)
            let other = timetable.strings.utf8(timetable.trips.ids[trip])
            var shared = 0
            var last: UInt8?
            for byte in other {
                if let last, isWanted[Int(last) << 8 | Int(byte)] { shared += 1 }
                last = byte
            }
            let score = 2 * shared - abs(other.count - id.utf8.count)
            if shared > 1, score > best?.score ?? .min { best = (trip, score) }
        }
        let answer = best.map { timetable.trips.id($0.trip) }
        if known.count >= Self.maximumKept { known.removeAll() }
        known[id] = .some(answer)
        return answer
    }
}
