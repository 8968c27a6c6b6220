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
    /// Places that can be boarded at before the horizon, from where nobody rode on yet.
    private let pending: PlaceMarks
    /// Places that could be boarded at later when they were noted; some may have become known since.
    private let waiting: PlaceMarks
    /// Nothing of what waits happens before; `.max` if nothing waits.
    private var nextWaiting = Int32.max
    /// Places that a vehicle reached, from where nobody walked on yet.
    private let reached: PlaceMarks
    /// Lanes to be ridden, from the first of their positions on.
    private let marked: PlaceMarks
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
        pending = PlaceMarks(placeCount)
        waiting = PlaceMarks(placeCount)
        reached = PlaceMarks(placeCount)
        marked = PlaceMarks(laneCapacity)
        laneFirst = .allocate(capacity: max(1, laneCapacity))
        laneFirst.initialize(repeating: .max, count: laneCapacity)
        memory = .allocate(capacity: max(1, laneCapacity))
        memory.initialize(repeating: .none, count: laneCapacity)
    }

    deinit {
        cells.deallocate()
        pending.deallocate()
        reached.deallocate()
        waiting.deallocate()
        marked.deallocate()
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
        cells.update(repeating: Self.never, count: placeCount * 2)
        pending.removeAll()
        waiting.removeAll()
        nextWaiting = .max
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
    private mutating func setReady(_ place: Int, _ time: Int32) {
        guard time < cells[place &<< 1 | 1] else { return }
        cells[place &<< 1 | 1] = time
        if time < horizon {
            pending.insert(place)
        } else {
            waiting.insert(place)
            if time < nextWaiting { nextWaiting = time }
        }
    }

    /// Learns of all that happens before a moment.
    mutating func advance(to end: Int32) {
        while true {
            while collectLanes() {
                ride()
                walk()
            }
            if nextWaiting == .max {
                // Nothing is left to be done.
                horizon = .max
                return
            }
            if horizon >= end { return }
            // Nothing happens until then.
            moveHorizon(to: min(end, nextWaiting &+ Self.step))
        }
    }

    /// Takes in what can be boarded before a moment.
    private mutating func moveHorizon(to time: Int32) {
        let (cells, known, waiting) = (UnsafePointer(cells), horizon, waiting)
        var next = Int32.max
        horizon = time
        waiting.takeAll { place in
            let ready = cells[place &<< 1 | 1]
            if ready >= time {
                waiting.insert(place)
                if ready < next { next = ready }
            } else if ready >= known {
                pending.insert(place)
            }
        }
        nextWaiting = next
    }

    /// Marks the lanes that call at pending places; gives whether there were any.
    private mutating func collectLanes() -> Bool {
        let (cells, tables) = (UnsafePointer(cells), tables)
        let (laneFirst, memory, marked) = (laneFirst, memory, marked)
        var isAny = false
        pending.takeAll { place in
            isAny = true
            let time = cells[place &<< 1 | 1]
            var row = Int(tables.boardingOffsets[place])
            let end = Int(tables.boardingOffsets[place &+ 1])
            while row < end {
                let call = tables.boardingPlaces[row]
                row &+= 1
                guard call.lastDeparture >= time else { continue }
                let lane = Int(call.lane)
                if call.position < laneFirst[lane],
                    memory[lane].leavesAnything(lane, at: call.position, from: time, tables)
                {
                    laneFirst[lane] = call.position
                    marked.insert(lane)
                }
            }
        }
        return isAny
    }

    private mutating func ride() {
        let narrow = RoundSearch.RideTables(tables, tables.narrowArrivals, tables.narrowDepartures)
        let wide = RoundSearch.RideTables(tables, tables.wideArrivals, tables.wideDepartures)
        marked.takeAll { lane in
            if narrow.lanes[lane].isWide { ride(lane, wide) } else { ride(lane, narrow) }
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
    private mutating func alight(_ place: Int, _ arrival: Int32, _ change: UnsafePointer<Int32>) {
        cells[place &<< 1] = arrival
        reached.insert(place)
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
        let (cells, margin) = (UnsafePointer(cells), margin)
        reached.takeAll { place in
            let time = cells[place &<< 1] &+ margin
            var row = Int(offsets[place])
            let end = Int(offsets[place &+ 1])
            while row < end {
                let walk = walks[row]
                row &+= 1
                setReady(Int(walk.target), time &+ walk.seconds)
            }
        }
    }
}
