import Timetables
import TransitModel

/// How early a rider who leaves at a moment can be anywhere, however many vehicles it takes.
///
/// Nothing is told of the ways, so that it costs a fraction of a ``RoundSearch``; what is known serves as a
/// bound for searches from the other end, which look at nothing that cannot be reached in time. Places are
/// looked at in the order of time, in steps as in Meyer, Sanders, "Δ-stepping", 2003, so that a lane is
/// hardly ever ridden twice; and no further than asked for: ``advance(to:)`` goes on where it stopped. Vias
/// are passed over, as ways without them are never slower.
struct ReachSearch: ~Copyable {
    /// Of each place two times side by side.
    ///
    /// When a vehicle first arrives, and from when on one can be boarded. ``never`` where nothing is known.
    let cells: UnsafeMutablePointer<Int32>
    /// All that happens before is known.
    private(set) var horizon: Int32 = .min
    /// Places that can be boarded at, from where nobody rode on yet.
    private let pending: UnsafeMutablePointer<UInt64>
    /// Places that a vehicle reached, from where nobody walked on yet.
    private let reached: UnsafeMutablePointer<UInt64>
    private let laneBits: UnsafeMutablePointer<UInt64>
    private let laneFirst: UnsafeMutablePointer<UInt16>
    private let memory: UnsafeMutablePointer<LaneMemory>
    private let placeCount: Int
    private let laneCapacity: Int
    private var columns: RoutingColumns
    private var tables: Tables
    private var margin: Int32 = 0
    private var aboard: [Continuation] = []

    private typealias Continuation = RoutingColumns.Continuation

    /// In place of a time where nothing is known; no overflow when added to one.
    static let never = Int32.max / 2
    /// Seconds that are looked at together.
    private static let step: Int32 = 3600

    init(_ columns: RoutingColumns) {
        self.columns = columns
        tables = Tables(columns)
        placeCount = columns.places.count
        laneCapacity = columns.lanes.count + columns.lanes.count / 4 + 64
        cells = .allocate(capacity: max(1, placeCount * 2))
        cells.initialize(repeating: Self.never, count: placeCount * 2)
        let words = (placeCount + 63) / 64
        pending = .allocate(capacity: max(1, words))
        pending.initialize(repeating: 0, count: words)
        reached = .allocate(capacity: max(1, words))
        reached.initialize(repeating: 0, count: words)
        let laneWords = (laneCapacity + 63) / 64
        laneBits = .allocate(capacity: max(1, laneWords))
        laneBits.initialize(repeating: 0, count: laneWords)
        laneFirst = .allocate(capacity: max(1, laneCapacity))
        laneFirst.initialize(repeating: .max, count: laneCapacity)
        memory = .allocate(capacity: max(1, laneCapacity))
        memory.initialize(repeating: .none, count: laneCapacity)
    }

    deinit {
        cells.deallocate()
        pending.deallocate()
        reached.deallocate()
        laneBits.deallocate()
        laneFirst.deallocate()
        memory.deallocate()
    }

    /// Whether the memory is of the right size for other columns.
    func fits(_ columns: RoutingColumns) -> Bool {
        columns.places.count == placeCount && columns.lanes.count <= laneCapacity
    }

    /// Begins at a moment.
    mutating func begin(_ task: borrowing ReachLayers.Task, at departure: Int32) {
        columns = task.columns
        tables = task.tables
        margin = task.margin
        let words = (placeCount + 63) / 64
        cells.update(repeating: Self.never, count: placeCount * 2)
        pending.update(repeating: 0, count: words)
        memory.update(repeating: .none, count: tables.laneCount)
        aboard.removeAll(keepingCapacity: true)
        horizon = departure
        for origin in task.origins {
            for place in columns.places.places(of: origin.stop) {
                let time = departure + max(0, origin.seconds)
                setReady(Int(place), time)
                guard origin.seconds <= 0, place == origin.stop.rawValue else { continue }
                for row in Int(
                    tables.walkOffsets[Int(place)])..<Int(tables.walkOffsets[Int(place) + 1])
                {
                    let walk = tables.walks[row]
                    setReady(Int(walk.target), time &+ walk.seconds)
                }
            }
        }
    }

    @inline(__always)
    private func setReady(_ place: Int, _ time: Int32) {
        guard time < cells[place &<< 1 | 1] else { return }
        cells[place &<< 1 | 1] = time
        pending[place &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: place)
    }

    /// Learns of all that happens before a moment.
    mutating func advance(to end: Int32) {
        while true {
            let (isAny, next) = collect(before: horizon)
            if isAny {
                ride()
                walk()
            } else if next == .max {
                // Nothing is left to be done.
                horizon = .max
                return
            } else if horizon >= end {
                return
            } else {
                // Nothing happens until then.
                horizon = min(end, next &+ Self.step)
            }
        }
    }

    /// Marks the lanes that call at pending places; gives whether there are any, and when the first of the
    /// others can be boarded.
    private mutating func collect(before limit: Int32) -> (isAny: Bool, next: Int32) {
        let (offsets, places) = (tables.boardingOffsets, tables.boardingPlaces)
        var next = Int32.max
        var isAny = false
        for word in 0..<(placeCount + 63) / 64 {
            var bits = pending[word]
            guard bits != 0 else { continue }
            var rest: UInt64 = 0
            while bits != 0 {
                let bit = bits & (0 &- bits)
                let place = word &<< 6 | bits.trailingZeroBitCount
                bits &= bits &- 1
                let time = cells[place &<< 1 | 1]
                guard time < limit else {
                    next = min(next, time)
                    rest |= bit
                    continue
                }
                isAny = true
                var row = Int(offsets[place])
                let end = Int(offsets[place &+ 1])
                while row < end {
                    let call = places[row]
                    row &+= 1
                    guard call.lastDeparture >= time else { continue }
                    let lane = Int(call.lane)
                    if call.position < laneFirst[lane],
                        memory[lane].leavesAnything(lane, at: call.position, from: time, tables)
                    {
                        laneFirst[lane] = call.position
                        laneBits[lane &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: lane)
                    }
                }
            }
            pending[word] = rest
        }
        return (isAny, next)
    }

    private mutating func ride() {
        let narrow = RoundSearch.RideTables(tables, tables.narrowArrivals, tables.narrowDepartures)
        let wide = RoundSearch.RideTables(tables, tables.wideArrivals, tables.wideDepartures)
        for word in 0..<(tables.laneCount + 63) / 64 {
            var bits = laneBits[word]
            laneBits[word] = 0
            while bits != 0 {
                let lane = word << 6 | bits.trailingZeroBitCount
                bits &= bits &- 1
                if tables.lanes[lane].isWide { ride(lane, wide) } else { ride(lane, narrow) }
            }
        }
        var next = 0
        while next < aboard.count {
            let rider = aboard[next]
            next += 1
            if tables.lanes[Int(rider.lane)].isWide {
                goOn(rider, wide)
            } else {
                goOn(rider, narrow)
            }
        }
        aboard.removeAll(keepingCapacity: true)
    }

    @inline(__always)
    private mutating func ride<Offset: FixedWidthInteger & BitwiseCopyable>(
        _ number: Int, _ tables: RoundSearch.RideTables<Offset>
    ) {
        let lane = tables.lanes[number]
        let places = tables.places + Int(lane.stops)
        let rules = tables.rules + Int(lane.stops)
        let count = Int(lane.stopCount)
        let laneTables = LaneTables(tables, firstRun: Int(lane.runs))
        let change = self.tables.changeSeconds
        var position = Int(laneFirst[number])
        laneFirst[number] = .max
        var place = Int(places[position])
        let first = laneTables.earliestRun(
            notBefore: cells[place &<< 1 | 1], of: Int(lane.runCount), at: position)
        guard first < Int(lane.runCount) else { return }
        if let known = LaneMemory(position: position, run: first) { memory[number] = known }
        var ridden = RiddenRun(first, boardedAt: position, parent: 0, laneTables)
        while true {
            position &+= 1
            guard position < count else { break }
            place = Int(places[position])
            let cell = place &<< 1
            let arrival = ridden.arrival(at: position)
            if arrival < cells[cell], !lane.hasRules || rules[position] &>> 2 & 3 != 1 {
                alight(place, arrival, change)
            }
            let ready = cells[cell | 1]
            if ridden.departureBefore(at: position) >= ready, position &+ 1 < count,
                !lane.hasRules || rules[position] & 3 != 1
            {
                ridden = RiddenRun(
                    laneTables.runBefore(ridden.run, notBefore: ready, at: position),
                    boardedAt: position, parent: 0, laneTables)
            }
        }
        if columns.continuations.count > 0, ridden.board < count - 1 {
            stayAboard(lane, ridden.run)
        }
    }

    @inline(__always)
    private func alight(_ place: Int, _ arrival: Int32, _ change: UnsafePointer<Int32>) {
        cells[place &<< 1] = arrival
        reached[place &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: place)
        setReady(place, arrival &+ change[place] &+ margin)
    }

    private mutating func stayAboard(_ lane: RoutingColumns.Lane, _ run: Int) {
        let next = columns.continuations[Int(lane.runs) + run]
        if next.lane != Continuation.none.lane { aboard.append(next) }
    }

    /// Rides on with one who stays seated where a vehicle goes on as another run.
    private mutating func goOn<Offset: FixedWidthInteger & BitwiseCopyable>(
        _ rider: Continuation, _ tables: RoundSearch.RideTables<Offset>
    ) {
        let lane = tables.lanes[Int(rider.lane)]
        let row = Int(lane.runs + rider.run)
        let arrivals = tables.arrivals + Int(tables.profiles[row])
        for position in 1..<max(1, Int(lane.stopCount)) {
            let place = Int(tables.places[Int(lane.stops) + position])
            let arrival = tables.starts[row] &+ Int32(truncatingIfNeeded: arrivals[position])
            if arrival < cells[place &<< 1],
                tables.rules[Int(lane.stops) + position] >> 2 & 3 != 1
            {
                alight(place, arrival, self.tables.changeSeconds)
            }
        }
        if lane.stopCount > 1 { stayAboard(lane, Int(rider.run)) }
    }

    private mutating func walk() {
        let (offsets, walks) = (tables.walkOffsets, tables.walks)
        for word in 0..<(placeCount + 63) / 64 {
            var bits = reached[word]
            guard bits != 0 else { continue }
            reached[word] = 0
            while bits != 0 {
                let place = word << 6 | bits.trailingZeroBitCount
                bits &= bits &- 1
                let time = cells[place &<< 1] &+ margin
                for row in Int(offsets[place])..<Int(offsets[place &+ 1]) {
                    let walk = walks[row]
                    setReady(Int(walk.target), time &+ walk.seconds)
                }
            }
        }
    }
}
