import TransitModel

extension RoutingColumns {
    /// Returns the same days with time reversed: times are negated, runs call in reverse order,
    /// boarding and alighting are swapped, and footpaths are reversed.
    ///
    /// The earliest arrival in the reversed tables is the latest departure in the original ones, so
    /// one search serves both.
    func reversed() -> RoutingColumns {
        var times = [RunTimes](repeating: RunTimes(start: 0, profile: 0), count: runs.times.count)
        var locations = [UInt32](repeating: 0, count: routes.locations.count)
        var rules = [CallRule](repeating: .open, count: routes.rules.count)
        var narrow = ReversedProfiles(runs.narrow)
        var wide = ReversedProfiles(runs.wide)
        for number in 0..<routes.rows.count {
            let route = routes.rows[number]
            let count = Int(route.stopCount)
            for position in 0..<count {
                let from = Int(route.stops) + position
                let to = Int(route.stops) + count - 1 - position
                locations[to] = routes.locations[from]
                rules[to] = routes.rules[from].reversed
            }
            for run in 0..<Int(route.runCount) {
                let from = Int(route.runs) + run
                let profile = runs.times[from].profile
                times[route.reversedRow(from)] = RunTimes(
                    start: -self.times(route, row: from, at: count - 1).arrival, profile: profile)
                if route.isWide {
                    wide.reverse(Int(profile), count: count)
                } else {
                    narrow.reverse(Int(profile), count: count)
                }
            }
        }
        return RoutingColumns(
            self.locations,
            Routes(
                rows: routes.rows, locations: Column(copying: locations),
                rules: Column(copying: rules)),
            Runs(
                times: Column(copying: times), narrow: narrow.columns, wide: wide.columns,
                continuations: reversedContinuations()),
            transfers.reversed)
    }

    private func reversedContinuations() -> Column<Continuation> {
        var result = [Continuation](repeating: .none, count: runs.continuations.count)
        for number in 0..<routes.rows.count where runs.continuations.count > 0 {
            let route = routes.rows[number]
            for run in 0..<route.runCount {
                let next = runs.continuations[Int(route.runs + run)]
                guard next.route != Continuation.none.route else { continue }
                let after = routes.rows[Int(next.route)]
                result[after.reversedRow(Int(after.runs + next.run))] = Continuation(
                    route: UInt32(number), run: route.runCount - 1 - run)
            }
        }
        return Column(copying: result)
    }
}

extension RoutingColumns.RaptorRoute {
    /// Returns the row of one of its runs in the tables with time reversed.
    func reversedRow(_ row: Int) -> Int {
        2 * Int(runs) + Int(runCount) - 1 - row
    }
}

/// Time-reversed profiles; each keeps its index.
private struct ReversedProfiles<Offset: FixedWidthInteger & BitwiseCopyable & Sendable> {
    private let source: RoutingColumns.Profiles<Offset>
    private var arrivals: [Offset]
    private var departures: [Offset]
    private var isDone: [Bool]

    init(_ source: RoutingColumns.Profiles<Offset>) {
        self.source = source
        arrivals = [Offset](repeating: 0, count: source.arrivals.count)
        departures = arrivals
        isDone = [Bool](repeating: false, count: arrivals.count)
    }

    mutating func reverse(_ location: Int, count: Int) {
        guard !isDone[location] else { return }
        isDone[location] = true
        let end = source.arrivals[location + count - 1]
        for position in 0..<count {
            let from = location + position
            let to = location + count - 1 - position
            // Clamp departures to the last arrival: nobody boards at the last stop.
            let departure = min(source.departures[from], end)
            departures[to] = end - source.arrivals[from]
            arrivals[to] = end - departure
        }
    }

    var columns: RoutingColumns.Profiles<Offset> {
        RoutingColumns.Profiles(
            arrivals: Column(copying: arrivals), departures: Column(copying: departures))
    }
}
