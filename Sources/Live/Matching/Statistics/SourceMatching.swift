import TransitModel

/// How the vehicles and updates of one source were matched, for operators.
package struct SourceMatching: Sendable, Equatable {
    /// A trip that the source names and the network does not have.
    package struct UnmatchedTrip: Sendable, Equatable {
        /// The trip id as the source writes it, with the feed's prefix where the feed is known; nil
        /// if the source names only a route.
        package let tripID: String?
        /// The route id; nil if the source gives none.
        package let routeID: String?
        /// The most similar trip id of the network; nil if none is similar.
        package let nearest: String?
    }

    /// The feed that knows most of what the source names; nil if none does, or if there is only one
    /// feed.
    package let feedID: String?
    /// Matched fixes by how their run was found.
    package let fixes: [MatchWay: Int]
    /// Matched updates by how their run was found.
    package let updates: [MatchWay: Int]
    /// The number of runs about which another source contradicts this one.
    package let contradicted: Int
    /// Examples of unmatched trips, the newest last.
    package let unmatched: [UnmatchedTrip]
    /// Problems of the source and what to do about them, one or two sentences each; empty if there
    /// are none.
    package let advice: [String]

    /// The minimum number of vehicles or updates for advice about a source.
    private static let minimumVehicles = 5

    init(
        _ counts: LiveStatistics, missingFeeds: [String], knownFeeds: [String],
        nearest: inout NearestTrips
    ) {
        feedID = counts.feedID
        fixes = counts.matchedBy
        updates = counts.updatesMatchedBy
        contradicted = counts.contradicted
        unmatched = counts.unmatchedTrips.newest.map { trip in
            UnmatchedTrip(
                tripID: trip.tripID, routeID: trip.routeID,
                nearest: trip.tripID.flatMap { nearest.find($0) })
        }
        advice =
            Self.feedAdvice(missingFeeds, knownFeeds)
            // Without its feed, what a source names cannot match.
            + (missingFeeds.isEmpty ? Self.matchingAdvice(counts, example: unmatched.last) : [])
            + Self.contradictionAdvice(counts) + Self.sharingAdvice(counts)
    }

    private static func feedAdvice(_ missing: [String], _ known: [String]) -> [String] {
        missing.map { id in
            let names = known.isEmpty ? "none with an id" : known.prefix(20).joined(separator: ", ")
            return
                "The source names the feed '\(id)', which the network does not have; it has \(names). "
                + "Correct 'feed' of the source; if a feed of that id is configured, it could not be "
                + "imported yet."
        }
    }

    private static func matchingAdvice(
        _ counts: LiveStatistics, example: UnmatchedTrip?
    ) -> [String] {
        let fixes = counts.newestFixes
        let count = fixes.matched + fixes.unmatched
        if counts.newestCount > 0, counts.newestWrongTime == counts.newestCount {
            let minutes = Int(LiveState.memorySeconds) / 60
            return [
                "None of its \(counts.newestCount) positions is from the last \(minutes) minutes, so none is "
                    + "shown. If vehicles run now, ask its publisher for present positions."
            ]
        }
        if count >= minimumVehicles, counts.newestElsewhere * 2 > count {
            return [
                "\(counts.newestElsewhere) of \(count) vehicles are more than 20 km outside the "
                    + "network: the source belongs to another place. Correct its address."
            ]
        }
        return [("vehicles", fixes), ("trip updates", counts.newestUpdates)].compactMap {
            name, share in
            guard share.decided >= minimumVehicles, share.matched * 2 < share.decided else {
                return nil
            }
            let id = example?.tripID.map { id in
                ", such as '\(id)'" + (example?.nearest.map { " (most alike here: '\($0)')" } ?? "")
            }
            return
                "Only \(share.matched) of \(share.decided) \(name) match a trip of the network\(id ?? ""). "
                + "Import the timetable that the publisher issues for this source, or name its feed in "
                + "'feed'."
        }
    }

    private static func sharingAdvice(_ counts: LiveStatistics) -> [String] {
        counts.shared.sorted { $0.key < $1.key }.map { other, count in
            let vehicles = count == 1 ? "1 vehicle" : "\(count) vehicles"
            return
                "It reports the same vehicles as '\(other)' (\(vehicles) at present; each is shown once): "
                + "remove one of the two sources, or name its feed in 'feed'."
        }
    }

    private static func contradictionAdvice(_ counts: LiveStatistics) -> [String] {
        guard counts.contradicted > 0 else { return [] }
        let trips = counts.contradicted == 1 ? "1 trip" : "\(counts.contradicted) trips"
        return [
            "Another source contradicts this one about \(trips); the fresher and more certain one is "
                + "used. Remove the source that is wrong more often."
        ]
    }
}
