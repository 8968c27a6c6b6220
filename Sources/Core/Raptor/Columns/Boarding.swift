import TransitModel

extension RoutingColumns {
    /// A position at which riders may board a RAPTOR route.
    struct BoardingLocation: BitwiseCopyable, Sendable {
        let lastDeparture: Int32
        let route: UInt32
        let position: UInt16
    }

    /// For each location, the RAPTOR routes and positions at which riders may board.
    struct Boarding: Sendable {
        /// The index of each location's first entry in `rows`, plus one final entry.
        let offsets: Column<UInt32>
        let rows: Column<BoardingLocation>

        /// - Complexity: linear in the routes' stops.
        init(_ routes: Routes, _ runs: Runs, locationCount: Int) {
            var counts = [UInt32](repeating: 0, count: locationCount + 1)
            func forEachCall(_ body: (Int, Int, Int) -> Void) {
                for number in 0..<routes.rows.count {
                    let route = routes.rows[number]
                    for position in 0..<Int(route.stopCount) - 1 {
                        let call = Int(route.stops) + position
                        guard routes.rules[call].allowsBoarding else { continue }
                        body(number, position, Int(routes.locations[call]))
                    }
                }
            }
            forEachCall { _, _, location in counts[location + 1] += 1 }
            for location in 1..<counts.count { counts[location] += counts[location - 1] }
            var next = counts
            let empty = BoardingLocation(lastDeparture: 0, route: 0, position: 0)
            var rows = [BoardingLocation](
                repeating: empty, count: Int(counts[counts.count - 1]))
            forEachCall { number, position, location in
                rows[Int(next[location])] = BoardingLocation(
                    lastDeparture: runs.lastDeparture(routes.rows[number], at: position),
                    route: UInt32(number), position: UInt16(position))
                next[location] += 1
            }
            offsets = Column(copying: counts)
            self.rows = Column(copying: rows)
        }
    }
}

extension RoutingColumns.Runs {
    fileprivate func lastDeparture(
        _ route: RoutingColumns.RaptorRoute, at position: Int
    ) -> Int32 {
        let run = times[Int(route.runs + route.runCount) - 1]
        let call = Int(run.profile) + position
        return run.start
            + (route.isWide ? wide.departures[call] : Int32(narrow.departures[call]))
    }
}
