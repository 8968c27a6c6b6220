import Timetables
import TransitModel

/// Splits runs with the same stops so that no run overtakes another within a RAPTOR route.
struct RaptorRouteSplitter {
    let profiles: ProfileStore
    let isWide: Bool
    let stopCount: Int

    /// Returns the RAPTOR routes, each in order of departure; usually there is only one.
    mutating func split(_ runs: [RaptorRouteBuilder.DatedRouteRun]) -> [[RaptorRouteBuilder
        .DatedRouteRun]]
    {
        var sorted = runs
        if !Self.isSorted(runs) { sorted.sort { ($0.start, $0.run) < ($1.start, $1.run) } }
        var routes: [[RaptorRouteBuilder.DatedRouteRun]] = []
        if isOneRoute(sorted) { return [sorted] }
        for run in sorted {
            let free = routes.indices.first {
                staysAhead(routes[$0][routes[$0].count - 1], of: run)
            }
            if let free {
                routes[free].append(run)
            } else {
                routes.append([run])
            }
        }
        return routes
    }

    private static func isSorted(_ runs: [RaptorRouteBuilder.DatedRouteRun]) -> Bool {
        for index in runs.indices.dropFirst() where runs[index].start < runs[index - 1].start {
            return false
        }
        return true
    }

    private func isOneRoute(_ runs: [RaptorRouteBuilder.DatedRouteRun]) -> Bool {
        for index in runs.indices.dropFirst() where !staysAhead(runs[index - 1], of: runs[index]) {
            return false
        }
        return true
    }

    /// Returns whether a run arrives and departs no later than another one at every stop.
    private func staysAhead(
        _ first: RaptorRouteBuilder.DatedRouteRun, of second: RaptorRouteBuilder.DatedRouteRun
    ) -> Bool {
        // Runs of one pattern and day are already in order, and runs with the same profile never
        // overtake.
        if first.day == second.day, !first.isChanged, !second.isChanged {
            return first.run < second.run
        }
        let lead = second.start - first.start
        if first.profile == second.profile { return lead >= 0 }
        return profiles.lead(
            of: first.profile, over: second.profile, stopCount: stopCount, isWide: isWide) <= lead
    }
}
