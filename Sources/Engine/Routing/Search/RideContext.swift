import Timetables
import TransitModel

/// What riding looks at, known when the loop is compiled.
protocol RideKind {
    /// Many departures are looked at: places have rows.
    static var hasRows: Bool { get }
    /// A place's two times are one; see ``RoundSearch``.
    static var isPlain: Bool { get }
    /// Riders may stay aboard where a vehicle calls at the next via.
    static var looksForVia: Bool { get }
}

extension RideKind {
    /// How far a place's number is shifted for its cell.
    static var shift: Int { hasRows ? SearchStage.rowShift : 0 }
    static var isPlain: Bool { false }
    static var looksForVia: Bool { false }
}

enum Once: RideKind {
    static var hasRows: Bool { false }
}

enum OncePlain: RideKind {
    static var hasRows: Bool { false }
    static var isPlain: Bool { true }
}

enum OnceToVia: RideKind {
    static var hasRows: Bool { false }
    static var looksForVia: Bool { true }
}

enum Rows: RideKind {
    static var hasRows: Bool { true }
}

enum RowsPlain: RideKind {
    static var hasRows: Bool { true }
    static var isPlain: Bool { true }
}

enum RowsToVia: RideKind {
    static var hasRows: Bool { true }
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
        let readyLabels: UnsafeMutablePointer<UInt32>
        let riddenLabels: UnsafeMutablePointer<UInt32>
        let improved: UnsafeMutablePointer<UInt64>
        let reached: UnsafeMutablePointer<UInt64>
        let boarding: UnsafeMutablePointer<UInt64>
        let origins: UnsafeMutablePointer<SearchStage.Origin>
        let laneFirst: UnsafeMutablePointer<UInt16>
        let goal: UnsafeMutablePointer<UInt64>
        let change: UnsafePointer<Int32>
        let margin: Int32
        let stage: Int
        let round: Int
        let column: Int
        /// Cells that hold for more vehicles.
        let after: Int
        /// Some vehicles go on as another run.
        let continues: Bool

        init(_ search: borrowing RoundSearch, stage number: Int, round: Int) {
            let stage = search.stages[number]
            ready = stage.ready
            ridden = stage.ridden
            readyLabels = stage.readyLabels
            riddenLabels = stage.riddenLabels
            improved = stage.improved
            reached = stage.reached
            boarding = stage.boarding
            origins = stage.origins
            laneFirst = stage.laneFirst
            goal = stage.goal
            change = search.tables.changeSeconds
            margin = search.marginSeconds
            self.stage = number
            self.round = round
            column = search.hasRows ? round : 0
            after = search.cellsAfter(round: round)
            continues = !search.columns.continuations.isEmpty
        }
    }
}
