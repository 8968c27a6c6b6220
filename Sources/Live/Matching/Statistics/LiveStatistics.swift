package import TransitModel

/// Counts of what became of a source's reports since the start.
package struct LiveStatistics: Sendable, Equatable {
    /// Fixes matched to a run.
    package var matched = 0
    /// Matched fixes by how the run was found.
    package var matchedBy: [MatchWay: Int] = [:]
    /// Fixes of vehicles on no known run.
    package var unmatched = 0
    /// Unmatched fixes by reason.
    package var unmatchedReasons: [UnmatchedReason: Int] = [:]
    /// Fixes off the globe or at (0, 0).
    package var implausible = 0
    /// Fixes from the future or too long ago.
    package var wrongTime = 0
    /// Fixes no newer than the known one.
    package var outdated = 0
    /// Fixes of vehicles beyond the maximum number.
    package var tooMany = 0
    /// Fixes that no vehicle of that mode could have reached.
    package var tooFast = 0
    /// Updates of known runs, or of new runs that could be created.
    package var matchedUpdates = 0
    /// Matched updates of scheduled runs, by how the run was found.
    package var updatesMatchedBy: [MatchWay: Int] = [:]
    /// Updates of unknown runs.
    package var unmatchedUpdates = 0
    /// Examples of trips of vehicles and updates that match no run.
    package var unmatchedTrips = UnmatchedTrips()
    /// The number of fixes in the last delivery that had any.
    package var newestCount = 0
    /// How many of the newest fixes were matched.
    package var newestFixes = Share()
    /// How many of the newest updates of scheduled runs were matched.
    package var newestUpdates = Share()
    /// The number of newest fixes that are far outside the network.
    package var newestElsewhere = 0
    /// The number of newest fixes that are from the future or too long ago.
    package var newestWrongTime = 0
    /// The number of runs about which another source currently contradicts this one.
    package var contradicted = 0
    /// The number of vehicles that other sources currently report too, by the other source's id.
    package var shared: [String: Int] = [:]
    /// The feed that knows most of what the source names; nil if none does, or if there is only one
    /// feed.
    package var feedID: String?
    /// Updates with impossible times.
    package var implausibleUpdates = 0
    /// Entire lists of updates that were rejected, by reason.
    package var refused: [String: Int] = [:]
    /// Alerts of the newest list that concern this network.
    package var alerts = 0
    /// Alerts of the newest list that concern nothing known here.
    package var unknownAlerts = 0

    package init() {}

    /// The matched fixes whose run was found by position and time.
    package var assigned: Int { matchedBy[.place] ?? 0 }

    /// The shares of all fixes.
    var fixes: Share {
        Share(
            matched: matched, unmatched: unmatched,
            undecided: unmatchedReasons[.undecided] ?? 0)
    }

    mutating func add(_ updates: TripUpdateReader.Statistics) {
        matchedUpdates += updates.matched
        unmatchedUpdates += updates.unmatched
        newestUpdates = Share(matched: updates.matched, unmatched: updates.unmatched)
        implausibleUpdates += updates.implausible
        updatesMatchedBy.merge(updates.matchedBy, uniquingKeysWith: +)
        for trip in updates.unmatchedTrips.newest { unmatchedTrips.add(trip) }
    }

    /// The counts of what was rejected, by reason; only those above 0.
    package var quarantined: [String: Int] {
        let counts = [
            "no_place": implausible, "wrong_time": wrongTime,
            "too_many_vehicles": tooMany, "too_fast": tooFast,
            "implausible_update": implausibleUpdates,
        ]
        return refused.merging(counts.filter { $0.value > 0 }) { $0 + $1 }
    }
}

extension LiveStatistics {
    /// How many reports were matched and how many were not.
    package struct Share: Sendable, Equatable {
        package var matched = 0
        package var unmatched = 0
        /// The unmatched ones that were not seen long enough to decide.
        package var undecided = 0

        /// The number of those that were decided, matched or not.
        package var decided: Int { matched + unmatched - undecided }

        static func - (all: Share, before: Share) -> Share {
            Share(
                matched: all.matched - before.matched, unmatched: all.unmatched - before.unmatched,
                undecided: all.undecided - before.undecided)
        }
    }
}

/// Examples of trips that a source names and the network does not have, the newest last.
package struct UnmatchedTrips: Sendable, Equatable {
    /// The maximum number of examples.
    private static let maximumUnmatched = 5

    /// The trips as the source names them, with the network's prefix where the feed is known.
    package private(set) var newest: [TripReference] = []

    package init() {}

    /// Adds a trip unless it is present.
    mutating func add(_ trip: TripReference) {
        guard !newest.contains(where: { $0.tripID == trip.tripID && $0.routeID == trip.routeID })
        else { return }
        if newest.count == Self.maximumUnmatched { newest.removeFirst() }
        newest.append(trip)
    }
}
