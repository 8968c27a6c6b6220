import TransitModel

extension Timetable {
    /// Whether a pattern's runs are a guess at when the vehicles of a loop come.
    package func isEstimated(_ pattern: PatternIndex) -> Bool {
        guard let run = patterns.runs(of: pattern).first else { return false }
        return trips.isEstimated(patterns.runTrips[run])
    }

    /// Whether a call belongs to the lap that an estimated run stands for, its end included; always
    /// on other runs.
    ///
    /// The calls beyond are for riders who stay on board; for everybody else other runs make them.
    package func isOwnCall(_ pattern: PatternIndex, at position: Int) -> Bool {
        guard position > 0, isEstimated(pattern) else { return true }
        return patterns.boardingRules(of: pattern, at: position - 1).pickup != .none
    }

    /// The patterns that say which ways the vehicles of a route go: estimated runs go round a loop
    /// twice, which says nothing of its way.
    package func ways(of route: RouteIndex) -> [PatternIndex] {
        let all = Array(routes.patterns(of: route))
        let stated = all.filter { !isEstimated($0) }
        return stated.isEmpty ? all : stated
    }
}
