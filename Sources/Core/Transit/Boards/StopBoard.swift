package import Realtime
package import Timetables
package import TransitModel

/// A page of the departures or arrivals of a stop or station.
package struct StopBoard: Sendable {
    package let stop: StopIndex
    package let kind: BoardRequest.Kind
    /// The time zone for showing times.
    package let timeZone: TransitTimeZone
    /// By expected, else scheduled time, including calls that riders cannot use.
    package let calls: [BoardCall]
    /// The start of the next page.
    package let later: BoardCursor
    /// The end of the page before.
    package let earlier: BoardCursor
    /// Why there are no calls; nil if there are.
    package let emptiness: Emptiness?
    /// Alerts about the stop or the whole network: indices in `RealtimeOverlay.alerts`.
    package let alerts: [Int]

    /// The first call that riders can use; nil if the page has none.
    package var next: BoardCall? { calls.first { $0.status == .runs } }

    /// Why a board is empty.
    package enum Emptiness: Hashable, Sendable {
        /// Nothing ever calls there to let riders board (or alight, on a board of arrivals).
        case neverServed
        /// The timetable does not cover the span; it covers the first to the last day.
        case outsideTimetable(first: ServiceDay, last: ServiceDay)
        /// Nothing calls in the span; `next` is the next call within two weeks, nil if there is
        /// none or the page goes back.
        case noneInSpan(next: UnixTime?)
    }
}

/// A call on a board.
package struct BoardCall: Sendable {
    /// Whether riders can use a call.
    package enum Status: String, Hashable, Sendable {
        case runs
        case cancelled
        /// The run passes without stopping, ends before it could take riders on from here, or
        /// begins after it could bring some.
        case skipped
        /// The run calls at a stop outside of this board; ``BoardCall/stop`` names it.
        case elsewhere
    }

    /// The run of a call.
    package enum Source: Hashable, Sendable {
        case scheduled(DatedRun)
        /// The index in `RealtimeOverlay.added`.
        case added(Int)
    }

    package let source: Source
    /// The index among the run's calls.
    package let position: Int
    /// GTFS `trip_id`, or the one that the live source gave.
    package let tripID: String
    /// Nil for an added run.
    package let trip: TripIndex?
    package let route: RouteIndex
    /// The line and direction, by which boards are grouped.
    package let line: LineDirection
    /// The service day of the run; at night that may be the day before.
    package let serviceDay: ServiceDay
    /// The headsign of this stop, else of the trip, else the last stop's name.
    package let headsign: String
    /// The first stop that the run is expected to serve.
    package let origin: StopIndex
    /// The last stop that the run is expected to serve.
    package let terminus: StopIndex
    /// The expected stop.
    package let stop: StopIndex
    /// The stop of the timetable; the same as ``stop`` unless that was changed.
    package let scheduledStop: StopIndex
    /// Departure or arrival by the timetable; nil for an added run.
    package let scheduled: UnixTime?
    /// Departure or arrival as expected; nil without live data and for a cancelled run.
    package let expected: UnixTime?
    /// The likely range of the expected time; nil if unknown.
    package let span: ExpectedSpan?
    /// The expected occupancy at departure; nil if unknown, and on a board of arrivals.
    package let occupancy: OccupancyStatus?
    package let status: Status
    /// Whether the vehicle stops without a request.
    package let rule: BoardingRule
    /// How to book the stop; nil if no booking is needed or nothing is known.
    package let booking: CallBooking?
    /// Whether it is the last of its line and direction that riders can use here on its service
    /// day.
    package let isLast: Bool
    /// Whether it replaces a cancelled run.
    package let isReplacement: Bool
    /// Whether the trip runs at a headway, so that its times are not exact.
    package let isApproximate: Bool
    /// Seconds to the next run of a trip with a headway; nil if unknown.
    package let headwaySeconds: Int?
    /// Whether the run is estimated from how often a loop's vehicles come; no timetable has it.
    package let isEstimated: Bool
    /// Alerts about the route or trip: indices in `RealtimeOverlay.alerts`.
    package let alerts: [Int]
    /// The calls that follow (on a board of arrivals: that precede), nearest first, if requested.
    package let further: [FurtherCall]
    package let cursor: BoardCursor

    /// The time by which the board is ordered: expected, else scheduled.
    package var time: UnixTime { cursor.time }
    /// Whether live data about it is known.
    package var isLive: Bool { expected != nil || status == .cancelled }
    /// Seconds behind the timetable; negative if early, nil if unknown.
    package var delaySeconds: Int? {
        guard let expected, let scheduled else { return nil }
        return Int(expected.seconds - scheduled.seconds)
    }
}

/// Another call of a run on a board.
package struct FurtherCall: Hashable, Sendable {
    /// The expected stop.
    package let stop: StopIndex
    /// Arrival (on a board of arrivals: departure) by the timetable; nil for an added run.
    package let scheduled: UnixTime?
    /// The same as expected; nil without live data.
    package let expected: UnixTime?
    /// Whether the vehicle passes without stopping.
    package let isSkipped: Bool
}

/// The runs of a route in the same direction, as far as the feed says.
package struct LineDirection: Hashable, Sendable {
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

    /// Whether two lines of one name are known to go the same way or not: directions of different
    /// routes tell nothing of each other, and an added run of a route with directions has none.
    func isComparable(to other: LineDirection) -> Bool {
        route == other.route && (direction == nil) == (other.direction == nil)
    }
}

/// The next calls of one line in one direction.
package struct BoardGroup: Sendable {
    package let line: LineDirection
    /// By time, including calls that riders cannot use, which do not count.
    package let calls: [BoardCall]
    /// The first call that riders can use; nil if there is none.
    package var next: BoardCall? { calls.first { $0.status == .runs } }
}
