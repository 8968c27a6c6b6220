import TransitModel

/// The search itself: RAPTOR, in rounds of one ride each (Delling, Pajor, Werneck, "Round-Based
/// Public Transit Routing", 2012).
///
/// Every RAPTOR route that calls at a location marked in the round before is scanned once from its
/// first such position, always on the earliest run that can be boarded; then footpaths are relaxed
/// once. Steps are appended to one list, so that journeys can be reconstructed without tables per
/// round, and labels that cannot improve on the best arrival at the destination are pruned; that of
/// a round is known before its scans, from the few rides that lead there. Many departures are
/// searched from the last to the first, and what later ones reached prunes earlier ones (rRAPTOR,
/// same paper). Vias are stages, as in MOTIS's nigiri: a rider in stage 2 has visited two of them,
/// and all stages advance in the same rounds.
///
/// Two times are kept for each location: the earliest arrival by vehicle, from which footpaths are
/// relaxed, and the earliest time at which a vehicle can be boarded, after the transfer or the
/// walk. Where transfers take no time and footpaths are closed, the two are the same.
struct RaptorSearch: ~Copyable {
    /// The maximum number of rides where many departures are searched; otherwise it is one more.
    static let maximumRides = 15

    /// An arrival at the destination that is earlier than all those found before.
    struct Answer {
        let rides: Int
        let arrival: Int32
        let label: Label
        let location: UInt32
    }

    enum Approach {
        case start, walk(margin: Int32), ride
    }

    var columns: RoutingColumns
    var tables: SearchTables
    var stages: [RaptorState]
    /// For each stage, the riders who are aboard at the beginning of the round.
    var aboard: [[RaptorState.Aboard]] = [[]]
    private(set) var lastStage = 0
    /// Whether times are kept for each number of rides, because many departures are searched.
    private(set) var isByRides = false
    /// The number of rides up to which these times are filled: no departure needed more so far.
    private var filledRides = 0
    private(set) var marginSeconds: Int32 = 0
    private(set) var maximumRides = 0
    /// Whether the walk from origin to destination bounds all rounds.
    ///
    /// This prunes rides that arrive no earlier.
    var walksBound = true
    /// Whether rides are found that are no quicker than the walk from origin to destination.
    ///
    /// Where arriving and being able to board are the same, walks hide such rides: then the two are
    /// kept apart.
    var findsSlowRides = false
    /// Whether each round begins with a look at the rides that lead to the destination.
    var looksAhead = true
    /// The calls from which the destination is reached without another ride, by RAPTOR route and
    /// position.
    var lastRides: [LastRide] = []
    /// Pruning bounds from the other end for each stage; empty if there are none.
    var arrivalBoundsByStage: [ArrivalLowerBounds] = []
    /// The best arrival so far for each number of rides.
    let bounds: WorkTable<Int32>
    /// Seconds from each location to the destination; valid only for the last stage's goal.
    private(set) var egress: WorkTable<Int32>
    /// The footpaths at the requested walking speed.
    private var walks: Column<RoutingColumns.Walk>

    var steps = StepList()
    /// Whether an origin, or the end of a walk from one, is a location of the next via or of the
    /// destination.
    var beginsAtGoal = false
    /// The label that last lowered the bound; that of the departure if none did.
    var answerLabel = Label.departure
    /// Where that label is.
    var answerLocation: UInt32 = 0

    init(_ columns: RoutingColumns) {
        self.columns = columns
        tables = SearchTables(columns)
        walks = columns.transfers.walks
        stages = [RaptorState(columns)]
        bounds = WorkTable(repeating: .max, count: Self.maximumRides + 2)
        egress = WorkTable(repeating: 0, count: columns.locations.count)
    }

    deinit {
        bounds.deallocate()
        egress.deallocate()
    }

    /// Switches the direction: forwards or, with the reversed columns of the same day, backwards.
    mutating func use(_ columns: RoutingColumns) {
        self.columns = columns
        tables = SearchTables(columns)
    }

    /// Switches to another day's columns; memory that is too small is reallocated.
    mutating func move(to columns: RoutingColumns) {
        if !stages.indices.allSatisfy({ stages[$0].adopt(columns) }) {
            stages = [RaptorState(columns)]
            aboard = [[]]
            egress.deallocate()
            egress = WorkTable(repeating: 0, count: columns.locations.count)
        }
        use(columns)
    }

    /// Prepares a request, before ``startAgain()``; `vias` and `destinations` are in the direction
    /// of the search.
    mutating func prepare(
        _ request: RaptorRequest, vias: [ViaLocations], destinations: [AccessLocation],
        byRides: Bool
    ) {
        isByRides = byRides
        arrivalBoundsByStage = []
        marginSeconds = max(0, request.marginSeconds)
        maximumRides = min(
            max(0, request.maximumRides), Self.maximumRides + (byRides ? 0 : 1))
        lastStage = vias.count
        while stages.count <= lastStage {
            stages.append(RaptorState(columns))
            aboard.append([])
        }
        let isPlain =
            columns.transfers.isPlain && marginSeconds == 0 && vias.isEmpty
            && request.walkingPercent >= 100
            && (request.origins + request.destinations).allSatisfy { $0.seconds == 0 }
            && !(findsSlowRides && isWalkable(request))
        let layout: RaptorState.Layout =
            byRides ? (isPlain ? .byRidesPlain : .byRides) : (isPlain ? .oncePlain : .once)
        for number in 0...lastStage {
            stages[number].reset(layout)
            guard number < lastStage else { break }
            stages[number].staySeconds = max(0, vias[number].staySeconds)
            for location in vias[number].stops { mark(location, in: stages[number].goal) }
        }
        for access in destinations {
            for location in columns.locations.locations(of: access.stop) {
                let isKnown = stages[lastStage].goal.contains(Int(location))
                egress[Int(location)] = min(
                    isKnown ? egress[Int(location)] : .max, max(0, access.seconds))
            }
            mark(access.stop, in: stages[lastStage].goal)
        }
        walks = columns.walks(atPercent: request.walkingPercent)
        tables.walks = ColumnRows(walks)
        findLastRides(to: destinations)
    }

    /// Returns whether a footpath leads from an origin to a destination, or back.
    private func isWalkable(_ request: RaptorRequest) -> Bool {
        func isFootpath(_ starts: [AccessLocation], _ ends: [AccessLocation]) -> Bool {
            starts.contains { start in
                tables.walkRows(from: Int(start.stop)).contains { row in
                    let stop = columns.locations.stop(of: tables.walks[row].target)
                    return ends.contains { $0.stop == stop }
                }
            }
        }
        return isFootpath(request.origins, request.destinations)
            || isFootpath(request.destinations, request.origins)
    }

    /// Forgets what earlier departures reached, but keeps the request.
    mutating func startAgain() {
        for number in 0...lastStage {
            stages[number].forget()
            if !steps.isKept { stages[number].forgetFirstRounds() }
        }
        bounds.fill(.max, count: Self.maximumRides + 2)
        beginsAtGoal = false
        filledRides = 0
    }

    /// Limits the search to `rides` rides, no more than before, and to arrivals before `time`.
    mutating func limit(to rides: Int, before time: Int32 = .max) {
        maximumRides = rides
        for number in 0...Self.maximumRides + 1 {
            bounds[number] = number > rides ? .min / 2 : min(bounds[number], time)
        }
    }

    private func mark(_ stop: UInt32, in goal: WorkTable<UInt64>) {
        for location in columns.locations.locations(of: stop) { goal.insert(Int(location)) }
    }

    /// Runs the search for one departure and returns the answers that improve on all earlier ones.
    ///
    /// Where times are kept by rides, departures must be run from the last to the first.
    mutating func run(from origins: [AccessLocation], departingAt departure: Int32) -> [Answer] {
        var answers: [Answer] = []
        for number in 0...lastStage {
            stages[number].clearMarks()
            aboard[number].removeAll(keepingCapacity: true)
        }
        steps.restart(at: departure)
        answerLabel = .departure
        begin(origins, at: departure)
        if answerLabel.step != 0 {
            answers.append(answer(rides: 0, arrival: bounds[0]))
        }
        guard maximumRides > 0 else { return answers }
        for rides in 1...maximumRides {
            if isByRides, rides > filledRides {
                filledRides = rides
                for stage in 0...lastStage { stages[stage].fill(to: rides) }
            }
            // The stages share what is known about the number of rides.
            arrivalBoundsByStage.first?.begin(round: rides)
            let known = bounds[rides]
            // A ride to where the walk from the origin is as quick has no label.
            let ahead = beginsAtGoal ? known : arrivalByLastRide(before: known)
            // The ride that arrives then must be labelled too.
            if ahead < known { lowerBounds(from: rides, to: ahead + 1) }
            for stage in 0...lastStage { collectRoutes(stage, round: rides) }
            var bound = bounds[rides]
            for stage in 0...lastStage {
                scanRoutes(stage, round: rides, bound: &bound)
            }
            guard (0...lastStage).contains(where: { !stages[$0].reached.isEmpty }) else { break }
            for stage in 0...lastStage { walk(stage, round: rides, bound: &bound) }
            assert(bound <= ahead, "a round finds what a look ahead does")
            guard bound < known else { continue }
            lowerBounds(from: rides, to: bound)
            answers.append(answer(rides: rides, arrival: bound))
        }
        return answers
    }

    private func answer(rides: Int, arrival: Int32) -> Answer {
        Answer(rides: rides, arrival: arrival, label: answerLabel, location: answerLocation)
    }

    func lowerBounds(from rides: Int, to bound: Int32) {
        for number in rides...Self.maximumRides + 1 where bounds[number] > bound {
            bounds[number] = bound
        }
    }

    /// The cells of a stage after a round's own that hold for more rides.
    @inline(__always)
    func cellsAfter(round: Int, _ stage: RaptorState) -> CellsAfter {
        isByRides ? CellsAfter(count: filledRides - round, stride: stage.locationCapacity) : .none
    }
}

/// Cells that hold for more rides than another one.
struct CellsAfter {
    let count: Int
    /// The distance from each to the next.
    let stride: Int

    static var none: CellsAfter { CellsAfter(count: 0, stride: 0) }
}

/// Lowers a cell and those after it, since what is reached with fewer rides is reached with more.
@inline(__always)
func lower(_ table: WorkTable<Int32>, _ cell: Int, after: CellsAfter, to time: Int32) {
    table[cell] = time
    var next = cell &+ after.stride
    var rest = after.count
    while rest > 0, table[next] > time {
        table[next] = time
        next &+= after.stride
        rest &-= 1
    }
}
