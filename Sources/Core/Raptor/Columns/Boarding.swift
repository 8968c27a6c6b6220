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
            let (locations, rules) = (routes.locations.buffer, routes.rules.buffer)
            var counts = [UInt32](repeating: 0, count: locationCount + 1)
            for route in routes.rows.buffer {
                for call in route.boardingCalls where rules[call].allowsBoarding {
                    counts[Int(locations[call]) + 1] += 1
                }
            }
            for location in 1..<counts.count { counts[location] += counts[location - 1] }
            var next = counts
            let empty = BoardingLocation(lastDeparture: 0, route: 0, position: 0)
            var rows = [BoardingLocation](
                repeating: empty, count: Int(counts[counts.count - 1]))
            for (number, route) in routes.rows.buffer.enumerated() {
                let run = runs.times[Int(route.runs + route.runCount) - 1]
                for call in route.boardingCalls where rules[call].allowsBoarding {
                    let position = call - Int(route.stops)
                    let location = Int(locations[call])
                    rows[Int(next[location])] = BoardingLocation(
                        lastDeparture: runs.departure(
                            run, at: position, isWide: route.isWide),
                        route: UInt32(number), position: UInt16(position))
                    next[location] += 1
                }
            }
            offsets = Column(copying: counts)
            self.rows = Column(copying: rows)
        }
    }
}

extension RoutingColumns.RaptorRoute {
    /// All calls but the last, where nobody boards.
    fileprivate var boardingCalls: Range<Int> {
        Int(stops)..<Int(stops) + Int(stopCount) - 1
    }
}

extension RoutingColumns.Runs {
    @inline(__always)
    fileprivate func departure(
        _ run: RoutingColumns.RunTimes, at position: Int, isWide: Bool
    ) -> Int32 {
        let call = Int(run.profile) + position
        return run.start
            + (isWide ? wide.departures[call] : Int32(narrow.departures[call]))
    }
}
