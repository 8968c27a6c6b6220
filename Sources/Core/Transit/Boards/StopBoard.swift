package import Realtime
package import Timetables
package import TransitModel

/// The departures or arrivals of a stop or station: one page of them.
package struct StopBoard: Sendable {
    /// The stop or station it is about.
    package let stop: StopIndex
    /// Departures or arrivals.
    package let kind: BoardRequest.Kind
    /// The zone in which clocks at the stop run, for showing times.
    package let timeZone: TransitTimeZone
    /// By time as expected, else as scheduled.
    ///
    /// Those that do not serve the stop are among them.
    package let calls: [BoardCall]
    /// Where the next page begins.
    package let later: BoardCursor
    /// Where the page before ends.
    package let earlier: BoardCursor
    /// Why there are no calls; nil if there are.
    package let emptiness: Emptiness?
    /// Messages about the stop or the whole network: places in ``RealtimeOverlay/alerts``.
    package let alerts: [Int]

    /// The first that riders can use; nil if the page has none.
    package var next: BoardCall? { calls.first { $0.status == .runs } }

    /// Why a board is empty.
    package enum Emptiness: Hashable, Sendable {
        /// Nothing ever calls there to let riders on (or off, on a board of arrivals).
        case neverServed
        /// The span lies outside the days that the timetable covers, which are told.
        case outsideTimetable(first: ServiceDay, last: ServiceDay)
        /// Nothing calls in the span; `next` is the next call within two weeks, nil if there is
        /// none or the page goes back.
        case noneInSpan(next: UnixTime?)
    }
}

/// A call as it stands on a board.
package struct BoardCall: Sendable {
    /// Whether riders can use it.
    package enum Status: String, Hashable, Sendable {
        /// They can.
        case runs
        /// The run does not take place.
        case cancelled
        /// The run passes without stopping, or ends before it could take riders on from here, or
        /// begins after it could bring some.
        case skipped
        /// The run calls at a stop that this board is not about; ``BoardCall/stop`` names it.
        case elsewhere
    }

    /// Which run it belongs to.
    package enum Source: Hashable, Sendable {
        /// A run of the timetable on a day.
        case scheduled(DatedRun)
        /// The place in ``RealtimeOverlay/added``.
        case added(Int)
    }

    /// Which run.
    package let source: Source
    /// The place among the run's calls, counted from 0.
    package let position: Int
    /// GTFS `trip_id`, or the one that the live source gave.
    package let tripID: String
    /// The trip; nil for an added run.
    package let trip: TripIndex?
    /// The route.
    package let route: RouteIndex
    /// Its direction, by which boards are grouped.
    package let line: LineDirection
    /// The day to which the run belongs; at night that may be the day before.
    package let serviceDay: ServiceDay
    /// What the vehicle says about where it goes: for this stop, else for the trip, else the last
    /// stop's name.
    package let headsign: String
    /// The first stop that the run is expected to serve.
    package let origin: StopIndex
    /// The last stop that the run is expected to serve.
    package let terminus: StopIndex
    /// Where it is expected to call.
    package let stop: StopIndex
    /// Where it would call by the timetable; the same as ``stop`` unless that was changed.
    package let scheduledStop: StopIndex
    /// Departure or arrival by the timetable; nil for an added run.
    package let scheduled: UnixTime?
    /// Departure or arrival as expected; nil without live data and for a cancelled run.
    package let expected: UnixTime?
    /// When it may come or leave instead; nil if nobody knows.
    package let span: ExpectedSpan?
    /// How full the vehicle is expected to be when it leaves; nil if unknown, and on a board of
    /// arrivals.
    package let occupancy: OccupancyStatus?
    /// Whether riders can use it.
    package let status: Status
    /// Whether the vehicle stops by itself or must be asked to.
    package let rule: BoardingRule
    /// How to have it stop; nil where nobody need book, and where nothing is known of how.
    package let booking: CallBooking?
    /// The last of its line and direction that riders can use here on its service day.
    package let isLast: Bool
    /// Comes in place of a cancelled run.
    package let isReplacement: Bool
    /// The trip runs at a headway, so that its times are not exact.
    package let isApproximate: Bool
    /// Seconds from its run to the next one, where the trip runs at a headway; nil if that is not
    /// known.
    package let headwaySeconds: Int?
    /// No timetable has the run: it is worked out of how often the vehicles of a loop come.
    package let isEstimated: Bool
    /// Messages about the route or trip: places in ``RealtimeOverlay/alerts``.
    package let alerts: [Int]
    /// What follows on the way (on a board of arrivals: what came before), nearest first, if asked
    /// for.
    package let further: [FurtherCall]
    /// Its place on the board.
    package let cursor: BoardCursor

    /// By what the board is ordered: as expected, else as scheduled.
    package var time: UnixTime { cursor.time }
    /// Whether anything is known of it beyond the timetable.
    package var isLive: Bool { expected != nil || status == .cancelled }
    /// Behind the timetable; negative if early, nil if unknown.
    package var delaySeconds: Int? {
        guard let expected, let scheduled else { return nil }
        return Int(expected.seconds - scheduled.seconds)
    }
}

/// Another call of a run on a board.
package struct FurtherCall: Hashable, Sendable {
    /// Where it is expected to call.
    package let stop: StopIndex
    /// Arrival (on a board of arrivals: departure) by the timetable; nil for an added run.
    package let scheduled: UnixTime?
    /// The same as expected; nil without live data.
    package let expected: UnixTime?
    /// The vehicle passes without stopping.
    package let isSkipped: Bool
}

/// The runs of a route that go the same way, as far as the feed tells.
package struct LineDirection: Hashable, Sendable {
    /// The route.
    package let route: RouteIndex
    /// GTFS `direction_id`; nil where the feed gives none.
    package let direction: Int?
    /// Without a direction, the station or stop where the runs end; else nil.
    package let terminus: StopIndex?

    init(route: RouteIndex, direction: Int?, terminus: StopIndex) {
        self.route = route
        self.direction = direction
        self.terminus = direction == nil ? terminus : nil
    }
}

/// The next calls of one line in one direction.
package struct BoardGroup: Sendable {
    /// Which line.
    package let line: LineDirection
    /// By time; those that do not serve the stop are among them, but not counted.
    package let calls: [BoardCall]
    /// The first that riders can use; nil if there is none.
    package var next: BoardCall? { calls.first { $0.status == .runs } }
}
