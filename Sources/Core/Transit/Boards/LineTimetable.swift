package import Realtime
package import Timetables
package import TransitModel

/// The timetable of a route in one direction on one service day: a row for each stop, a column for
/// each trip.
package struct LineTimetable: Sendable {
    package let route: RouteIndex
    /// As in ``RouteDirections``; nil where there is none, and then all such trips are included.
    package let direction: Int?
    /// All directions of the route, in order.
    package let directions: [Int]
    /// The service day from whose start all times count.
    package let day: ServiceDay
    package let timeZone: TransitTimeZone
    /// Stations, or stops without one (of platforms of one name the first), in an order that fits
    /// every trip.
    ///
    /// A trip's calls are in increasing rows; a stop that is called at twice has two rows.
    package let rows: [StopIndex]
    /// By time: of two trips that share rows, the one that is earlier in the first of them comes
    /// first.
    package let trips: [Trip]
    /// Whether there are more trips than ``maximumTrips``; the later ones are left out.
    package let isTruncated: Bool

    package static let maximumTrips = 2000

    /// A column.
    package struct Trip: Sendable {
        /// The run; of runs at a headway the first.
        package let run: RunIndex
        package let trip: TripIndex
        /// The trip's, else the last stop's name.
        package let headsign: String
        /// Set if this column represents runs at a headway whose times are not exact.
        package let headway: Headway?
        package let isCancelled: Bool
        /// One for each row.
        package let cells: [Cell]
    }

    /// Runs that follow one another at equal intervals.
    package struct Headway: Hashable, Sendable {
        /// The departure of the last of them from its first stop.
        package let last: ServiceTime
        /// Seconds from one to the next.
        package let seconds: Int
    }

    /// What a trip does in a row.
    package enum Cell: Hashable, Sendable {
        /// It does not come there.
        case absent
        /// It passes without stopping, where other trips stop on the same way.
        case passes
        case calls(Call)
    }

    /// A call in a cell.
    package struct Call: Hashable, Sendable {
        /// The expected stop: in a station one of its platforms.
        package let stop: StopIndex
        /// By the timetable.
        package let arrival: ServiceTime
        /// By the timetable.
        package let departure: ServiceTime
        /// Nil without live data.
        package let expectedArrival: ServiceTime?
        /// Nil without live data.
        package let expectedDeparture: ServiceTime?
        /// Whether the vehicle is expected to pass without stopping.
        package let isSkipped: Bool
        package let pickup: BoardingRule
        package let dropOff: BoardingRule
        /// How to book boarding; nil if no booking is needed, and for runs at a headway.
        package let pickupBooking: CallBooking?
        /// How to book alighting; nil likewise.
        package let dropOffBooking: CallBooking?
    }

    /// Why there is no timetable.
    package enum Failure: Error, Hashable {
        /// The timetable does not cover the day; it covers the first to the last.
        case outsideTimetable(first: ServiceDay, last: ServiceDay)
        /// No trip runs on that day; `next` is the next day on which one does, nil if there is
        /// none.
        case noService(next: ServiceDay?)
        /// The route has only these directions; empty if it has none.
        case noSuchDirection(known: [Int])
    }

    /// Returns the first day after another on which a run of some patterns runs; nil if there is
    /// none.
    ///
    /// - Complexity: O(n) in the runs, and in the days that are left times their services.
    private static func nextDay(
        of patterns: [PatternIndex], after day: ServiceDay, in timetable: Timetable
    ) -> ServiceDay? {
        let services = Set(
            patterns.flatMap { pattern in
                timetable.patterns.runs(of: pattern).map { timetable.patterns.runServices[$0] }
            })
        var next = day.advanced(by: 1)
        while next <= timetable.services.lastDay {
            if services.contains(where: { timetable.services.isActive($0, on: next) }) {
                return next
            }
            next = next.advanced(by: 1)
        }
        return nil
    }

    /// Lays out the timetable of a route on a day.
    ///
    /// Without a direction it includes the trips that have none or, if all have one, those of the
    /// lowest.
    ///
    /// - Throws: ``Failure`` if there is nothing to show.
    package init(
        _ route: RouteIndex, direction: Int? = nil, on day: ServiceDay, in timetable: Timetable,
        overlay: RealtimeOverlay = .none
    ) throws(Failure) {
        let services = timetable.services
        guard day >= services.firstDay, day <= services.lastDay else {
            throw .outsideTimetable(first: services.firstDay, last: services.lastDay)
        }
        let columns = timetable.patterns
        let directions = RouteDirections(of: route, in: timetable)
        let known = directions.all
        if let direction, !known.contains(direction) { throw .noSuchDirection(known: known) }
        let all = timetable.routes.patterns(of: route)
        let hasUndirected = all.contains { directions[$0] == nil }
        let direction = direction ?? (hasUndirected ? nil : known.first)
        var runs: [(run: RunIndex, pattern: PatternIndex)] = []
        for pattern in all where directions[pattern] == direction {
            for run in columns.runs(of: pattern)
            where services.isActive(columns.runServices[run], on: day) {
                runs.append((run, pattern))
            }
        }
        guard !runs.isEmpty else {
            let usual = all.filter { directions[$0] == direction }
            throw .noService(next: Self.nextDay(of: usual, after: day, in: timetable))
        }
        let patterns = Set(runs.map { $0.pattern }).sorted()
        let rows = LineRows(patterns, in: timetable)
        let maker = LineColumns(timetable, rows, day: day, overlay: overlay)
        let trips = maker.ordered(maker.columns(of: runs))
        self.route = route
        self.direction = direction
        self.directions = known
        self.day = day
        self.timeZone = timetable.timeZone(of: patterns[0])
        self.rows = rows.stops
        self.trips = Array(trips.prefix(Self.maximumTrips))
        isTruncated = trips.count > Self.maximumTrips
    }
}
