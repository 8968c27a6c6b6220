import Timetables
import TransitModel

/// The search itself: RAPTOR, in rounds of one vehicle each.
///
/// Delling, Pajor, Werneck, "Round-based public transit routing", 2012. From the places improved in
/// the round before, every lane that calls there is ridden once from its first such place, always on the
/// earliest run that can be boarded; then one footpath. Labels are appended to a journal, so that
/// journeys can be told without per-round tables, and nothing is looked at that cannot beat the
/// best arrival at the destination. Many departures are searched from the last to the first, and what
/// later ones reached prunes earlier ones (rRAPTOR, same paper). Vias are stages (as in MOTIS's
/// nigiri): a rider in stage 2 has visited two of them; all stages advance in the same rounds.
///
/// Two times are kept for each place: when a vehicle first arrives, from where one may walk on, and
/// from when on a vehicle can be boarded, after the change or the walk. Where changes take no time and
/// walks are closed these are one.
struct RaptorSearch: ~Copyable {
    /// The most vehicles: one less than a row has cells, so that a row is a cache line.
    static let maximumRides = 15

    /// A place reached, and how.
    struct Label {
        var location: UInt32
        var parent: UInt32
        var arrival: Int32
        /// The lane that was ridden; or one of those below.
        var route: UInt32
        /// The run within the lane; the seconds of a walk, of an access walk, of a stay.
        var run: UInt32
        var board: UInt16
        var alight: UInt16

        /// In place of a lane: a walk, the beginning, a stay in a via before any vehicle.
        static let walk = UInt32.max
        static let start = UInt32.max - 1
        static let stay = UInt32.max - 2

        /// In place of a place: the rider stays in the vehicle.
        static let aboard = UInt32.max

        var isRide: Bool { route < Self.stay }
    }

    /// An arrival at the destination that beats all that were found before.
    struct Answer {
        let rides: Int
        let arrival: Int32
        let label: UInt32
    }

    /// How a place was reached.
    enum Approach {
        case start, walk(margin: Int32), ride
    }

    var columns: RoutingColumns
    var tables: Tables
    var stages: [RaptorState]
    /// For each stage the riders aboard at the beginning of the round.
    var aboard: [[RaptorState.Aboard]] = [[]]
    /// The last stage in use.
    private(set) var lastStage = 0
    /// A row for each place, because many departures are looked at.
    private(set) var hasRows = false
    private(set) var marginSeconds: Int32 = 0
    private(set) var maximumRides = 0
    /// What led where is noted, so that journeys can be told; else labels are counted only.
    var keepsLabels = true
    /// Whoever is on foot as early as a vehicle has no use for it.
    var walksBound = true
    /// What is known from the other end, for each stage; empty if nothing is.
    var arrivalBoundsByStage: [ArrivalLowerBounds] = []
    /// For each number of vehicles the best arrival so far.
    let bounds: UnsafeMutablePointer<Int32>
    /// Seconds from each place to the destination; only those in the last stage's goal count.
    private(set) var egress: UnsafeMutablePointer<Int32>
    private var walkScale = WalkScale()

    var labels: UnsafeMutablePointer<Label>
    var labelCapacity: Int
    var labelCount = 0
    /// The label of the latest arrival that lowered the bound.
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

    /// Searches forwards or, on mirrored columns of the same day, backwards from now on.
    mutating func use(_ columns: RoutingColumns) {
        self.columns = columns
        tables = Tables(columns)
        walkScale = WalkScale()
    }

    /// Searches on another day's columns from now on; memory that is too small is made anew.
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

    /// Makes ready for a request; `vias` and `destinations` are in order of travel.
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

    /// Forgets what earlier departures reached; the request stays.
    mutating func startAgain() {
        for number in 0...lastStage { stages[number].forget() }
        bounds.update(repeating: .max, count: Self.maximumRides + 2)
    }

    /// From now on only so many vehicles at most, which were not fewer before, and arrivals before a moment.
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

    /// Looks for what leaving at a moment reaches, and gives the answers that beat all before.
    ///
    /// With rows, departures must come from the last to the first.
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

    /// Makes room for so many labels, so that loops need not ask.
    @inline(__always)
    mutating func reserve(_ count: Int) {
        if keepsLabels, labelCount &+ count > labelCapacity { growLabels(count) }
    }

    /// Adds a label, for which there must be room, and gives its number.
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

    /// Cells after a round's own that hold for more vehicles.
    @inline(__always)
    func cellsAfter(round: Int) -> Int {
        hasRows ? Self.maximumRides - round : 0
    }
}

/// Lowers a cell and those after it, as what is reached with fewer vehicles is reached with more.
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

/// The columns as bare pointers for the inner loops; whoever holds it keeps the columns alive.
struct Tables {
    let routeCount: Int
    let locationCount: Int
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
    /// At the speed that was asked for.
    var walks: UnsafePointer<RoutingColumns.Walk>
    let changeSeconds: UnsafePointer<Int32>

    init(_ columns: RoutingColumns) {
        routeCount = columns.routes.count
        locationCount = columns.locations.count
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

/// Walks for those who walk faster or slower than the network's footpaths assume.
struct WalkScale {
    private var percent: Int32 = 100
    private var walks: Column<RoutingColumns.Walk>?

    /// Puts walks of that speed in place; keeps those of the last speed that was asked for.
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
                // A stated time has reasons beyond walking: it grows but does not shrink. Between
                // parts of a stop nobody walks at all.
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
