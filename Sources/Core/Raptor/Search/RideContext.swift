import Timetables
import TransitModel

/// What riding looks at, known when the loop is compiled.
protocol RideKind {
    static var layout: SearchStage.Layout { get }
    /// Riders may stay aboard where a vehicle calls at the next via.
    static var looksForVia: Bool { get }
}

extension RideKind {
    static var looksForVia: Bool { false }
    static var isPlain: Bool { layout == .oncePlain || layout == .rowsPlain }
}

enum OncePlain: RideKind {
    static var layout: SearchStage.Layout { .oncePlain }
}

enum Once: RideKind {
    static var layout: SearchStage.Layout { .once }
}

enum OnceToVia: RideKind {
    static var layout: SearchStage.Layout { .once }
    static var looksForVia: Bool { true }
}

enum RowsPlain: RideKind {
    static var layout: SearchStage.Layout { .rowsPlain }
}

enum Rows: RideKind {
    static var layout: SearchStage.Layout { .rows }
}

enum RowsToVia: RideKind {
    static var layout: SearchStage.Layout { .rows }
    static var looksForVia: Bool { true }
}

extension RoundSearch {
    /// The columns that riding reads, for profiles of one width.
    struct RideTables<Offset: FixedWidthInteger & BitwiseCopyable> {
        let lanes: UnsafePointer<RoutingColumns.Lane>
        let places: UnsafePointer<UInt32>
        let rules: UnsafePointer<UInt8>
        let starts: UnsafePointer<Int32>
        let profiles: UnsafePointer<UInt32>
        let arrivals: UnsafePointer<Offset>
        let departures: UnsafePointer<Offset>

        init(
            _ tables: Tables, _ arrivals: UnsafePointer<Offset>,
            _ departures: UnsafePointer<Offset>
        ) {
            lanes = tables.lanes
            places = tables.lanePlaces
            rules = tables.laneRules
            starts = tables.starts
            profiles = tables.profiles
            self.arrivals = arrivals
            self.departures = departures
        }
    }

    /// What does not change while one stage rides in one round.
    struct RideContext {
        let ready: UnsafeMutablePointer<Int32>
        let ridden: UnsafeMutablePointer<Int32>
        let origin: UnsafePointer<Int32>
        let readyLabels: UnsafeMutablePointer<UInt32>
        let riddenLabels: UnsafeMutablePointer<UInt32>
        let keepsLabels: Bool
        private let originLabels: UnsafePointer<UInt32>
        let improved: PlaceMarks
        let reached: PlaceMarks
        let boarding: PlaceMarks
        let laneFirst: UnsafeMutablePointer<UInt16>
        let memory: UnsafeMutablePointer<LaneMemory>
        let laneShift: Int
        let goal: UnsafeMutablePointer<UInt64>
        let change: UnsafePointer<Int32>
        let margin: Int32
        let corridor: Corridor?
        let stage: Int
        let round: Int
        /// Cells that hold for more vehicles.
        let after: Int
        /// The same of lanes, as far as they are looked at.
        let lanesAfter: Int
        /// Some vehicles go on as another run.
        let continues: Bool

        init(_ search: borrowing RoundSearch, stage number: Int, round: Int) {
            let stage = search.stages[number]
            ready = stage.ready(round)
            ridden = stage.ridden(round)
            origin = UnsafePointer(stage.origin(round))
            readyLabels = stage.readyLabels
            riddenLabels = stage.riddenLabels
            keepsLabels = search.keepsLabels
            originLabels = UnsafePointer(stage.originLabels)
            improved = stage.improved
            reached = stage.reached
            boarding = stage.boarding
            laneFirst = stage.laneFirst
            memory = stage.memory(round)
            laneShift = stage.laneShift
            goal = stage.goal
            change = search.tables.changeSeconds
            margin = search.marginSeconds
            corridor = search.corridors.isEmpty ? nil : search.corridors[number]
            self.stage = number
            self.round = round
            after = search.cellsAfter(round: round)
            lanesAfter = search.hasRows ? search.maximumVehicles - round : 0
            continues = search.columns.continuations.count > 0
        }

        /// Notes that a lane is ridden from a position on, for this round and those with more vehicles.
        @inline(__always)
        func remember(_ lane: Int, from position: Int, run: Int) {
            guard let known = LaneMemory(position: position, run: run) else { return }
            let cell = lane &<< laneShift
            memory[cell] = known
            var next = cell &+ 1
            while next <= cell &+ lanesAfter {
                if memory[next].isCovered(by: known) { memory[next] = known }
                next &+= 1
            }
        }

        /// The label of a place as it was when the round began; of no meaning where none are kept.
        @inline(__always)
        func originLabel(_ place: Int) -> UInt32 { keepsLabels ? originLabels[place] : 0 }

        /// Whether it is of use to arrive there by vehicle at that time.
        @inline(__always)
        func allowsRiding(to place: Int, at time: Int32) -> Bool {
            corridor?.allowsRiding(to: place, at: time, round: round) ?? true
        }

        /// The same for walking there.
        @inline(__always)
        func allowsWalking(to place: Int, at time: Int32) -> Bool {
            corridor?.allowsWalking(to: place, at: time, round: round) ?? true
        }
    }
}
