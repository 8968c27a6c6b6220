import Timetables

/// How many trips of a feed kept their ids from one version to the next.
enum TripIDs {
    /// Fewer trips tell nothing.
    private static let fewest = 20
    /// Routes stay if so many of them do, by their names.
    private static let leastRoutes = 0.8

    /// The share of the older version's trips, 0...1, whose ids the newer one has; nil if there are too few,
    /// or the routes are not the same either.
    ///
    /// Each network is of that feed alone.
    /// - Complexity: linear in the trips.
    static func kept(from old: Timetable, in new: Timetable) -> Double? {
        guard old.trips.count >= fewest, new.trips.count >= fewest else { return nil }
        let before = Set(old.routes.indices.map(old.routes.lineName))
        let after = Set(new.routes.indices.map(new.routes.lineName))
        let same = before.intersection(after).count
        guard Double(same) >= leastRoutes * Double(max(before.count, after.count)) else {
            return nil
        }
        let kept = (0..<old.trips.count).count {
            new.trips.find(id: old.trips.id(TripIndex($0))) != nil
        }
        return Double(kept) / Double(old.trips.count)
    }
}
