import Timetables

/// The scratch memory for one part of the way: up to the next via, or to the destination.
///
/// Of each place three times are kept: when a vehicle first arrives there, from when on a vehicle can be
/// boarded, and that as it was when the round began. They lie side by side, so that a place costs one
/// cache line. When many departures are looked at, a place has a row of sixteen instead, a cell for each
/// number of vehicles, and the row is the line.
struct SearchStage {
    /// How the times of a place lie in memory.
    enum Layout: Int {
        /// One departure; arriving is being ready: `ready, origin`.
        case oncePlain
        /// One departure: `ridden, origin, ready, unused`.
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
        var lane: UInt32
        var run: UInt32
        var position: UInt16
        var board: UInt16
        var parent: UInt32
    }

    private(set) var layout = Layout.oncePlain
    let readyLabels: UnsafeMutablePointer<UInt32>
    private(set) var riddenLabels: UnsafeMutablePointer<UInt32>
    /// The labels of the places as they were when the round began.
    let originLabels: UnsafeMutablePointer<UInt32>
    let walkers: UnsafeMutablePointer<Walker>
    /// Places that can be boarded at earlier than in the round before.
    let improved: PlaceMarks
    /// Places that a vehicle reached in this round; not kept where arriving is being ready.
    let reached: PlaceMarks
    /// The places of ``walkers``.
    let walking: PlaceMarks
    /// Places where riders board in this round.
    let boarding: PlaceMarks
    let laneBits: UnsafeMutablePointer<UInt64>
    let laneFirst: UnsafeMutablePointer<UInt16>
    /// Of each lane what was ridden; a row of them, as places have, where many departures are looked at.
    private(set) var laneMemory: UnsafeMutablePointer<LaneMemory>
    /// Places of the next via, or of the destination.
    let goal: UnsafeMutablePointer<UInt64>
    /// The least stay in the next via; of no meaning in the last stage.
    var staySeconds: Int32 = 0

    private var placeCount: Int
    private var laneCount: Int
    private let placeCapacity: Int
    private let laneCapacity: Int
    private var memoryCount: Int
    // One table for each layout, made when it is first asked for. No arrays: a stage is copied all the time.
    private let oncePlain: UnsafeMutablePointer<Int32>
    private var once: UnsafeMutablePointer<Int32>?
    private var rowsPlain: UnsafeMutablePointer<Int32>?
    private var rows: UnsafeMutablePointer<Int32>?
    private var table: UnsafeMutablePointer<Int32>
    private var riddenRows: UnsafeMutablePointer<Int32>
    /// The labels of arriving, where that is not the same as being ready.
    private let arrivalLabels: UnsafeMutablePointer<UInt32>

    init(_ columns: RoutingColumns) {
        let placeCount = columns.places.count
        // Live data splits lanes: some more of them shall fit as well.
        let laneCapacity = columns.lanes.count + columns.lanes.count / 4 + 64
        self.placeCount = placeCount
        placeCapacity = placeCount
        laneCount = columns.lanes.count
        self.laneCapacity = laneCapacity
        let laneWords = (laneCapacity + 63) / 64
        readyLabels = Self.labels(placeCount)
        arrivalLabels = Self.labels(placeCount)
        riddenLabels = arrivalLabels
        originLabels = Self.labels(placeCount)
        walkers = .allocate(capacity: max(1, placeCount))
        walkers.initialize(repeating: Walker(time: 0, label: 0), count: placeCount)
        improved = PlaceMarks(placeCount)
        reached = PlaceMarks(placeCount)
        walking = PlaceMarks(placeCount)
        boarding = PlaceMarks(placeCount)
        goal = Self.bits((placeCount + 63) / 64)
        laneBits = Self.bits(laneWords)
        laneFirst = .allocate(capacity: laneCapacity)
        laneFirst.initialize(repeating: .max, count: laneCapacity)
        laneMemory = .allocate(capacity: laneCapacity)
        laneMemory.initialize(repeating: .none, count: laneCapacity)
        memoryCount = laneCapacity
        oncePlain = Self.cells(placeCount << Layout.oncePlain.shift)
        table = oncePlain
        riddenRows = oncePlain
    }

    /// Serves other columns from the next reset on; false, and nothing changes, if the memory is too small.
    mutating func adopt(_ columns: RoutingColumns) -> Bool {
        guard columns.places.count <= placeCapacity, columns.lanes.count <= laneCapacity else {
            return false
        }
        placeCount = columns.places.count
        laneCount = columns.lanes.count
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
        for memory in [readyLabels, arrivalLabels, originLabels] { memory.deallocate() }
        walkers.deallocate()
        improved.deallocate()
        reached.deallocate()
        walking.deallocate()
        boarding.deallocate()
        goal.deallocate()
        laneBits.deallocate()
        laneFirst.deallocate()
        laneMemory.deallocate()
    }

    /// Makes ready for a query: nothing is known of any place.
    mutating func reset(_ layout: Layout) {
        self.layout = layout
        forget()
        let isPlain = layout == .oncePlain || layout == .rowsPlain
        riddenLabels = isPlain ? readyLabels : arrivalLabels
        goal.update(repeating: 0, count: (placeCount + 63) / 64)
    }

    /// Nothing is known of any place; what was asked for stays.
    mutating func forget() {
        let count = placeCount << layout.shift
        table = cells(of: layout == .rows ? .rowsPlain : layout)
        table.update(repeating: .max, count: count)
        if layout == .rows {
            riddenRows = cells(of: .rows)
            riddenRows.update(repeating: .max, count: count)
        }
        let capacity = laneCapacity << laneShift
        if capacity > memoryCount {
            laneMemory.deallocate()
            laneMemory = .allocate(capacity: capacity)
            laneMemory.initialize(repeating: .none, count: capacity)
            memoryCount = capacity
        }
        laneMemory.update(repeating: .none, count: laneCount << laneShift)
    }

    /// How far a lane's number is shifted for its first memory.
    var laneShift: Int { layout.hasRows ? 4 : 0 }

    private mutating func cells(of layout: Layout) -> UnsafeMutablePointer<Int32> {
        func made(_ known: inout UnsafeMutablePointer<Int32>?) -> UnsafeMutablePointer<Int32> {
            let memory = known ?? Self.cells(placeCapacity << layout.shift)
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
    func ready(_ round: Int) -> UnsafeMutablePointer<Int32> {
        switch layout {
        case .oncePlain: table
        case .once: table + 2
        case .rowsPlain, .rows: table + round
        }
    }

    /// When a vehicle first arrives; the same as ``ready(_:)`` where nothing depends on the difference.
    func ridden(_ round: Int) -> UnsafeMutablePointer<Int32> {
        switch layout {
        case .oncePlain, .once: table
        case .rowsPlain: table + round
        case .rows: riddenRows + round
        }
    }

    /// What was ridden with that many vehicles or fewer, to be read at a lane's number shifted by ``laneShift``.
    func memory(_ round: Int) -> UnsafeMutablePointer<LaneMemory> {
        layout.hasRows ? laneMemory + round : laneMemory
    }

    /// From when on a vehicle could be boarded when the round began.
    func origin(_ round: Int) -> UnsafeMutablePointer<Int32> {
        switch layout {
        case .oncePlain, .once: table + 1
        case .rowsPlain, .rows: table + (round - 1)
        }
    }

    /// Makes ready for a departure: what earlier ones found stays.
    func clearMarks() {
        improved.removeAll()
        reached.removeAll()
    }
}
