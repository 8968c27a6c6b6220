import Timetables

/// The scratch memory for one part of the way: up to the next via, or to the destination.
///
/// Of each place three times are kept: when a vehicle first arrives there, from when on a vehicle can be
/// boarded, and that as it was when the round began. They lie side by side, so that a place costs one
/// cache line. When many departures are looked at, a place has a row of sixteen instead, a cell for each
/// number of vehicles, and the row is the line.
struct RaptorState {
    /// How the times of a place lie in memory.
    enum Layout: Int {
        /// One departure; arriving is being ready: `boardableAt, origin`.
        case oncePlain
        /// One departure: `bestArrival, origin, boardableAt, unused`.
        case once
        /// Rows; arriving is being ready.
        case rowsPlain
        /// A row for being ready and another one for arriving.
        case rows

        /// How far a place's number is shifted for its first cell.
        var shift: Int {
            switch self {
            case .oncePlain: 1
            case .once: 2
            case .rowsPlain, .rows: 4
            }
        }

        var hasRows: Bool { self == .rowsPlain || self == .rows }
    }

    /// A place from which one walks on.
    struct Walker {
        var time: Int32
        var label: UInt32
    }

    /// A rider who is aboard already when the stage begins, or who stays seated.
    struct Aboard {
        var route: UInt32
        var run: UInt32
        var position: UInt16
        var board: UInt16
        var parent: UInt32
    }

    private(set) var layout = Layout.oncePlain
    let boardableLabels: UnsafeMutablePointer<UInt32>
    private(set) var bestArrivalLabels: UnsafeMutablePointer<UInt32>
    /// The labels of the places as they were when the round began.
    let previousRoundLabels: UnsafeMutablePointer<UInt32>
    let walkers: UnsafeMutablePointer<Walker>
    /// Places that can be boarded at earlier than in the round before.
    let markedStops: TwoLevelBitSet
    /// Places that a vehicle reached in this round; not kept where arriving is being ready.
    let reached: TwoLevelBitSet
    /// The places of ``walkers``.
    let walking: TwoLevelBitSet
    /// Places where riders board in this round.
    let boarding: TwoLevelBitSet
    let routeBits: UnsafeMutablePointer<UInt64>
    let routeFirst: UnsafeMutablePointer<UInt16>
    /// Of each lane what was ridden; a row of them, as places have, where many departures are looked at.
    private(set) var routeCache: UnsafeMutablePointer<RaptorRouteCache>
    /// Places of the next via, or of the destination.
    let goal: UnsafeMutablePointer<UInt64>
    /// The least stay in the next via; of no meaning in the last stage.
    var staySeconds: Int32 = 0

    private var locationCount: Int
    private var routeCount: Int
    private let locationCapacity: Int
    private let routeCapacity: Int
    private var memoryCount: Int
    // One table for each layout, made when it is first asked for. No arrays: a stage is copied all the time.
    private let oncePlain: UnsafeMutablePointer<Int32>
    private var once: UnsafeMutablePointer<Int32>?
    private var rowsPlain: UnsafeMutablePointer<Int32>?
    private var rows: UnsafeMutablePointer<Int32>?
    private var table: UnsafeMutablePointer<Int32>
    private var bestArrivalRows: UnsafeMutablePointer<Int32>
    /// The labels of arriving, where that is not the same as being ready.
    private let arrivalLabels: UnsafeMutablePointer<UInt32>

    init(_ columns: RoutingColumns) {
        let locationCount = columns.locations.count
        // Live data splits lanes: some more of them shall fit as well.
        let routeCapacity = columns.routes.count + columns.routes.count / 4 + 64
        self.locationCount = locationCount
        locationCapacity = locationCount
        routeCount = columns.routes.count
        self.routeCapacity = routeCapacity
        let routeWords = (routeCapacity + 63) / 64
        boardableLabels = Self.labels(locationCount)
        arrivalLabels = Self.labels(locationCount)
        bestArrivalLabels = arrivalLabels
        previousRoundLabels = Self.labels(locationCount)
        walkers = .allocate(capacity: max(1, locationCount))
        walkers.initialize(repeating: Walker(time: 0, label: 0), count: locationCount)
        markedStops = TwoLevelBitSet(locationCount)
        reached = TwoLevelBitSet(locationCount)
        walking = TwoLevelBitSet(locationCount)
        boarding = TwoLevelBitSet(locationCount)
        goal = Self.bits((locationCount + 63) / 64)
        routeBits = Self.bits(routeWords)
        routeFirst = .allocate(capacity: routeCapacity)
        routeFirst.initialize(repeating: .max, count: routeCapacity)
        routeCache = .allocate(capacity: routeCapacity)
        routeCache.initialize(repeating: .none, count: routeCapacity)
        memoryCount = routeCapacity
        oncePlain = Self.cells(locationCount << Layout.oncePlain.shift)
        table = oncePlain
        bestArrivalRows = oncePlain
    }

    /// Serves other columns from the next reset on; false, and nothing changes, if the memory is too small.
    mutating func adopt(_ columns: RoutingColumns) -> Bool {
        guard columns.locations.count <= locationCapacity, columns.routes.count <= routeCapacity
        else {
            return false
        }
        locationCount = columns.locations.count
        routeCount = columns.routes.count
        return true
    }

    private static func bits(_ words: Int) -> UnsafeMutablePointer<UInt64> {
        let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: max(1, words))
        memory.initialize(repeating: 0, count: words)
        return memory
    }

    /// Gives the memory back.
    func deallocate() {
        for table in [oncePlain, once, rowsPlain, rows] { table?.deallocate() }
        for memory in [boardableLabels, arrivalLabels, previousRoundLabels] { memory.deallocate() }
        walkers.deallocate()
        markedStops.deallocate()
        reached.deallocate()
        walking.deallocate()
        boarding.deallocate()
        goal.deallocate()
        routeBits.deallocate()
        routeFirst.deallocate()
        routeCache.deallocate()
    }

    /// Makes ready for a query: nothing is known of any place.
    mutating func reset(_ layout: Layout) {
        self.layout = layout
        forget()
        let isPlain = layout == .oncePlain || layout == .rowsPlain
        bestArrivalLabels = isPlain ? boardableLabels : arrivalLabels
        goal.update(repeating: 0, count: (locationCount + 63) / 64)
    }

    /// Nothing is known of any place; what was asked for stays.
    mutating func forget() {
        let count = locationCount << layout.shift
        table = cells(of: layout == .rows ? .rowsPlain : layout)
        table.update(repeating: .max, count: count)
        if layout == .rows {
            bestArrivalRows = cells(of: .rows)
            bestArrivalRows.update(repeating: .max, count: count)
        }
        let capacity = routeCapacity << routeShift
        if capacity > memoryCount {
            routeCache.deallocate()
            routeCache = .allocate(capacity: capacity)
            routeCache.initialize(repeating: .none, count: capacity)
            memoryCount = capacity
        }
        routeCache.update(repeating: .none, count: routeCount << routeShift)
    }

    /// How far a lane's number is shifted for its first memory.
    var routeShift: Int { layout.hasRows ? 4 : 0 }

    private mutating func cells(of layout: Layout) -> UnsafeMutablePointer<Int32> {
        func made(_ known: inout UnsafeMutablePointer<Int32>?) -> UnsafeMutablePointer<Int32> {
            let memory = known ?? Self.cells(locationCapacity << layout.shift)
            known = memory
            return memory
        }
        return switch layout {
        case .oncePlain: oncePlain
        case .once: made(&once)
        case .rowsPlain: made(&rowsPlain)
        case .rows: made(&rows)
        }
    }

    private static func labels(_ count: Int) -> UnsafeMutablePointer<UInt32> {
        let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: max(1, count))
        memory.initialize(repeating: 0, count: count)
        return memory
    }

    /// A row begins where a cache line begins.
    private static func cells(_ count: Int) -> UnsafeMutablePointer<Int32> {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: max(64, count * 4), alignment: 64
        ).bindMemory(to: Int32.self, capacity: max(16, count))
        memory.initialize(repeating: .max, count: max(16, count))
        return memory
    }

    // MARK: - Times, to be read at a place's number shifted by the layout's shift

    /// From when on a vehicle can be boarded, with that many vehicles behind one.
    func boardableAt(_ round: Int) -> UnsafeMutablePointer<Int32> {
        switch layout {
        case .oncePlain: table
        case .once: table + 2
        case .rowsPlain, .rows: table + round
        }
    }

    /// When a vehicle first arrives; the same as ``ready(_:)`` where nothing depends on the difference.
    func bestArrival(_ round: Int) -> UnsafeMutablePointer<Int32> {
        switch layout {
        case .oncePlain, .once: table
        case .rowsPlain: table + round
        case .rows: bestArrivalRows + round
        }
    }

    /// What was ridden with that many vehicles or fewer, to be read at a lane's number shifted by ``laneShift``.
    func memory(_ round: Int) -> UnsafeMutablePointer<RaptorRouteCache> {
        layout.hasRows ? routeCache + round : routeCache
    }

    /// From when on a vehicle could be boarded when the round began.
    func previousRound(_ round: Int) -> UnsafeMutablePointer<Int32> {
        switch layout {
        case .oncePlain, .once: table + 1
        case .rowsPlain, .rows: table + (round - 1)
        }
    }

    /// Makes ready for a departure: what earlier ones found stays.
    func clearMarks() {
        markedStops.removeAll()
        reached.removeAll()
    }
}
