import Timetables
import TransitModel

/// How many vehicles a way to each place takes at least, whatever the time.
///
/// A search through the lanes in breadth, which ends where the destination is found. For searches from the
/// other end: what would take more vehicles than pay is not looked at.
struct FewestRides: ~Copyable {
    /// Of each place two counts side by side.
    ///
    /// Until one arrives there in a vehicle, and until one can board one. Where no way was found there is a
    /// large number.
    let counts: UnsafeMutablePointer<UInt8>
    /// Ways to places that were not found take as many at least.
    private(set) var limit = 0

    private static let unknown: UInt8 = 100
    private let locationCapacity: Int
    private let routeCapacity: Int
    /// For each lane from where on it was looked at, and from where on it shall be.
    private let known: UnsafeMutablePointer<UInt16>
    private let wanted: UnsafeMutablePointer<UInt16>
    private var columns: RoutingColumns
    private var tables: Tables
    /// Places that can be boarded at, in the order in which they were found.
    private var locations: [UInt32] = []
    /// Lanes to be looked at with as many vehicles.
    private var routes: [UInt32] = []

    init(_ columns: RoutingColumns) {
        self.columns = columns
        tables = Tables(columns)
        locationCapacity = columns.locations.count
        // Live data splits lanes: some more of them shall fit as well.
        routeCapacity = columns.routes.count + columns.routes.count / 4 + 64
        counts = .allocate(capacity: max(1, locationCapacity * 2))
        counts.initialize(repeating: Self.unknown, count: locationCapacity * 2)
        known = .allocate(capacity: routeCapacity)
        known.initialize(repeating: .max, count: routeCapacity)
        wanted = .allocate(capacity: routeCapacity)
        wanted.initialize(repeating: .max, count: routeCapacity)
    }

    deinit {
        counts.deallocate()
        known.deallocate()
        wanted.deallocate()
    }

    /// Whether the memory is large enough for other columns.
    func fits(_ columns: RoutingColumns) -> Bool {
        columns.locations.count <= locationCapacity && columns.routes.count <= routeCapacity
    }

    /// Counts from the origins on, and gives the count of the destination; nil if it takes more than `most`.
    mutating func find(
        _ columns: RoutingColumns, from origins: [AccessStop], to destinations: [AccessStop],
        most: Int
    ) -> Int? {
        self.columns = columns
        tables = Tables(columns)
        counts.update(repeating: Self.unknown, count: columns.locations.count * 2)
        known.update(repeating: .max, count: tables.routeCount)
        wanted.update(repeating: .max, count: tables.routeCount)
        locations.removeAll(keepingCapacity: true)
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
            guard limit <= most, next < locations.count else { return nil }
            let end = locations.count
            for number in next..<end { want(Int(locations[number])) }
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

    /// Every lane is looked at from each of its positions once, whatever the number of vehicles.
    private mutating func visitRoutes(until goal: [UInt32]) {
        let rides = UInt8(clamping: limit)
        var next = 0
        while next < routes.count {
            let number = Int(routes[next])
            next += 1
            if next & 15 == 0, isFound(goal) { return }
            let route = tables.routes[number]
            let stops = tables.routeLocations + Int(route.stops)
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
            guard columns.continuations.count > 0 else { continue }
            for row in Int(route.runs)..<Int(route.runs + route.runCount) {
                let run = columns.continuations[row]
                // Who stays seated needs no other vehicle.
                if run.route != RoutingColumns.Continuation.none.route { want(run.route, from: 0) }
            }
        }
        routes.removeAll(keepingCapacity: true)
    }

    @inline(__always)
    private mutating func board(_ location: UInt32, _ rides: UInt8) {
        guard counts[Int(location) &<< 1 | 1] == Self.unknown else { return }
        counts[Int(location) &<< 1 | 1] = rides
        locations.append(location)
    }

    @inline(__always)
    private mutating func walk(from location: UInt32, _ rides: UInt8) {
        let rows =
            Int(tables.walkOffsets[Int(location)])..<Int(tables.walkOffsets[Int(location) + 1])
        for row in rows { board(tables.walks[row].target, rides) }
    }
}
