import TransitModel

/// The working memory for one section of the journey: up to the next via, or to the destination.
///
/// Three times are kept for each location: the earliest arrival by vehicle, the earliest time at
/// which a vehicle can be boarded, and that time at the beginning of the round. Those that a scan
/// compares are adjacent, so that a location costs it one cache line. When many departures are
/// searched, there is a table for each number of rides instead: a round scans one of them.
final class RaptorState {
    /// The memory layout of a location's times.
    enum Layout: Int {
        /// One departure; arriving and being able to board are the same: `boardableAt, origin`.
        case oncePlain
        /// One departure: `bestArrival, origin`, and `boardableAt` in a table of its own.
        case once
        /// A table for each number of rides; arriving and being able to board are the same.
        case byRidesPlain
        /// The same, but other tables for being able to board than for arriving.
        case byRides

        /// The shift of a location's number that gives its first cell.
        @inline(__always) var shift: Int { isByRides ? 0 : 1 }

        /// The same for the time at which a vehicle can be boarded.
        @inline(__always) var boardableShift: Int { self == .once ? 0 : shift }

        @inline(__always)
        var isByRides: Bool { self == .byRidesPlain || self == .byRides }

        /// The cell of the time at the beginning of the round, within those of one departure.
        static let originCell = 1
    }

    /// A rider who is already aboard when the stage begins, or who stays seated.
    struct Aboard {
        let route: UInt32
        let run: UInt32
        var position: UInt16
        /// The number of the ride's step.
        let ride: UInt32

        init(route: Int, run: Int, position: Int, ride: UInt32) {
            self.route = UInt32(truncatingIfNeeded: route)
            self.run = UInt32(truncatingIfNeeded: run)
            self.position = UInt16(truncatingIfNeeded: position)
            self.ride = ride
        }
    }

    private(set) var layout = Layout.oncePlain
    let boardableLabels: WorkTable<Label>
    private(set) var bestArrivalLabels: WorkTable<Label>
    /// The labels of the locations at the beginning of the round.
    let previousRoundLabels: WorkTable<Label>
    /// The round in which riders could first board at each location; 0 where they could not.
    ///
    /// A lower bound for the rides to it, plus one. Only a search for one departure without labels
    /// has it.
    let firstRounds: WorkTable<UInt8>
    /// The marked stops: locations where a vehicle can be boarded earlier than in the round before.
    ///
    /// Where arriving and being able to board are the same, those of ``reached`` are added when
    /// footpaths are relaxed.
    let markedStops: LocationSet
    /// Locations reached by vehicle in this round, from which footpaths are relaxed.
    let reached: LocationSet
    /// Locations where riders board in this round, ``boardingCount`` of them.
    let boarding: WorkTable<UInt32>
    var boardingCount = 0
    /// The times at the beginning of the round when many departures are searched.
    let byRidesOrigins: WorkTable<Int32>
    let routeBits: WorkTable<UInt64>
    let routeFirst: WorkTable<UInt16>
    /// What was scanned of each RAPTOR route; a table for each number of rides, as for locations,
    /// when many departures are searched.
    private(set) var routeCache: WorkTable<RaptorRouteCache>
    /// The locations of the next via, or of the destination.
    let goal: WorkTable<UInt64>
    /// The minimum stay at the next via in seconds; unused in the last stage.
    var staySeconds: Int32 = 0

    private var locationCount: Int
    private var routeCount: Int
    /// The number of cells from the table of one number of rides to that of the next.
    let locationCapacity: Int
    /// The same for RAPTOR routes.
    let routeCapacity: Int
    private static let tableCount = RaptorSearch.maximumRides + 1
    /// The number of entries of ``routeCache``.
    private var routeCacheCapacity: Int
    private let once: WorkTable<Int32>
    private let onceBoardable: WorkTable<Int32>
    // Allocated on first use.
    private var byRidesPlain: WorkTable<Int32>?
    private var byRides: WorkTable<Int32>?
    /// The table of the current layout.
    private(set) var cells: WorkTable<Int32>
    private var bestArrivalByRides: WorkTable<Int32>
    /// The labels of arrivals by vehicle, where they differ from the labels for boarding.
    private let arrivalLabels: WorkTable<Label>

    init(_ columns: RoutingColumns) {
        let locationCount = columns.locations.count
        // Live data splits RAPTOR routes, so leave room for some more.
        let routeCapacity = columns.routes.rows.count + columns.routes.rows.count / 4 + 64
        self.locationCount = locationCount
        locationCapacity = locationCount
        routeCount = columns.routes.rows.count
        self.routeCapacity = routeCapacity
        boardableLabels = WorkTable(repeating: Label.departure, count: locationCount)
        arrivalLabels = WorkTable(repeating: Label.departure, count: locationCount)
        bestArrivalLabels = arrivalLabels
        previousRoundLabels = WorkTable(repeating: Label.departure, count: locationCount)
        firstRounds = WorkTable(repeating: 0, count: locationCount)
        markedStops = LocationSet(locationCount)
        reached = LocationSet(locationCount)
        boarding = WorkTable(repeating: 0, count: locationCount)
        byRidesOrigins = WorkTable(repeating: .max, count: locationCount)
        goal = WorkTable(repeating: 0, count: (locationCount + 63) / 64)
        routeBits = WorkTable(repeating: 0, count: (routeCapacity + 63) / 64)
        routeFirst = WorkTable(repeating: .max, count: routeCapacity)
        routeCache = WorkTable(repeating: .none, count: routeCapacity)
        routeCacheCapacity = routeCapacity
        once = WorkTable(repeating: .max, count: max(1, locationCount) << Layout.once.shift)
        onceBoardable = WorkTable(repeating: .max, count: max(1, locationCount))
        cells = once
        bestArrivalByRides = once
    }

    /// Switches to other columns from the next reset on.
    ///
    /// Returns false and changes nothing if the memory is too small.
    func adopt(_ columns: RoutingColumns) -> Bool {
        guard columns.locations.count <= locationCapacity,
            columns.routes.rows.count <= routeCapacity
        else {
            return false
        }
        locationCount = columns.locations.count
        routeCount = columns.routes.rows.count
        return true
    }

    deinit {
        for table in [once, onceBoardable, byRidesPlain, byRides] { table?.deallocate() }
        for memory in [boardableLabels, arrivalLabels, previousRoundLabels] { memory.deallocate() }
        firstRounds.deallocate()
        markedStops.deallocate()
        reached.deallocate()
        boarding.deallocate()
        byRidesOrigins.deallocate()
        goal.deallocate()
        routeBits.deallocate()
        routeFirst.deallocate()
        routeCache.deallocate()
    }

    /// Prepares a request: clears the goal; ``forget()`` must follow.
    func reset(_ layout: Layout) {
        self.layout = layout
        let isPlain = layout == .oncePlain || layout == .byRidesPlain
        bestArrivalLabels = isPlain ? boardableLabels : arrivalLabels
        goal.fill(0, count: (locationCount + 63) / 64)
    }

    /// Clears all times, but keeps the goal; by rides only those for none, which ``fill(to:)``
    /// copies.
    func forget() {
        cells = cells(of: layout == .byRides ? .byRidesPlain : layout)
        cells.fill(.max, count: locationCount << layout.shift)
        if layout == .once { onceBoardable.fill(.max, count: locationCount) }
        if layout == .byRides {
            bestArrivalByRides = cells(of: .byRides)
            bestArrivalByRides.fill(.max, count: locationCount)
        }
        let capacity = layout.isByRides ? routeCapacity * Self.tableCount : routeCapacity
        if capacity > routeCacheCapacity {
            routeCache.deallocate()
            routeCache = WorkTable(repeating: .none, count: capacity)
            routeCacheCapacity = capacity
        }
        routeCache.fill(.none, count: routeCount)
    }

    /// Clears the rounds of a search without labels.
    func forgetFirstRounds() { firstRounds.fill(0, count: locationCount) }

    /// Fills the tables for a number of rides with those for one ride less.
    func fill(to rides: Int) {
        boardableAt(rides).copy(boardableAt(rides - 1), count: locationCount)
        if layout == .byRides {
            bestArrival(rides).copy(bestArrival(rides - 1), count: locationCount)
        }
        memory(rides).copy(memory(rides - 1), count: routeCount)
    }

    private func cells(of layout: Layout) -> WorkTable<Int32> {
        func made(_ known: inout WorkTable<Int32>?) -> WorkTable<Int32> {
            let memory =
                known ?? WorkTable(repeating: .max, count: locationCapacity * Self.tableCount)
            known = memory
            return memory
        }
        return switch layout {
        case .oncePlain, .once: once
        case .byRidesPlain: made(&byRidesPlain)
        case .byRides: made(&byRides)
        }
    }

    // MARK: - Times, indexed by a location's number shifted by the layout's shift

    /// Returns the earliest times at which a vehicle can be boarded after that many rides, indexed
    /// by a location's number shifted by the layout's shift for them.
    func boardableAt(_ round: Int) -> WorkTable<Int32> {
        switch layout {
        case .oncePlain: cells
        case .once: onceBoardable
        case .byRidesPlain, .byRides: cells.from(round * locationCapacity)
        }
    }

    /// Returns the earliest arrivals by vehicle; the same table as ``boardableAt(_:)`` where the
    /// two do not differ.
    func bestArrival(_ round: Int) -> WorkTable<Int32> {
        switch layout {
        case .oncePlain, .once: cells
        case .byRidesPlain: cells.from(round * locationCapacity)
        case .byRides: bestArrivalByRides.from(round * locationCapacity)
        }
    }

    /// Returns what was scanned with at most that many rides, indexed by a RAPTOR route's number
    /// shifted by ``routeShift``.
    func memory(_ round: Int) -> WorkTable<RaptorRouteCache> {
        layout.isByRides ? routeCache.from(round * routeCapacity) : routeCache
    }

    /// Prepares a departure; the times found by earlier ones are kept.
    func clearMarks() {
        markedStops.removeAll()
        reached.removeAll()
    }
}
