import Realtime
import Timetables
import TransitModel

extension RaptorRouteBuilder {
    /// Returns the tables of everything that was laid out.
    func columns(changes: TransferBuilder) -> RoutingColumns {
        var changes = changes
        changes.build(locations)
        let routes = Column(copying: routes)
        let boarding = BoardingTable(
            routes: routes, locations: routeLocations, rules: routeRules,
            locationCount: locations.count
        ) { route, position in
            lastDeparture(route, at: position)
        }
        let takesTime = changes.leastSeconds.contains { $0 != 0 }
        return RoutingColumns(
            locations: locations, routes: routes, routeLocations: Column(copying: routeLocations),
            routeRules: Column(copying: routeRules), runTimes: Column(copying: runTimes),
            runs: Column(copying: runs),
            runDays: Column(copying: runDays), narrow: profiles.narrow, wide: profiles.wide,
            boardingOffsets: Column(copying: boarding.offsets),
            boardingLocations: Column(copying: boarding.entries),
            walkOffsets: Column(copying: changes.offsets),
            walks: Column(copying: changes.walks), walkIsStated: Column(copying: changes.isStated),
            scaledWalks: ScaledWalks(),
            changeSeconds: Column(copying: changes.leastSeconds),
            isPlain: !takesTime && changes.areClosed(),
            continuations: Column(
                copying: continuing?.continuations(self) ?? []))
    }

    private func lastDeparture(_ route: RoutingColumns.RaptorRoute, at position: Int) -> Int32 {
        let last = Int(route.runs + route.runCount) - 1
        return runTimes[last].start
            + profiles.departureOffset(
                Int(runTimes[last].profile) + position, isWide: route.isWide)
    }
}

/// For each location, the RAPTOR routes and positions at which riders may board.
struct BoardingTable {
    private(set) var offsets: [UInt32]
    private(set) var entries: [RoutingColumns.BoardingLocation]

    init(
        routes: Column<RoutingColumns.RaptorRoute>, locations: [UInt32], rules: [CallRule],
        locationCount: Int,
        lastDeparture: (RoutingColumns.RaptorRoute, Int) -> Int32
    ) {
        var counts = [UInt32](repeating: 0, count: locationCount + 1)
        func forEachCall(_ body: (Int, Int, Int) -> Void) {
            for number in 0..<routes.count {
                let route = routes[number]
                for position in 0..<Int(route.stopCount) - 1 {
                    let location = Int(route.stops) + position
                    guard rules[location].allowsBoarding else { continue }
                    body(number, position, Int(locations[location]))
                }
            }
        }
        forEachCall { _, _, location in counts[location + 1] += 1 }
        for location in 1..<counts.count { counts[location] += counts[location - 1] }
        var next = counts
        let empty = RoutingColumns.BoardingLocation(lastDeparture: 0, route: 0, position: 0)
        var entries = [RoutingColumns.BoardingLocation](
            repeating: empty, count: Int(counts[counts.count - 1]))
        forEachCall { number, position, location in
            entries[Int(next[location])] = RoutingColumns.BoardingLocation(
                lastDeparture: lastDeparture(routes[number], position), route: UInt32(number),
                position: UInt16(position))
            next[location] += 1
        }
        offsets = counts
        self.entries = entries
    }
}

extension TransferBuilder {
    /// Returns whether the footpaths are transitively closed: two in a row never take less time
    /// than one.
    func areClosed() -> Bool {
        var direct = [Int32](repeating: .max, count: max(0, offsets.count - 1))
        for location in direct.indices {
            let own = Int(offsets[location])..<Int(offsets[location + 1])
            for walk in walks[own] { direct[Int(walk.target)] = walk.seconds }
            direct[location] = 0
            defer {
                for walk in walks[own] { direct[Int(walk.target)] = .max }
                direct[location] = .max
            }
            for walk in walks[own] {
                let next = Int(offsets[Int(walk.target)])..<Int(offsets[Int(walk.target) + 1])
                for further in walks[next]
                where walk.seconds + further.seconds < direct[Int(further.target)] {
                    return false
                }
            }
        }
        return true
    }
}
