import Timetables
import TransitModel

extension RoutingColumns {
    /// Returns the same days with time reversed: times are negated, runs call in reverse order,
    /// boarding and alighting are swapped, and footpaths are reversed.
    ///
    /// The earliest arrival in the reversed tables is the latest departure in the original ones, so
    /// one search serves both.
    func reversed() -> RoutingColumns {
        var runTimes = [RunTimes](
            repeating: RunTimes(start: 0, profile: 0), count: self.runTimes.count)
        var runs = [RunIndex](repeating: .none, count: runTimes.count)
        var days = [Int8](repeating: 0, count: runTimes.count)
        var locations = [UInt32](repeating: 0, count: routeLocations.count)
        var rules = [CallRule](repeating: .open, count: routeRules.count)
        var narrow = ReversedProfiles(self.narrow)
        var wide = ReversedProfiles(self.wide)
        for number in 0..<routes.count {
            let route = routes[number]
            let count = Int(route.stopCount)
            for position in 0..<count {
                let from = Int(route.stops) + position
                let to = Int(route.stops) + count - 1 - position
                locations[to] = routeLocations[from]
                rules[to] = routeRules[from].reversed
            }
            for run in 0..<Int(route.runCount) {
                let from = Int(route.runs) + run
                let to = Int(route.runs) + Int(route.runCount) - 1 - run
                let profile = self.runTimes[from].profile
                runTimes[to] = RunTimes(
                    start: -times(route, row: from, at: count - 1).arrival, profile: profile)
                runs[to] = self.runs[from]
                days[to] = runDays[from]
                if route.isWide {
                    wide.reverse(Int(profile), count: count)
                } else {
                    narrow.reverse(Int(profile), count: count)
                }
            }
        }
        let reversedNarrow = narrow.columns
        let reversedWide = wide.columns
        let boarding = BoardingTable(
            routes: routes, locations: locations, rules: rules, locationCount: self.locations.count
        ) { route, position in
            let last = Int(route.runs + route.runCount) - 1
            let location = Int(runTimes[last].profile) + position
            return runTimes[last].start
                + (route.isWide
                    ? reversedWide.departures[location]
                    : Int32(reversedNarrow.departures[location]))
        }
        let walks = reversedWalks()
        return RoutingColumns(
            locations: self.locations, routes: routes, routeLocations: Column(copying: locations),
            routeRules: Column(copying: rules), runTimes: Column(copying: runTimes),
            runs: Column(copying: runs),
            runDays: Column(copying: days), narrow: reversedNarrow, wide: reversedWide,
            boardingOffsets: Column(copying: boarding.offsets),
            boardingLocations: Column(copying: boarding.entries),
            walkOffsets: Column(copying: walks.offsets), walks: Column(copying: walks.walks),
            walkIsStated: Column(copying: walks.isStated), scaledWalks: ScaledWalks(),
            changeSeconds: changeSeconds,
            isPlain: isPlain, continuations: reversedContinuations())
    }

    private func reversedWalks() -> (offsets: [UInt32], walks: [Walk], isStated: [Bool]) {
        var offsets = [UInt32](repeating: 0, count: locations.count + 1)
        for walk in walks.buffer { offsets[Int(walk.target) + 1] += 1 }
        for location in 0..<locations.count { offsets[location + 1] += offsets[location] }
        var next = offsets
        // The seconds, the other end, and in the lowest bit whether they are stated: integers are
        // sorted several times as fast as walks.
        var keys = [UInt64](repeating: 0, count: walks.count)
        for location in 0..<locations.count {
            for row in Int(walkOffsets[location])..<Int(walkOffsets[location + 1]) {
                let target = Int(walks[row].target)
                keys[Int(next[target])] =
                    UInt64(walks[row].seconds) << 33 | UInt64(location) << 1
                    | (walkIsStated[row] ? 1 : 0)
                next[target] += 1
            }
        }
        keys.withUnsafeMutableBufferPointer { keys in
            for location in 0..<locations.count {
                var list = UnsafeMutableBufferPointer(
                    rebasing: keys[Int(offsets[location])..<Int(offsets[location + 1])])
                if list.count > 1 { list.sort() }
            }
        }
        let walks = keys.map {
            Walk(seconds: Int32($0 >> 33), target: UInt32(truncatingIfNeeded: $0 >> 1))
        }
        return (offsets, walks, keys.map { $0 & 1 != 0 })
    }

    private func reversedContinuations() -> Column<Continuation> {
        var result = [Continuation](repeating: .none, count: continuations.count)
        for number in 0..<routes.count where continuations.count > 0 {
            let route = routes[number]
            for run in 0..<route.runCount {
                let next = continuations[Int(route.runs + run)]
                guard next.route != Continuation.none.route else { continue }
                let after = routes[Int(next.route)]
                result[Int(after.runs + after.runCount - 1 - next.run)] = Continuation(
                    route: UInt32(number), run: route.runCount - 1 - run)
            }
        }
        return Column(copying: result)
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
