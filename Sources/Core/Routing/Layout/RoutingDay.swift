import Raptor
package import Realtime
package import Timetables
package import TransitModel

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
    let raptor: RaptorTimetable
    let locations: LocationIndex
    let dated: DatedRuns

    /// The names of the rows of the searches' tables.
    struct DatedRuns: Sendable {
        /// The run of each row, see ``Journey/Ride/run``.
        var runs: [RunIndex] = []
        /// The days from the layout's day to each run's service day.
        var days: [Int8] = []
        /// The pattern of each RAPTOR route; none for added runs.
        var patterns: [PatternIndex] = []
    }

    /// Lays out a day.
    ///
    /// `transferSeconds` is the minimum transfer time at a stop where the feed states none. Nil
    /// disables transfer times, rules about particular routes and trips, and staying seated
    /// altogether.
    /// - Complexity: linear in the runs and in the patterns' stops.
    package convenience init(
        _ timetable: Timetable, day: ServiceDay, span: Span = .clock, walks: Walks = .all,
        overlay: RealtimeOverlay = .none, filter: RoutingFilter = RoutingFilter(),
        transferSeconds: Int32? = 0
    ) {
        self.init(
            of: NetworkPart(timetable), day: day, span: span, walks: walks, overlay: overlay,
            filter: filter, transferSeconds: transferSeconds)
    }

    /// Lays out a day for one part of a network.
    package init(
        of network: NetworkPart, day: ServiceDay, span: Span = .clock, walks: Walks = .all,
        overlay: RealtimeOverlay = .none, filter: RoutingFilter = RoutingFilter(),
        transferSeconds: Int32? = 0
    ) {
        let timetable = network.timetable
        self.timetable = timetable
        self.day = day
        self.overlay = overlay
        start = timetable.timeZone.start(of: day)
        let locations =
            transferSeconds == nil ? LocationIndex(network) : LocationIndex(rulesOf: network)
        var builder = RaptorRouteBuilder(
            network, days: DayShifts(timetable, day: day, span: span), locations: locations,
            overlay: overlay, filter: filter,
            continuing: transferSeconds == nil ? nil : ContinuationFinder(network.transferRules))
        builder.build()
        let assumptions = TransferAssumptions(
            usesStatedOnly: walks == .stated, isWheelchair: filter.wheelchair,
            closures: filter.wheelchair ? filter.closures : .none, transferSeconds: transferSeconds)
        raptor = RaptorTimetable(
            builder.columns(network.transfers(of: builder.locations, assumptions)))
        self.locations = builder.locations
        dated = builder.dated
    }
}
