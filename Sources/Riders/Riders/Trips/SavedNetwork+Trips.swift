package import Realtime
import Timetables
package import Transit
package import TransitModel

extension SavedNetwork {
    /// The longest ride without a transfer, in seconds.
    private static let maximumRide: Int64 = 24 * 3600

    /// The run for a trip on a day: the latest departure that arrives in time, including live data.
    ///
    /// It may depart on the day before. Runs that departed before `now` are excluded.
    ///
    /// - Throws: ``TripProblem`` if no run arrives in time.
    package func run(
        for trip: PlannedTrip, on day: ServiceDay, overlay: RealtimeOverlay, now: UnixTime
    ) throws(TripProblem) -> FoundRide {
        let (from, to) = ends(trip)
        guard !from.isEmpty else { throw .unknownStop(name: trip.from.name) }
        guard !to.isEmpty else { throw .unknownStop(name: trip.to.name) }
        guard Set(from).isDisjoint(with: to) else { throw .sameStop }
        let deadline = trip.deadline(on: day, in: timetable.timeZone).seconds
        let all = rides.rides(
            from: from, to: to, leaving: deadline - Self.maximumRide...deadline + Self.maximumRide,
            overlay: overlay, limit: .max
        ).filter { !$0.run.isCancelled }
        let inTime = all.filter { $0.arrival <= deadline }
        let best = inTime.filter { $0.departure > now.seconds }.max {
            ($0.departure, -$0.arrival) < ($1.departure, -$1.arrival)
        }
        // A run that arrived the evening before does not count for today.
        if let best, best.arrival > deadline - Self.maximumRide / 2 { return best }
        throw problem(from, to, all, deadline: deadline, day: day, now: now)
    }

    /// The same with all rides of a route with transfers.
    ///
    /// - Throws: ``TripProblem`` if no route arrives in time.
    package func way(
        for trip: PlannedTrip, on day: ServiceDay, overlay: RealtimeOverlay, now: UnixTime
    ) throws(TripProblem) -> RouteDeparture {
        guard let route = trip.route else {
            let ride = try run(for: trip, on: day, overlay: overlay, now: now)
            return RouteDeparture(rides: [ride], wanted: 1)
        }
        return try TripWays(network: self, trip: trip, route: route, overlay: overlay).latest(
            on: day, now: now)
    }

    /// Whether a trip is still ahead on that day by the timetable: its run has not departed, or
    /// there is none all day.
    package func isAhead(_ trip: PlannedTrip, on day: ServiceDay, now: UnixTime) -> Bool {
        plannedWay(for: trip, on: day)?.first.map { $0.departure > now.seconds } ?? true
    }

    /// Whether a trip was saved in a newer network, at another node, and this one lacks a stop or
    /// line of it.
    func isBehind(_ trip: PlannedTrip, on day: ServiceDay) -> Bool {
        guard isOlder(than: trip.networkModified) else { return false }
        do throws(TripProblem) {
            _ = try way(for: trip, on: day, overlay: .none, now: UnixTime(milliseconds: .min))
            return false
        } catch .unknownStop, .noLine {
            return true
        } catch {
            return false
        }
    }

    /// The current state of a trip whose first vehicle has departed and whose rider has not
    /// arrived; nil if there is none.
    ///
    /// It follows the timetable's route with expected times, and replaces vehicles where a transfer
    /// no longer works. If the first vehicle has not departed, it is the route that arrives in time
    /// by live data.
    package func currentWay(
        for trip: PlannedTrip, on day: ServiceDay, overlay: RealtimeOverlay, now: UnixTime
    ) -> RouteDeparture? {
        let planned = plannedWay(for: trip, on: day)?.current(overlay, in: timetable).first
        let expected = planned.map { first in
            trip.route.map { continued(first, $0, overlay) }
                ?? RouteDeparture(rides: [first], wanted: 1)
        }
        func isUnderWay(_ way: RouteDeparture) -> Bool {
            guard way.works, let first = way.rides.first, let last = way.rides.last else {
                return false
            }
            return first.departure <= now.seconds
                && last.arrival + trip.walkAfter > now.seconds
        }
        if let expected, isUnderWay(expected) { return expected }
        let inTime = try? way(
            for: trip, on: day, overlay: overlay, now: UnixTime(milliseconds: .min))
        return inTime.flatMap { isUnderWay($0) ? $0 : nil }
    }

    /// Why a weekly trip has no run on a day and on its others of the week from then, by the
    /// timetable alone.
    ///
    /// Nil if there is one, for a trip on one day, and if the timetable ends within that week: then
    /// only that day is known.
    func loss(of trip: PlannedTrip, on day: ServiceDay) -> TripLoss? {
        let last = timetable.services.lastDay
        guard trip.day == nil else { return nil }
        guard day <= last else { return .timetableOver(last) }
        guard day.advanced(by: 7) <= last else { return nil }
        let days = (0...7).lazy.map { day.advanced(by: $0) }.filter(trip.isOn)
        return days.contains { plannedWay(for: trip, on: $0) != nil } ? nil : .noRun
    }

    /// The route for a trip on a day by the timetable alone; nil if there is none.
    func plannedWay(for trip: PlannedTrip, on day: ServiceDay) -> RouteDeparture? {
        try? way(for: trip, on: day, overlay: .none, now: UnixTime(milliseconds: .min))
    }

    /// The route for a trip that arrives first, among those that depart after one time and until
    /// another; nil if there is none.
    func lateWay(
        for trip: PlannedTrip, overlay: RealtimeOverlay, after: UnixTime, until: UnixTime
    ) -> RouteDeparture? {
        guard after.seconds < until.seconds else { return nil }
        if let route = trip.route {
            return TripWays(network: self, trip: trip, route: route, overlay: overlay).first(
                leaving: after.seconds + 1...until.seconds)
        }
        let (from, to) = ends(trip)
        return rides.rides(
            from: from, to: to,
            leaving: after.seconds + 1...until.seconds, overlay: overlay, limit: .max
        ).filter { !$0.run.isCancelled }.min { $0.arrival < $1.arrival }.map {
            RouteDeparture(rides: [$0], wanted: 1)
        }
    }

    /// The stops where a trip without a route may begin and end.
    private func ends(_ trip: PlannedTrip) -> (from: [StopIndex], to: [StopIndex]) {
        let (from, to) = (stopsAround(trip.from), stopsAround(trip.to))
        // Both may have the same name.
        return Set(from).isDisjoint(with: to) ? (from, to) : (stops(trip.from), stops(trip.to))
    }

    private func problem(
        _ from: [StopIndex], _ to: [StopIndex], _ all: [FoundRide], deadline: Int64,
        day: ServiceDay, now: UnixTime
    ) -> TripProblem {
        guard !rides.stretches(from: from, to: to).isEmpty || !all.isEmpty else {
            return .noLine(goesBack: !rides.stretches(from: to, to: from).isEmpty)
        }
        let zone = timetable.timeZone
        let start = zone.start(of: day).seconds
        let end = zone.start(of: day.advanced(by: 1)).seconds
        let today = all.filter { (start..<end).contains($0.departure) }
        guard let first = today.min(by: { $0.arrival < $1.arrival }) else {
            return .noService(day)
        }
        let next = today.filter { $0.departure > now.seconds }.min { $0.arrival < $1.arrival }
        if first.departure > now.seconds, first.arrival > deadline {
            return .tooEarly(first: UnixTime(seconds: first.arrival))
        }
        return .tooLate(next: next.map { UnixTime(seconds: $0.arrival) })
    }
}
