import TransitModel

extension Timetable {
    /// Returns whether a pattern's runs are estimates for the vehicles of a loop.
    package func isEstimated(_ pattern: PatternIndex) -> Bool {
        guard let run = patterns.runs(of: pattern).first else { return false }
        return trips.isEstimated(patterns.runTrips[run])
    }

    /// Returns whether a call belongs to the lap that an estimated run represents, including its
    /// end; always true for other runs.
    ///
    /// The later calls serve riders who stay on board; for all others, further runs cover them.
    package func isOwnCall(_ pattern: PatternIndex, at position: Int) -> Bool {
        guard position > 0, isEstimated(pattern) else { return true }
        return patterns.boardingRules(of: pattern, at: position - 1).pickup != .none
    }

    /// Returns the patterns that show which ways a route's vehicles take.
    ///
    /// Estimated runs are excluded: they go round a loop twice, which says nothing about the way.
    package func ways(of route: RouteIndex) -> [PatternIndex] {
        let all = Array(routes.patterns(of: route))
        let stated = all.filter { !isEstimated($0) }
        return stated.isEmpty ? all : stated
    }
}
