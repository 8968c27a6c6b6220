import TransitModel

/// The minimum number of rides to each location, regardless of time.
///
/// A breadth-first search over the RAPTOR routes that stops when the destination is found. Searches
/// from the other end use it to prune whatever needs too many rides.
struct FewestRides: ~Copyable {
    /// Two adjacent counts for each location: the rides until arriving there in a vehicle, and the
    /// rides until a vehicle can be boarded there.
    ///
    /// ``unknown`` marks locations that were not reached.
    let counts: WorkTable<UInt8>
    /// A lower bound for locations that were not reached.
    private(set) var limit = 0

    /// For each count: room for what a search from the other end must improve on in a round.
    let roundBounds: WorkTable<Int32>

    /// The count of locations that were not reached.
    static let unknown: UInt8 = 100
    private let locationCapacity: Int
    private let routeCapacity: Int
    /// For each RAPTOR route, the position from which it was scanned and the one from which it must
    /// be.
    private let known: WorkTable<UInt16>
    private let wanted: WorkTable<UInt16>
    private var columns: RoutingColumns
    private var tables: SearchTables
    /// The ``foundCount`` locations where vehicles can be boarded, in the order in which they were
    /// found.
    private let found: WorkTable<UInt32>
    private var foundCount = 0
    /// The RAPTOR routes to scan with the current number of rides.
    private var routes: [UInt32] = []

    init(_ columns: RoutingColumns) {
        self.columns = columns
        tables = SearchTables(columns)
        locationCapacity = columns.locations.count
        // Live data splits RAPTOR routes, so leave room for some more.
        routeCapacity = columns.routes.rows.count + columns.routes.rows.count / 4 + 64
        counts = WorkTable(repeating: Self.unknown, count: locationCapacity * 2)
        found = WorkTable(repeating: 0, count: locationCapacity)
        roundBounds = WorkTable(repeating: .max, count: Int(Self.unknown) + 1)
        known = WorkTable(repeating: .max, count: routeCapacity)
        wanted = WorkTable(repeating: .max, count: routeCapacity)
    }

    deinit {
        counts.deallocate()
        found.deallocate()
        roundBounds.deallocate()
        known.deallocate()
        wanted.deallocate()
    }

    /// Returns whether the memory is large enough for other columns.
    func fits(_ columns: RoutingColumns) -> Bool {
        columns.locations.count <= locationCapacity && columns.routes.rows.count <= routeCapacity
    }

    /// Counts rides from the origins on.
    ///
    /// Returns the count of the destination; nil if it exceeds `maximumRides`.
    mutating func find(
        _ columns: RoutingColumns, from origins: [AccessLocation],
        to destinations: [AccessLocation],
        maximumRides: Int
    ) -> Int? {
        self.columns = columns
        tables = SearchTables(columns)
        counts.fill(Self.unknown, count: columns.locations.count * 2)
        known.fill(.max, count: tables.routeCount)
        wanted.fill(.max, count: tables.routeCount)
        foundCount = 0
        routes.removeAll(keepingCapacity: true)
        for origin in origins {
            for location in columns.locations.locations(of: origin.stop) {
                board(location, 0)
                if origin.seconds <= 0, !columns.locations.isPart(location) {
                    walk(from: location, 0)
                }
            }
        }
        let goal = destinations.flatMap { columns.locations.locations(of: $0.stop) }
        limit = 0
        var next = 0
        while !isFound(goal) {
            limit += 1
            guard limit <= maximumRides, next < foundCount else { return nil }
            let end = foundCount
            for number in next..<end { want(Int(found[number])) }
            next = end
            visitRoutes(until: goal)
        }
        return limit
    }

    private func isFound(_ goal: [UInt32]) -> Bool {
        for location in goal
        where min(counts[Int(location) << 1], counts[Int(location) << 1 | 1]) != Self.unknown {
            return true
        }
        return false
    }

    private mutating func want(_ location: Int) {
        let rows =
            Int(tables.boardingOffsets[location])..<Int(tables.boardingOffsets[location + 1])
        for row in rows {
            let call = tables.boardingLocations[row]
            want(call.route, from: call.position)
        }
    }

    private mutating func want(_ route: UInt32, from position: UInt16) {
        let number = Int(route)
        guard position < wanted[number] else { return }
        if wanted[number] == known[number] { routes.append(route) }
        wanted[number] = position
    }

    /// Scans the collected RAPTOR routes, each from each of its positions once, whatever the number
    /// of rides.
    private mutating func visitRoutes(until goal: [UInt32]) {
        let rides = UInt8(clamping: limit)
        var next = 0
        while next < routes.count {
            let number = Int(routes[next])
            next += 1
            if next & 15 == 0, isFound(goal) { return }
            let route = tables.routes[number]
            let stops = tables.routeLocations.from(Int(route.stops))
            let end = min(Int(route.stopCount) - 1, Int(known[number]))
            var position = Int(wanted[number])
            known[number] = wanted[number]
            while position < end {
                position &+= 1
                let location = stops[position]
                guard counts[Int(location) &<< 1] == Self.unknown else { continue }
                counts[Int(location) &<< 1] = rides
                board(location, rides)
                walk(from: location, rides)
            }
            guard columns.runs.continuations.count > 0 else { continue }
            for row in Int(route.runs)..<Int(route.runs + route.runCount) {
                let run = columns.runs.continuations[row]
                // Staying seated needs no further ride.
                if run.route != RoutingColumns.Continuation.none.route { want(run.route, from: 0) }
            }
        }
        routes.removeAll(keepingCapacity: true)
    }

    @inline(__always)
    private mutating func board(_ location: UInt32, _ rides: UInt8) {
        guard counts[Int(location) &<< 1 | 1] == Self.unknown else { return }
        counts[Int(location) &<< 1 | 1] = rides
        found[foundCount] = location
        foundCount &+= 1
    }

    @inline(__always)
    private mutating func walk(from location: UInt32, _ rides: UInt8) {
        for row in tables.walkRows(from: Int(location)) {
            board(tables.walks[row].target, rides)
        }
    }
}
