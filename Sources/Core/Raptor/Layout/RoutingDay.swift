package import Realtime
import Synchronization
package import Timetables
package import TransitModel

/// Everything that searches on one day need, laid out for them: the runs of the day and of those
/// beside it, per pattern and in order, and the ways to change between them.
///
/// Made once and shared by all searches; it never changes. A run is a start and the place of its
/// shared profile, so that the hot tables stay in cache. What differs from the timetable is laid out
/// with the rest: a delayed run has a profile of its own, a cancelled one is left out.
package final class RoutingDay: Sendable {
    /// Which walks a search may use.
    package enum Walks: Sendable {
        /// Only those stated in transfers.txt.
        case stated
        /// Those through stations and between near stops too.
        case all
    }

    /// Which runs are laid out.
    package enum Span: Sendable {
        /// The day's and, exactly 86,400 s later, the next day's, as if there were no clocks.
        case plain
        /// Those of the day before that are still under way, the day's and the next day's, each by the
        /// clocks of its own time zone.
        case clock
    }

    /// The network.
    package let timetable: Timetable
    /// The service day whose start the seconds count from.
    package let day: ServiceDay
    /// What differs from the timetable.
    package let overlay: RealtimeOverlay
    /// The moment from which the seconds count: the start of the day in the network's time zone.
    package let start: UnixTime
    /// The columns that searches read.
    let columns: RoutingColumns
    private let reverse = Mutex<RoutingColumns?>(nil)

    /// Lays out a day.
    ///
    /// `changeSeconds` is the least time for a change at a stop where the feed states none; nil leaves
    /// out change times, rules about particular routes and trips, and staying seated altogether.
    /// - Complexity: linear in the runs and in the patterns' stops.
    package convenience init(
        _ timetable: Timetable, day: ServiceDay, span: Span = .clock, walks: Walks = .all,
        overlay: RealtimeOverlay = .none, filter: RoutingFilter = RoutingFilter(),
        changeSeconds: Int32? = 0
    ) {
        self.init(
            of: NetworkPart(timetable), day: day, span: span, walks: walks, overlay: overlay,
            filter: filter, changeSeconds: changeSeconds)
    }

    /// The same for a part of a network: nobody can be anywhere else.
    package init(
        of network: NetworkPart, day: ServiceDay, span: Span = .clock, walks: Walks = .all,
        overlay: RealtimeOverlay = .none, filter: RoutingFilter = RoutingFilter(),
        changeSeconds: Int32? = 0
    ) {
        let timetable = network.timetable
        self.timetable = timetable
        self.day = day
        self.overlay = overlay
        start = timetable.timeZone.start(of: day)
        let locations =
            changeSeconds == nil ? LocationIndex(network) : LocationIndex(rulesOf: network)
        var builder = RaptorRouteBuilder(
            network, days: DayShifts(timetable, day: day, span: span), locations: locations,
            overlay: overlay, filter: filter,
            continuing: changeSeconds == nil ? nil : ContinuationFinder(timetable))
        builder.build()
        let changes = TransferBuilder(
            timetable, locations: locations, walks: walks, filter: filter,
            changeSeconds: changeSeconds)
        columns = builder.columns(changes: changes)
    }

    /// The same columns with time running backwards; made when first asked for.
    var reversed: RoutingColumns {
        if let known = reverse.withLock({ $0 }) { return known }
        // Two searches may both make it; either copy will do.
        let made = columns.reversed()
        reverse.withLock { $0 = made }
        return made
    }
}

/// The tables that a search works on.
struct RoutingColumns: Sendable {
    /// The runs of one pattern that never overtake one another.
    struct RaptorRoute: BitwiseCopyable, Sendable {
        /// The pattern, none for added runs.
        let pattern: PatternIndex
        /// The first of its places in `routeLocations` and `routeRules`.
        let stops: UInt32
        /// The first of its runs.
        let runs: UInt32
        let runCount: UInt32
        let stopCount: UInt16
        let isWide: Bool
        /// Some place of it has a rule about boarding or alighting.
        let hasRules: Bool
    }

    /// Where riders may board a lane.
    struct BoardingLocation: BitwiseCopyable, Sendable {
        let lastDeparture: Int32
        let route: UInt32
        let position: UInt16
    }

    /// A way to change on foot.
    struct Walk: BitwiseCopyable, Sendable {
        let seconds: Int32
        let target: UInt32
    }

    /// The run that a vehicle goes on as.
    struct Continuation: BitwiseCopyable, Sendable {
        let route: UInt32
        /// The run within the lane.
        let run: UInt32

        /// It goes on as none.
        static let none = Continuation(route: .max, run: 0)
    }

    /// The arrivals and departures of profiles, in seconds after the start of a run.
    struct Profiles<Offset: FixedWidthInteger & BitwiseCopyable & Sendable>: Sendable {
        let arrivals: Column<Offset>
        let departures: Column<Offset>
    }

    /// A place is a stop, or the part of a stop for which transfer rules of its own hold.
    let locations: LocationIndex
    let routes: Column<RaptorRoute>
    let routeLocations: Column<UInt32>
    /// As `PatternColumns.boarding`, skipped calls included.
    let routeRules: Column<UInt8>
    /// Start of each run.
    let starts: Column<Int32>
    /// Where the run's profile begins.
    let profiles: Column<UInt32>
    /// Which run it is; see ``Journey/Ride/run``.
    let runs: Column<RunIndex>
    /// Days between the layout's day and the run's service day.
    let runDays: Column<Int8>
    let narrow: Profiles<UInt16>
    let wide: Profiles<Int32>
    /// For each place where its entries in `boardingPlaces` begin, one more at the end.
    let boardingOffsets: Column<UInt32>
    let boardingLocations: Column<BoardingLocation>
    /// For each place where its walks begin, one more at the end.
    let walkOffsets: Column<UInt32>
    /// The shortest first.
    let walks: Column<Walk>
    /// For walks of other speeds: whether the time is stated by the feed.
    let walkIsStated: Column<Bool>
    /// For each place the least time for a change.
    let changeSeconds: Column<Int32>
    /// No change takes time and walks are closed: two in a row are never shorter than one.
    let isPlain: Bool
    /// For each row of `starts` the run that its vehicle goes on as; empty if none goes on.
    let continuations: Column<Continuation>

    /// A change that is not possible; added to a time it stays below `Int32.max`.
    static let never: Int32 = .max / 4

    /// When a run leaves and arrives at a position.
    func times(
        _ route: RaptorRoute, row: Int, at position: Int
    ) -> (arrival: Int32, departure: Int32) {
        let start = starts[row]
        let location = Int(profiles[row]) + position
        return route.isWide
            ? (start + wide.arrivals[location], start + wide.departures[location])
            : (start + Int32(narrow.arrivals[location]), start + Int32(narrow.departures[location]))
    }
}
