import Timetables
import TransitModel

/// The search itself: RAPTOR, in rounds of one ride each (Delling, Pajor, Werneck, "Round-Based
/// Public Transit Routing", 2012).
///
/// Every RAPTOR route that calls at a location marked in the round before is scanned once from its
/// first such position, always on the earliest run that can be boarded; then footpaths are relaxed
/// once. Labels are appended to one list, so that journeys can be reconstructed without tables per
/// round, and labels that cannot improve on the best arrival at the destination are pruned. Many
/// departures are searched from the last to the first, and what later ones reached prunes earlier
/// ones (rRAPTOR, same paper). Vias are stages, as in MOTIS's nigiri: a rider in stage 2 has
/// visited two of them, and all stages advance in the same rounds.
///
/// Two times are kept for each location: the earliest arrival by vehicle, from which footpaths are
/// relaxed, and the earliest time at which a vehicle can be boarded, after the transfer or the
/// walk. Where transfers take no time and footpaths are closed, the two are the same.
struct RaptorSearch: ~Copyable {
    /// The maximum number of rides: one less than the cells of a row, so that a row is a cache
    /// line.
    static let maximumRides = 15

    /// An arrival label: a location that was reached, and how.
    struct Label {
        var location: UInt32
        var parent: UInt32
        var arrival: Int32
        /// The RAPTOR route of the ride, or one of the constants below.
        var route: UInt32
        /// The run within the RAPTOR route; or the seconds of a walk, an access walk or a stay.
        var run: UInt32
        var board: UInt16
        var alight: UInt16

        /// In place of a RAPTOR route: a walk, the origin, or a stay at a via before any ride.
        static let walk = UInt32.max
        static let start = UInt32.max - 1
        static let stay = UInt32.max - 2

        /// In place of a location: the rider stays in the vehicle.
        static let aboard = UInt32.max

        var isRide: Bool { route < Self.stay }
    }

    /// An arrival at the destination that is earlier than all those found before.
    struct Answer {
        let rides: Int
        let arrival: Int32
        let label: UInt32
    }

    enum Approach {
        case start, walk(margin: Int32), ride
    }

    var columns: RoutingColumns
    var tables: Tables
    var stages: [RaptorState]
    /// For each stage, the riders who are aboard at the beginning of the round.
    var aboard: [[RaptorState.Aboard]] = [[]]
    private(set) var lastStage = 0
    /// Whether each location has a row of cells, because many departures are searched.
    private(set) var hasRows = false
    private(set) var marginSeconds: Int32 = 0
    private(set) var maximumRides = 0
    /// Whether labels are stored, so that journeys can be reconstructed; otherwise they are only
    /// counted.
    var keepsLabels = true
    /// Whether the walk from origin to destination bounds all rounds.
    ///
    /// This prunes rides that arrive no earlier.
    var walksBound = true
    /// Pruning bounds from the other end for each stage; empty if there are none.
    var arrivalBoundsByStage: [ArrivalLowerBounds] = []
    /// The best arrival so far for each number of rides.
    let bounds: UnsafeMutablePointer<Int32>
    /// Seconds from each location to the destination; valid only for the last stage's goal.
    private(set) var egress: UnsafeMutablePointer<Int32>
    private var walkScale = WalkScale()

    var labels: UnsafeMutablePointer<Label>
    var labelCapacity: Int
    var labelCount = 0
    /// The label that last lowered the bound.
    var answerLabel: UInt32 = 0

    init(_ columns: RoutingColumns) {
        self.columns = columns
        tables = Tables(columns)
        stages = [RaptorState(columns)]
        bounds = .allocate(capacity: Self.maximumRides + 2)
        bounds.initialize(repeating: .max, count: Self.maximumRides + 2)
        egress = .allocate(capacity: max(1, columns.locations.count))
        egress.initialize(repeating: 0, count: columns.locations.count)
        labelCapacity = 4096
        labels = .allocate(capacity: labelCapacity)
    }

    deinit {
        for stage in stages { stage.deallocate() }
        bounds.deallocate()
        egress.deallocate()
        labels.deallocate()
    }

    /// Switches the direction: forwards or, with the reversed columns of the same day, backwards.
    mutating func use(_ columns: RoutingColumns) {
        self.columns = columns
        tables = Tables(columns)
        walkScale = WalkScale()
    }

    /// Switches to another day's columns; memory that is too small is reallocated.
    mutating func move(to columns: RoutingColumns) {
        if !stages.indices.allSatisfy({ stages[$0].adopt(columns) }) {
            for stage in stages { stage.deallocate() }
            stages = [RaptorState(columns)]
            aboard = [[]]
            egress.deallocate()
            egress = .allocate(capacity: max(1, columns.locations.count))
            egress.initialize(repeating: 0, count: columns.locations.count)
        }
        use(columns)
    }

    /// Prepares a request; `vias` and `destinations` are in the direction of the search.
    mutating func prepare(
        _ request: RoutingRequest, vias: [ViaStops], destinations: [AccessStop], rows: Bool
    ) {
        hasRows = rows
        arrivalBoundsByStage = []
        marginSeconds = max(0, request.marginSeconds)
        maximumRides = min(
            max(0, request.maximumRides), Self.maximumRides + (rows ? 0 : 1))
        lastStage = vias.count
        while stages.count <= lastStage {
            stages.append(RaptorState(columns))
            aboard.append([])
        }
        let isPlain =
            columns.isPlain && marginSeconds == 0 && vias.isEmpty
            && (request.origins + request.destinations).allSatisfy { $0.seconds == 0 }
        let layout: RaptorState.Layout =
            rows ? (isPlain ? .rowsPlain : .rows) : (isPlain ? .oncePlain : .once)
        for number in 0...lastStage {
            stages[number].reset(layout)
            guard number < lastStage else { break }
            stages[number].staySeconds = max(0, vias[number].staySeconds)
            for stop in vias[number].stops { mark(stop, in: stages[number].goal) }
        }
        for access in destinations {
            for location in columns.locations.locations(of: access.stop) {
                let isKnown = isMarked(location, in: stages[lastStage].goal)
                egress[Int(location)] = min(
                    isKnown ? egress[Int(location)] : .max, max(0, access.seconds))
            }
            mark(access.stop, in: stages[lastStage].goal)
        }
        bounds.update(repeating: .max, count: Self.maximumRides + 2)
        walkScale.apply(request.walkingPercent, columns, to: &tables)
    }

    /// Forgets what earlier departures reached, but keeps the request.
    mutating func startAgain() {
        for number in 0...lastStage { stages[number].forget() }
        bounds.update(repeating: .max, count: Self.maximumRides + 2)
    }

    /// Limits the search to `rides` rides, no more than before, and to arrivals before `time`.
    mutating func limit(to rides: Int, before time: Int32 = .max) {
        maximumRides = rides
        for number in 0...Self.maximumRides + 1 {
            bounds[number] = number > rides ? .min / 2 : min(bounds[number], time)
        }
    }

    private func mark(_ stop: StopIndex, in bits: UnsafeMutablePointer<UInt64>) {
        for location in columns.locations.locations(of: stop) {
            bits[Int(location) >> 6] |= 1 << UInt64(location & 63)
        }
    }

    @inline(__always)
    func isMarked(_ location: UInt32, in bits: UnsafeMutablePointer<UInt64>) -> Bool {
        bits[Int(location) >> 6] >> UInt64(location & 63) & 1 != 0
    }

    /// Runs the search for one departure and returns the answers that improve on all earlier ones.
    ///
    /// With rows, departures must be run from the last to the first.
    mutating func run(from origins: [AccessStop], departingAt departure: Int32) -> [Answer] {
        var answers: [Answer] = []
        for number in 0...lastStage {
            stages[number].clearMarks()
            aboard[number].removeAll(keepingCapacity: true)
        }
        labels[0] = Label(
            location: .max, parent: 0, arrival: departure, route: Label.start, run: 0, board: 0,
            alight: 0)
        labelCount = 1
        answerLabel = 0
        begin(origins, at: departure)
        if answerLabel != 0 {
            answers.append(Answer(rides: 0, arrival: bounds[0], label: answerLabel))
        }
        guard maximumRides > 0 else { return answers }
        for rides in 1...maximumRides {
            for stage in 0...lastStage { collectRoutes(stage, round: rides) }
            let before = labelCount
            var bound = bounds[rides]
            for stage in 0...lastStage {
                scanRoutes(stage, round: rides, bound: &bound)
            }
            guard labelCount > before else { break }
            for stage in 0...lastStage { walk(stage, round: rides, bound: &bound) }
            guard bound < bounds[rides] else { continue }
            lowerBounds(from: rides, to: bound)
            answers.append(Answer(rides: rides, arrival: bound, label: answerLabel))
        }
        return answers
    }

    func lowerBounds(from rides: Int, to bound: Int32) {
        for number in rides...Self.maximumRides + 1 where bounds[number] > bound {
            bounds[number] = bound
        }
    }

    // MARK: - Labels

    /// Makes room for `count` labels, so that inner loops need no check.
    @inline(__always)
    mutating func reserve(_ count: Int) {
        if keepsLabels, labelCount &+ count > labelCapacity { growLabels(count) }
    }

    /// Appends a label, for which there must be room, and returns its number.
    @inline(__always)
    mutating func append(_ label: Label) -> UInt32 {
        if keepsLabels { labels[labelCount] = label }
        labelCount &+= 1
        return UInt32(truncatingIfNeeded: labelCount &- 1)
    }

    @inline(never)
    private mutating func growLabels(_ count: Int) {
        labelCapacity = max(labelCapacity * 2, labelCount + count)
        let larger = UnsafeMutablePointer<Label>.allocate(capacity: labelCapacity)
        larger.update(from: labels, count: labelCount)
        labels.deallocate()
        labels = larger
    }

    /// The number of cells after a round's own that hold for more rides.
    @inline(__always)
    func cellsAfter(round: Int) -> Int {
        hasRows ? Self.maximumRides - round : 0
    }
}

/// Lowers a cell and those after it, since what is reached with fewer rides is reached with more.
@inline(__always)
func lower(_ table: UnsafeMutablePointer<Int32>, _ cell: Int, after: Int, to time: Int32) {
    table[cell] = time
    var next = cell &+ 1
    let end = next &+ after
    while next < end, table[next] > time {
        table[next] = time
        next &+= 1
    }
}

/// The columns as bare pointers for the inner loops.
///
/// They are not owned: the holder keeps the columns alive.
struct Tables {
    let routeCount: Int
    let routes: UnsafePointer<RoutingColumns.RaptorRoute>
    let routeLocations: UnsafePointer<UInt32>
    let routeRules: UnsafePointer<UInt8>
    let starts: UnsafePointer<Int32>
    let profiles: UnsafePointer<UInt32>
    let narrowArrivals: UnsafePointer<UInt16>
    let narrowDepartures: UnsafePointer<UInt16>
    let wideArrivals: UnsafePointer<Int32>
    let wideDepartures: UnsafePointer<Int32>
    let boardingOffsets: UnsafePointer<UInt32>
    let boardingLocations: UnsafePointer<RoutingColumns.BoardingLocation>
    let walkOffsets: UnsafePointer<UInt32>
    /// The footpaths at the requested walking speed.
    var walks: UnsafePointer<RoutingColumns.Walk>
    let changeSeconds: UnsafePointer<Int32>

    init(_ columns: RoutingColumns) {
        routeCount = columns.routes.count
        routes = columns.routes.memory
        routeLocations = columns.routeLocations.memory
        routeRules = columns.routeRules.memory
        starts = columns.starts.memory
        profiles = columns.profiles.memory
        narrowArrivals = columns.narrow.arrivals.memory
        narrowDepartures = columns.narrow.departures.memory
        wideArrivals = columns.wide.arrivals.memory
        wideDepartures = columns.wide.departures.memory
        boardingOffsets = columns.boardingOffsets.memory
        boardingLocations = columns.boardingLocations.memory
        walkOffsets = columns.walkOffsets.memory
        walks = columns.walks.memory
        changeSeconds = columns.changeSeconds.memory
    }
}

/// The footpaths at a walking speed other than the one the network assumes.
struct WalkScale {
    private var percent: Int32 = 100
    private var walks: Column<RoutingColumns.Walk>?

    /// Sets the footpaths for a walking speed; those of the last speed are cached.
    mutating func apply(_ percent: Int32, _ columns: RoutingColumns, to tables: inout Tables) {
        let percent = min(max(percent, 10), 1000)
        if percent == 100 {
            tables.walks = columns.walks.memory
            return
        }
        if percent != self.percent || walks == nil {
            self.percent = percent
            walks = Self.scaled(percent, columns)
        }
        if let walks { tables.walks = walks.memory }
    }

    private static func scaled(
        _ percent: Int32, _ columns: RoutingColumns
    ) -> Column<RoutingColumns.Walk> {
        var walks = Array(columns.walks.buffer)
        for location in 0..<columns.locations.count {
            let rows = Int(columns.walkOffsets[location])..<Int(columns.walkOffsets[location + 1])
            for row in rows {
                let walk = walks[row]
                // A stated duration may include more than walking, so it grows but does not shrink.
                // Transfers between parts of a stop are not walks at all.
                let isChange =
                    columns.locations.stop(of: walk.target)
                    == columns.locations.stop(of: UInt32(location))
                if isChange || percent < 100 && columns.walkIsStated[row] { continue }
                let seconds = (Int64(walk.seconds) * Int64(percent) + 99) / 100
                walks[row] = RoutingColumns.Walk(seconds: Int32(seconds), target: walk.target)
            }
            walks[rows].sort { ($0.seconds, $0.target) < ($1.seconds, $1.target) }
        }
        return Column(copying: walks)
    }
}
