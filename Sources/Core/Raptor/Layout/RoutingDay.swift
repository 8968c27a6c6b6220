package import Realtime
package import Timetables
package import TransitModel

#if !hasFeature(Embedded)
import Synchronization
#endif

/// Everything that searches on one day need: the runs of the day and of adjacent days by pattern
/// and in order, and the transfers between them.
///
/// It is built once, shared by all searches and never changes. A run is stored as its start and the
/// index of its shared profile, so that the frequently read tables stay in the CPU cache.
/// Deviations from the timetable are included: a delayed run has its own profile, and a cancelled
/// run is left out.
package final class RoutingDay: Sendable {
    /// The footpaths that a search may use.
    package enum Walks: Sendable {
        /// Only footpaths stated in transfers.txt.
        case stated
        /// Also footpaths through stations and between nearby stops.
        case all
    }

    /// The runs that are laid out.
    package enum Span: Sendable {
        /// The runs of the day and, exactly 86,400 s later, those of the next day, without regard
        /// to clock changes.
        case plain
        /// The runs of the previous day that are still under way, of the day and of the next day,
        /// each by the clock of its own time zone.
        case clock
    }

    package let timetable: Timetable
    /// The service day from whose start the seconds count.
    package let day: ServiceDay
    /// The deviations from the timetable.
    package let overlay: RealtimeOverlay
    /// The instant from which the seconds count: the start of the day in the network's time zone.
    package let start: UnixTime
    /// The tables that searches read.
    let columns: RoutingColumns
    private let reverse = Mutex<RoutingColumns?>(nil)

    /// Lays out a day.
    ///
    /// `changeSeconds` is the minimum transfer time at a stop where the feed states none. Nil
    /// disables transfer times, rules about particular routes and trips, and staying seated
    /// altogether.
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

    /// Lays out a day for one part of a network.
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
            timetable, walks: walks, filter: filter, changeSeconds: changeSeconds)
        columns = builder.columns(changes: changes)
    }

    /// The time-reversed tables, built on first use.
    var reversed: RoutingColumns {
        if let known = reverse.withLock({ $0 }) { return known }
        // Two searches may build it concurrently; either copy may be kept.
        let made = columns.reversed()
        reverse.withLock { $0 = made }
        return made
    }
}

/// The tables that a search reads.
struct RoutingColumns: Sendable {
    /// A RAPTOR route: runs of one pattern that never overtake one another.
    struct RaptorRoute: BitwiseCopyable, Sendable {
        /// The pattern; none for added runs.
        let pattern: PatternIndex
        /// The index of its first location in `routeLocations` and `routeRules`.
        let stops: UInt32
        /// The row of its first run.
        let runs: UInt32
        let runCount: UInt32
        let stopCount: UInt16
        let isWide: Bool
        /// Whether any of its calls has a boarding or alighting rule.
        let hasRules: Bool
    }

    /// When a run is where.
    struct RunTimes: BitwiseCopyable, Sendable {
        let start: Int32
        /// The index of the first profile entry.
        let profile: UInt32
    }

    /// A position at which riders may board a RAPTOR route.
    struct BoardingLocation: BitwiseCopyable, Sendable {
        let lastDeparture: Int32
        let route: UInt32
        let position: UInt16
    }

    /// A footpath to `target`.
    struct Walk: BitwiseCopyable, Sendable {
        let seconds: Int32
        let target: UInt32
    }

    /// The run as which a vehicle continues.
    struct Continuation: BitwiseCopyable, Sendable {
        let route: UInt32
        let run: UInt32

        /// The vehicle does not continue.
        static let none = Continuation(route: .max, run: 0)
    }

    /// The arrivals and departures of profiles, in seconds after the start of the run.
    struct Profiles<Offset: FixedWidthInteger & BitwiseCopyable & Sendable>: Sendable {
        let arrivals: Column<Offset>
        let departures: Column<Offset>
    }

    /// The locations: stops, and parts of stops that have transfer rules of their own.
    let locations: LocationIndex
    let routes: Column<RaptorRoute>
    let routeLocations: Column<UInt32>
    /// The rules of calls, including skipped ones.
    let routeRules: Column<CallRule>
    let runTimes: Column<RunTimes>
    /// The run index of each run, see ``Journey/Ride/run``.
    let runs: Column<RunIndex>
    /// The days from the layout's day to each run's service day.
    let runDays: Column<Int8>
    let narrow: Profiles<UInt16>
    let wide: Profiles<Int32>
    /// The index of each location's first entry in `boardingLocations`, plus one final entry.
    let boardingOffsets: Column<UInt32>
    let boardingLocations: Column<BoardingLocation>
    /// The index of each location's first footpath, plus one final entry.
    let walkOffsets: Column<UInt32>
    /// Sorted by duration for each location.
    let walks: Column<Walk>
    /// Whether the feed states the duration, which matters for other walking speeds.
    let walkIsStated: Column<Bool>
    let scaledWalks: ScaledWalks
    /// The minimum transfer time of each location.
    let changeSeconds: Column<Int32>
    /// Whether no transfer takes time and the footpaths are closed: two in a row never take less
    /// time than one.
    let isPlain: Bool
    /// The run as which each run's vehicle continues; empty if none does.
    let continuations: Column<Continuation>

    /// The duration of an impossible transfer.
    ///
    /// Added to a time it stays below `Int32.max`.
    static let never: Int32 = .max / 4

    /// Returns a run's arrival and departure at a position.
    func times(
        _ route: RaptorRoute, row: Int, at position: Int
    ) -> (arrival: Int32, departure: Int32) {
        let start = runTimes[row].start
        let location = Int(runTimes[row].profile) + position
        return route.isWide
            ? (start + wide.arrivals[location], start + wide.departures[location])
            : (start + Int32(narrow.arrivals[location]), start + Int32(narrow.departures[location]))
    }
}
