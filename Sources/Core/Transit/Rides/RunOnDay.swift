package import Realtime
package import Timetables
package import TransitModel

/// A run on one service day with what is expected of it.
///
/// Times are Unix seconds.
package struct RunOnDay: Sendable {
    package let timetable: Timetable
    package let reference: RunReference
    package let day: ServiceDay
    package let route: RouteIndex
    /// Whether the run does not take place.
    package let isCancelled: Bool
    /// Whether there is live data about the run.
    package let isChanged: Bool
    /// The number of calls.
    package let count: Int
    /// The time zone in which its times are shown.
    package let timeZone: TransitTimeZone
    private let start: Int64
    private let change: RunChange?
    private let added: AddedRun?

    /// Returns nil for an added run that the overlay does not contain.
    package init?(
        _ reference: RunReference, day: ServiceDay, _ timetable: Timetable,
        _ overlay: RealtimeOverlay
    ) {
        self.timetable = timetable
        self.reference = reference
        self.day = day
        switch reference {
        case .scheduled(let run, let pattern):
            route = timetable.patterns.routes[pattern]
            change = overlay.change(of: run, on: day)
            added = nil
            count = timetable.patterns.stopOffsets[pattern].count
            timeZone = timetable.timeZone(of: pattern)
            isCancelled = change?.isCancelled ?? false
            isChanged = change != nil
        case .added(let number):
            guard overlay.added.indices.contains(number) else { return nil }
            let added = overlay.added[number]
            self.added = added
            change = nil
            route = added.route
            count = added.calls.count
            let agency = timetable.routes.agencies[added.route]
            timeZone =
                agency == .none ? timetable.timeZone : timetable.agencyTimeZones[agency.row]
            isCancelled = false
            isChanged = true
        }
        start = timeZone.start(of: day).seconds
    }

    /// The run of the timetable; nil for an added run.
    package var runIndex: RunIndex? {
        if case .scheduled(let run, _) = reference { run } else { nil }
    }

    /// The trip of the timetable; nil for an added run.
    package var trip: TripIndex? {
        if case .scheduled(let run, _) = reference { timetable.patterns.runTrips[run] } else { nil }
    }

    /// The GTFS `direction_id`; nil for an added run, and if the feed states none.
    package var direction: Int? {
        if case .scheduled(_, let pattern) = reference {
            timetable.patterns.direction(of: pattern)
        } else {
            nil
        }
    }

    /// The GTFS `trip_id`.
    package var tripID: String { added?.tripID ?? trip.map(timetable.trips.id) ?? "" }

    /// Returns the scheduled times; nil for an added run, and for an estimated run whose vehicle is
    /// seen, since an estimate is no basis for a delay.
    package func scheduled(_ position: Int) -> (arrival: Int64, departure: Int64)? {
        guard case .scheduled(let run, let pattern) = reference, !isGuessSeen else {
            return nil
        }
        let times = timetable.patterns.times(of: run, in: pattern, at: position)
        return (start + Int64(times.arrival.seconds), start + Int64(times.departure.seconds))
    }

    /// Returns the scheduled departure at a position, in seconds of the service day.
    ///
    /// For an added run it is the expected one.
    package func scheduledSeconds(_ position: Int) -> Int32 {
        if let added { return added.calls[position].departure.seconds }
        guard case .scheduled(let run, let pattern) = reference else { return 0 }
        return timetable.patterns.times(of: run, in: pattern, at: position).departure.seconds
    }

    /// Returns the expected times; for a cancelled run, the scheduled ones.
    package func expected(_ position: Int) -> (arrival: Int64, departure: Int64) {
        if let added {
            let call = added.calls[position]
            return (start + Int64(call.arrival.seconds), start + Int64(call.departure.seconds))
        }
        if let change, !change.isCancelled {
            let call = change.calls[position]
            return (start + Int64(call.arrival.seconds), start + Int64(call.departure.seconds))
        }
        return scheduled(position) ?? (start, start)
    }

    /// Returns the span of likely times around the expected one; nil if unknown.
    package func span(_ position: Int, isArrival: Bool) -> ExpectedSpan? {
        guard let change, !change.isCancelled else { return nil }
        let call = change.calls[position]
        func instant(_ time: ServiceTime) -> UnixTime {
            UnixTime(seconds: start + Int64(time.seconds))
        }
        return isArrival
            ? call.spread?.span(arrival: instant(call.arrival))
            : call.spread?.span(departure: instant(call.departure))
    }

    /// Returns the expected occupancy on departure; nil if unknown.
    package func occupancy(_ position: Int) -> OccupancyStatus? {
        if let added { return added.calls[position].occupancy }
        guard let change, !change.isCancelled else { return nil }
        return change.calls[position].occupancy
    }

    /// Returns the scheduled stop; for an added run, its stop.
    package func scheduledStop(_ position: Int) -> StopIndex {
        if let added { return added.calls[position].stop }
        guard case .scheduled(_, let pattern) = reference else { return .none }
        return timetable.patterns.stops(of: pattern)[position]
    }

    /// Returns the expected stop.
    package func stop(_ position: Int) -> StopIndex {
        if let change, !change.isCancelled, let stop = change.calls[position].stop { return stop }
        return scheduledStop(position)
    }

    /// Returns whether the run skips a scheduled call.
    package func isSkipped(_ position: Int) -> Bool {
        guard let change, !change.isCancelled else { return false }
        return change.calls[position].isSkipped
    }

    /// Returns whether riders may board there.
    package func canBoard(_ position: Int) -> Bool {
        guard position + 1 < count, !isCancelled, !isSkipped(position) else { return false }
        guard case .scheduled(_, let pattern) = reference else { return true }
        return timetable.patterns.boardingRules(of: pattern, at: position).pickup != .none
    }

    /// Returns whether riders may alight there.
    package func canAlight(_ position: Int) -> Bool {
        guard position > 0, !isCancelled, !isSkipped(position) else { return false }
        guard case .scheduled(_, let pattern) = reference else { return true }
        return timetable.patterns.boardingRules(of: pattern, at: position).dropOff != .none
    }

    /// Returns the headsign at a position; nil if the feed states none.
    package func headsign(at position: Int) -> String? {
        if let added { return added.headsign }
        guard let trip else { return nil }
        return timetable.trips.stopHeadsign(trip, at: position) ?? timetable.trips.headsign(trip)
    }
}
