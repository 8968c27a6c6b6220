package import TransitModel

/// What happened to what a source told since the start.
package struct LiveStatistics: Sendable, Equatable {
    /// Fixes placed on a run.
    package var matched = 0
    /// The same, by how the run was found.
    package var matchedBy: [MatchWay: Int] = [:]
    /// Fixes of vehicles on no known run.
    package var unmatched = 0
    /// The same, by the reason.
    package var unmatchedReasons: [UnmatchedReason: Int] = [:]
    /// Fixes off the globe or at (0, 0).
    package var implausible = 0
    /// Fixes from the future or from long ago.
    package var wrongTime = 0
    /// Fixes no newer than what was known.
    package var outdated = 0
    /// Fixes of vehicles beyond the bound.
    package var tooMany = 0
    /// Fixes that no vehicle of the kind could have reached.
    package var tooFast = 0
    /// Updates of runs that were found, or of new ones that could be made.
    package var matchedUpdates = 0
    /// Updates of the timetable's runs that were found, by how.
    package var updatesMatchedBy: [MatchWay: Int] = [:]
    /// Updates of unknown runs.
    package var unmatchedUpdates = 0
    /// Some of the trips that stand for no run here, of vehicles and updates.
    package var unmatchedTrips = UnmatchedTrips()
    /// How many fixes came when some came last.
    package var newestCount = 0
    /// Of the newest fixes, how many were placed on a run and how many not.
    package var newestFixes = Share()
    /// Of the newest updates of the timetable's runs, how many were found and how many not.
    package var newestUpdates = Share()
    /// Of the newest fixes, how many lie far outside the network.
    package var newestElsewhere = 0
    /// Of the newest fixes, how many are from the future or from long ago.
    package var newestWrongTime = 0
    /// Runs of which another source says something else at present.
    package var contradicted = 0
    /// Vehicles at present that other sources tell too, by the others' ids.
    package var shared: [String: Int] = [:]
    /// The feed that knows most of what the source names; nil if none does, or there is only one feed.
    package var feedID: String?
    /// Updates with times that cannot be.
    package var implausibleUpdates = 0
    /// Whole lists of updates that were set aside, by reason.
    package var refused: [String: Int] = [:]
    /// Alerts that hold something about this network, in the newest list.
    package var alerts = 0
    /// Alerts of the newest list that are about nothing known here.
    package var unknownAlerts = 0

    /// Nothing came yet.
    package init() {}

    /// Of the matched fixes, those whose run was found by place and time.
    package var assigned: Int { matchedBy[.place] ?? 0 }

    /// What was made of all fixes.
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

    /// What was set aside, by reason; only what happened.
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
    /// How many were matched, and how many not.
    package struct Share: Sendable, Equatable {
        /// How many were matched.
        package var matched = 0
        /// How many were not.
        package var unmatched = 0
        /// Of the unmatched ones, how many were not seen long enough to tell.
        package var undecided = 0

        /// Those that could be matched or not.
        package var decided: Int { matched + unmatched - undecided }

        /// None at first.
        package init(matched: Int = 0, unmatched: Int = 0, undecided: Int = 0) {
            self.matched = matched
            self.unmatched = unmatched
            self.undecided = undecided
        }

        static func - (all: Share, before: Share) -> Share {
            Share(
                matched: all.matched - before.matched, unmatched: all.unmatched - before.unmatched,
                undecided: all.undecided - before.undecided)
        }
    }
}

/// Some of the trips that a source names and the network does not have, the newest last.
package struct UnmatchedTrips: Sendable, Equatable {
    /// How many are kept.
    private static let most = 5

    /// What the source called them, with the network's prefix where the feed is known.
    package private(set) var newest: [TripReference] = []

    /// Knows none yet.
    package init() {}

    /// Keeps a trip unless it is there already.
    mutating func add(_ trip: TripReference) {
        guard !newest.contains(where: { $0.tripID == trip.tripID && $0.routeID == trip.routeID })
        else { return }
        if newest.count == Self.most { newest.removeFirst() }
        newest.append(trip)
    }
}
