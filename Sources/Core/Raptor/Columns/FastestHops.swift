import TransitModel

/// The fastest hops of vehicles to each location: from the location where a vehicle calls before,
/// and in how many seconds at least.
///
/// They are those of the runs that a search can ride, with live data, so no ride is faster.
struct FastestHops: Sendable {
    /// The index of each location's first row in ``rows``, plus one final entry.
    let offsets: Column<UInt32>
    /// Where the hops to a location begin; each location once.
    let rows: Column<RoutingColumns.Walk>

    /// - Complexity: linear in the runs' calls.
    init(_ columns: RoutingColumns) {
        let (routes, calls) = (columns.routes.rows.buffer, columns.routes.locations.buffer)
        let locationCount = columns.locations.count
        var offsets = [UInt32](repeating: 0, count: locationCount + 1)
        for route in routes {
            for call in route.callsAfterFirst { offsets[Int(calls[call]) + 1] += 1 }
        }
        let seated = columns.seatedHops
        for hop in seated { offsets[Int(hop.to) + 1] += 1 }
        for location in 0..<locationCount { offsets[location + 1] += offsets[location] }
        var next = offsets
        var rows = [RoutingColumns.Walk](
            repeating: RoutingColumns.Walk(seconds: 0, target: 0),
            count: Int(offsets[locationCount]))
        for hop in seated {
            rows[Int(next[Int(hop.to)])] = RoutingColumns.Walk(seconds: 0, target: hop.from)
            next[Int(hop.to)] += 1
        }
        var seconds = [Int32](
            repeating: .max, count: Int(routes.lazy.map { $0.stopCount }.max() ?? 0))
        for route in routes {
            seconds.withUnsafeMutableBufferPointer { seconds in
                columns.runs.findSeconds(ofHopsOf: route, seconds)
            }
            for call in route.callsAfterFirst {
                let location = Int(calls[call])
                rows[Int(next[location])] = RoutingColumns.Walk(
                    seconds: seconds[call - Int(route.stops)], target: calls[call - 1])
                next[location] += 1
            }
        }
        self.offsets = Self.merge(&rows, offsets)
        self.rows = Column(copying: rows)
    }

    /// Keeps the fastest of the hops between two locations, and returns the new offsets.
    private static func merge(
        _ rows: inout [RoutingColumns.Walk], _ offsets: [UInt32]
    ) -> Column<UInt32> {
        var merged = offsets
        // For each origin, its row among the hops to the current location, or a row before those.
        var known = [Int](repeating: -1, count: offsets.count)
        var count = 0
        for location in 0..<offsets.count - 1 {
            let first = count
            merged[location] = UInt32(first)
            for row in Int(offsets[location])..<Int(offsets[location + 1]) {
                let hop = rows[row]
                let row = known[Int(hop.target)]
                if row >= first {
                    if hop.seconds < rows[row].seconds { rows[row] = hop }
                } else {
                    known[Int(hop.target)] = count
                    rows[count] = hop
                    count += 1
                }
            }
        }
        merged[offsets.count - 1] = UInt32(count)
        rows.removeLast(rows.count - count)
        return Column(copying: merged)
    }
}

extension RoutingColumns.RaptorRoute {
    fileprivate var callsAfterFirst: Range<Int> { Int(stops) + 1..<Int(stops) + Int(stopCount) }
}

extension RoutingColumns {
    /// The locations between which a vehicle may move while it continues as another run.
    fileprivate var seatedHops: [(from: UInt32, to: UInt32)] {
        guard runs.continuations.count > 0 else { return [] }
        return routes.rows.buffer.flatMap { route in
            runs.continuations[Int(route.runs)..<Int(route.runs + route.runCount)]
                .filter { $0.route != Continuation.none.route }
                .map { next in
                    (
                        routes.locations[Int(route.stops) + Int(route.stopCount) - 1],
                        routes.locations[Int(routes.rows[Int(next.route)].stops)]
                    )
                }
        }
    }
}

extension RoutingColumns.Runs {
    /// Finds the seconds of each hop of a route, by the position where it ends.
    fileprivate func findSeconds(
        ofHopsOf route: RoutingColumns.RaptorRoute, _ seconds: UnsafeMutableBufferPointer<Int32>
    ) {
        for position in 0..<Int(route.stopCount) { seconds[position] = .max }
        if route.isWide {
            lower(seconds, of: route, wide)
        } else {
            lower(seconds, of: route, narrow)
        }
    }

    private func lower<Offset>(
        _ seconds: UnsafeMutableBufferPointer<Int32>, of route: RoutingColumns.RaptorRoute,
        _ profiles: RoutingColumns.Profiles<Offset>
    ) {
        let runs = times[Int(route.runs)..<Int(route.runs + route.runCount)]
        var last: UInt32?
        for run in runs {
            // Runs mostly share their times with the run before.
            if run.profile == last { continue }
            last = run.profile
            let calls = Int(run.profile)..<Int(run.profile) + Int(route.stopCount)
            let (arrivals, departures) = (profiles.arrivals[calls], profiles.departures[calls])
            for position in 1..<calls.count {
                let hop =
                    Int32(truncatingIfNeeded: arrivals[position])
                    &- Int32(truncatingIfNeeded: departures[position &- 1])
                seconds[position] = min(seconds[position], hop)
            }
        }
    }
}
