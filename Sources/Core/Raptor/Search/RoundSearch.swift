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
struct RoundSearch: ~Copyable {
    /// The most vehicles: one less than a row has cells, so that a row is a cache line.
    static let maximumVehicles = 15

    /// A place reached, and how.
    struct Label {
        var place: UInt32
        var parent: UInt32
        var arrival: Int32
        /// The lane that was ridden; or one of those below.
        var lane: UInt32
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

        var isRide: Bool { lane < Self.stay }
    }

    /// An arrival at the destination that beats all that were found before.
    struct Answer {
        let vehicles: Int
        let arrival: Int32
        let label: UInt32
    }

    /// How a place was reached.
    enum Approach {
        case start, walk(margin: Int32), ride
    }

    var columns: RoutingColumns
    var tables: Tables
    var stages: [SearchStage]
    /// For each stage the riders aboard at the beginning of the round.
    var aboard: [[SearchStage.Aboard]] = [[]]
    /// The last stage in use.
    private(set) var lastStage = 0
    /// A row for each place, because many departures are looked at.
    private(set) var hasRows = false
    private(set) var marginSeconds: Int32 = 0
    private(set) var maximumVehicles = 0
    /// What led where is noted, so that journeys can be told; else labels are counted only.
    var keepsLabels = true
    /// Whoever is on foot as early as a vehicle has no use for it.
    var walksBound = true
    /// What is known from the other end, for each stage; empty if nothing is.
    var corridors: [Corridor] = []
    /// For each number of vehicles the best arrival so far.
    let bounds: UnsafeMutablePointer<Int32>
    /// Seconds from each place to the destination; only those in the last stage's goal count.
    private(set) var egress: UnsafeMutablePointer<Int32>
    private var walkScale = WalkScale()

    var journal: UnsafeMutablePointer<Label>
    var journalCapacity: Int
    var journalCount = 0
    /// The label of the latest arrival that lowered the bound.
    var answerLabel: UInt32 = 0

    init(_ columns: RoutingColumns) {
        self.columns = columns
        tables = Tables(columns)
        stages = [SearchStage(columns)]
        bounds = .allocate(capacity: Self.maximumVehicles + 2)
        bounds.initialize(repeating: .max, count: Self.maximumVehicles + 2)
        egress = .allocate(capacity: max(1, columns.places.count))
        egress.initialize(repeating: 0, count: columns.places.count)
        journalCapacity = 4096
        journal = .allocate(capacity: journalCapacity)
    }

    deinit {
        for stage in stages { stage.deallocate() }
        bounds.deallocate()
        egress.deallocate()
        journal.deallocate()
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
            stages = [SearchStage(columns)]
            aboard = [[]]
            egress.deallocate()
            egress = .allocate(capacity: max(1, columns.places.count))
            egress.initialize(repeating: 0, count: columns.places.count)
        }
        use(columns)
    }

    /// Makes ready for a request; `vias` and `destinations` are in order of travel.
    mutating func prepare(
        _ request: RoutingRequest, vias: [ViaStops], destinations: [AccessStop], rows: Bool
    ) {
        hasRows = rows
        corridors = []
        marginSeconds = max(0, request.marginSeconds)
        maximumVehicles = min(
            max(0, request.maximumVehicles), Self.maximumVehicles + (rows ? 0 : 1))
        lastStage = vias.count
        while stages.count <= lastStage {
            stages.append(SearchStage(columns))
            aboard.append([])
        }
        let isPlain =
            columns.isPlain && marginSeconds == 0 && vias.isEmpty
            && (request.origins + request.destinations).allSatisfy { $0.seconds == 0 }
        let layout: SearchStage.Layout =
            rows ? (isPlain ? .rowsPlain : .rows) : (isPlain ? .oncePlain : .once)
        for number in 0...lastStage {
            stages[number].reset(layout)
            guard number < lastStage else { break }
            stages[number].staySeconds = max(0, vias[number].staySeconds)
            for stop in vias[number].stops { mark(stop, in: stages[number].goal) }
        }
        for access in destinations {
            for place in columns.places.places(of: access.stop) {
                let isKnown = isMarked(place, in: stages[lastStage].goal)
                egress[Int(place)] = min(
                    isKnown ? egress[Int(place)] : .max, max(0, access.seconds))
            }
            mark(access.stop, in: stages[lastStage].goal)
        }
        bounds.update(repeating: .max, count: Self.maximumVehicles + 2)
        walkScale.apply(request.walkingPercent, columns, to: &tables)
    }

    /// Forgets what earlier departures reached; the request stays.
    mutating func startAgain() {
        for number in 0...lastStage { stages[number].forget() }
        bounds.update(repeating: .max, count: Self.maximumVehicles + 2)
    }

    /// From now on only so many vehicles at most, which were not fewer before, and arrivals before a moment.
    mutating func limit(to vehicles: Int, before time: Int32 = .max) {
        maximumVehicles = vehicles
        for number in 0...Self.maximumVehicles + 1 {
            bounds[number] = number > vehicles ? .min / 2 : min(bounds[number], time)
        }
    }

    private func mark(_ stop: StopIndex, in bits: UnsafeMutablePointer<UInt64>) {
        for place in columns.places.places(of: stop) {
            bits[Int(place) >> 6] |= 1 << UInt64(place & 63)
        }
    }

    @inline(__always)
    func isMarked(_ place: UInt32, in bits: UnsafeMutablePointer<UInt64>) -> Bool {
        bits[Int(place) >> 6] >> UInt64(place & 63) & 1 != 0
    }

    /// Looks for what leaving at a moment reaches, and gives the answers that beat all before.
    ///
    /// With rows, departures must come from the last to the first.
    mutating func leave(_ origins: [AccessStop], at departure: Int32) -> [Answer] {
        var answers: [Answer] = []
        for number in 0...lastStage {
            stages[number].clearMarks()
            aboard[number].removeAll(keepingCapacity: true)
        }
        journal[0] = Label(
            place: .max, parent: 0, arrival: departure, lane: Label.start, run: 0, board: 0,
            alight: 0)
        journalCount = 1
        answerLabel = 0
        begin(origins, at: departure)
        if answerLabel != 0 {
            answers.append(Answer(vehicles: 0, arrival: bounds[0], label: answerLabel))
        }
        guard maximumVehicles > 0 else { return answers }
        for vehicles in 1...maximumVehicles {
            for stage in 0...lastStage { collectLanes(stage, round: vehicles) }
            let before = journalCount
            var bound = bounds[vehicles]
            for stage in 0...lastStage {
                rideLanes(stage, round: vehicles, bound: &bound)
            }
            guard journalCount > before else { break }
            for stage in 0...lastStage { walk(stage, round: vehicles, bound: &bound) }
            guard bound < bounds[vehicles] else { continue }
            lowerBounds(from: vehicles, to: bound)
            answers.append(Answer(vehicles: vehicles, arrival: bound, label: answerLabel))
        }
        return answers
    }

    func lowerBounds(from vehicles: Int, to bound: Int32) {
        for number in vehicles...Self.maximumVehicles + 1 where bounds[number] > bound {
            bounds[number] = bound
        }
    }

    // MARK: - Labels

    /// Makes room for so many labels, so that loops need not ask.
    @inline(__always)
    mutating func reserve(_ count: Int) {
        if keepsLabels, journalCount &+ count > journalCapacity { growJournal(count) }
    }

    /// Adds a label, for which there must be room, and gives its number.
    @inline(__always)
    mutating func note(_ label: Label) -> UInt32 {
        if keepsLabels { journal[journalCount] = label }
        journalCount &+= 1
        return UInt32(truncatingIfNeeded: journalCount &- 1)
    }

    @inline(never)
    private mutating func growJournal(_ count: Int) {
        journalCapacity = max(journalCapacity * 2, journalCount + count)
        let larger = UnsafeMutablePointer<Label>.allocate(capacity: journalCapacity)
        larger.update(from: journal, count: journalCount)
        journal.deallocate()
        journal = larger
    }

    /// Cells after a round's own that hold for more vehicles.
    @inline(__always)
    func cellsAfter(round: Int) -> Int {
        hasRows ? Self.maximumVehicles - round : 0
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
    let laneCount: Int
    let placeCount: Int
    let lanes: UnsafePointer<RoutingColumns.Lane>
    let lanePlaces: UnsafePointer<UInt32>
    let laneRules: UnsafePointer<UInt8>
    let starts: UnsafePointer<Int32>
    let profiles: UnsafePointer<UInt32>
    let narrowArrivals: UnsafePointer<UInt16>
    let narrowDepartures: UnsafePointer<UInt16>
    let wideArrivals: UnsafePointer<Int32>
    let wideDepartures: UnsafePointer<Int32>
    let boardingOffsets: UnsafePointer<UInt32>
    let boardingPlaces: UnsafePointer<RoutingColumns.BoardingPlace>
    let walkOffsets: UnsafePointer<UInt32>
    /// At the speed that was asked for.
    var walks: UnsafePointer<RoutingColumns.Walk>
    let changeSeconds: UnsafePointer<Int32>

    init(_ columns: RoutingColumns) {
        laneCount = columns.lanes.count
        placeCount = columns.places.count
        lanes = columns.lanes.memory
        lanePlaces = columns.lanePlaces.memory
        laneRules = columns.laneRules.memory
        starts = columns.starts.memory
        profiles = columns.profiles.memory
        narrowArrivals = columns.narrow.arrivals.memory
        narrowDepartures = columns.narrow.departures.memory
        wideArrivals = columns.wide.arrivals.memory
        wideDepartures = columns.wide.departures.memory
        boardingOffsets = columns.boardingOffsets.memory
        boardingPlaces = columns.boardingPlaces.memory
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
        for place in 0..<columns.places.count {
            let rows = Int(columns.walkOffsets[place])..<Int(columns.walkOffsets[place + 1])
            for row in rows {
                let walk = walks[row]
                // A stated time has reasons beyond walking: it grows but does not shrink. Between
                // parts of a stop nobody walks at all.
                let isChange =
                    columns.places.stop(of: walk.target) == columns.places.stop(of: UInt32(place))
                if isChange || percent < 100 && columns.walkIsStated[row] { continue }
                let seconds = (Int64(walk.seconds) * Int64(percent) + 99) / 100
                walks[row] = RoutingColumns.Walk(seconds: Int32(seconds), target: walk.target)
            }
            walks[rows].sort { ($0.seconds, $0.target) < ($1.seconds, $1.target) }
        }
        return Column(copying: walks)
    }
}
