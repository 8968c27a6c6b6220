import Timetables

/// Compares the trip ids of two versions of a feed.
enum TripIDs {
    /// The minimum number of trips for a comparison.
    private static let minimumTrips = 20
    /// The minimum share of routes, by their names, that both versions must have.
    private static let minimumRouteShare = 0.8

    /// Returns the share of the older version's trips, 0...1, whose ids the newer one has; nil if
    /// there are too few, or the routes differ too.
    ///
    /// Each network is of that feed alone.
    ///
    /// - Complexity: Linear in the trips.
    static func kept(from old: Timetable, in new: Timetable) -> Double? {
        guard old.trips.count >= minimumTrips, new.trips.count >= minimumTrips else { return nil }
        let before = Set(old.routes.indices.map(old.routes.lineName))
        let after = Set(new.routes.indices.map(new.routes.lineName))
        let same = before.intersection(after).count
        guard Double(same) >= minimumRouteShare * Double(max(before.count, after.count)) else {
            return nil
        }
        let kept = (0..<old.trips.count).count {
            new.trips.find(id: old.trips.id(TripIndex($0))) != nil
        }
        return Double(kept) / Double(old.trips.count)
    }
}
