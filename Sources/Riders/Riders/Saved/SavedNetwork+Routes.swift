package import Realtime
import Timetables
import Transit
package import TransitModel

extension SavedNetwork {
    /// The longest wait at a transfer, in seconds.
    private static let maximumWait: Int64 = 3 * 3600
    /// A run matches a reminder if its planned departure is within this many seconds.
    static let reminderSeconds: Int64 = 600

    /// The next departures of a route in order, including live data; at most `limit` (1 to 20).
    ///
    /// Departures with a cancelled first vehicle are included.
    package func departures(
        of route: SavedRoute, from time: UnixTime, within seconds: Int64 = 86_400,
        overlay: RealtimeOverlay, limit: Int
    ) -> [RouteDeparture] {
        guard let ride = route.rides.first else { return [] }
        let start = time.seconds + Int64(route.walkBeforeSeconds)
        let first = rides.next(
            on: way(ride), from: start, within: seconds, overlay: overlay,
            limit: min(20, max(1, limit)))
        guard !first.isEmpty else { return [] }
        let later = route.rides.dropFirst().map(way)
        return first.map { continued($0, route, later, overlay) }
    }

    /// Whether a connection was saved in a newer network, at another node, and this one lacks a
    /// stop or line of a route of it.
    func isBehind(_ route: SavedRoute, of connection: SavedConnection) -> Bool {
        isOlder(than: connection.networkModified) && route.rides.contains { way($0).isEmpty }
    }

    /// The route's planned departure nearest to a reminder's time on a day.
    ///
    /// Returns nil if none departs within ten minutes of it, or the route breaks after it.
    package func planned(
        _ route: SavedRoute, at reminder: SavedReminder, on day: ServiceDay
    ) -> RouteDeparture? {
        reminder.instants(on: day, in: timetable.timeZone).lazy
            .compactMap { self.planned(route, nearest: $0) }.first
    }

    private func planned(_ route: SavedRoute, nearest to: WantedDeparture) -> RouteDeparture? {
        guard let ride = route.rides.first else { return nil }
        let wanted = to.time.seconds
        let candidates = rides.rides(
            on: way(ride), leaving: wanted - Self.reminderSeconds...wanted + Self.reminderSeconds,
            overlay: .none, limit: 20
        ).filter { to.serviceDay == nil || $0.ride.day == to.serviceDay }
        let nearest = candidates.min {
            (($0.departure - wanted).magnitude, $0.departure)
                < (($1.departure - wanted).magnitude, $1.departure)
        }
        guard let nearest else { return nil }
        let plan = continued(nearest, route, .none)
        return plan.works ? plan : nil
    }

    /// Completes a route after its first ride, always by the first vehicle that can be reached.
    func continued(
        _ first: FoundRide, _ route: SavedRoute, _ overlay: RealtimeOverlay
    ) -> RouteDeparture {
        continued(first, route, route.rides.dropFirst().map(way), overlay)
    }

    /// The same with known ways of the later rides.
    private func continued(
        _ first: FoundRide, _ route: SavedRoute, _ later: [RideWay], _ overlay: RealtimeOverlay
    ) -> RouteDeparture {
        var found = [first]
        for (number, way) in later.enumerated() {
            guard let before = found.last, !before.run.isCancelled else { break }
            let ready = before.arrival + Int64(route.changeSeconds[number])
            let next = rides.next(
                on: way, from: ready, within: Self.maximumWait, overlay: overlay, limit: 1,
                includesCancelled: false)
            guard let next = next.first else { break }
            found.append(next)
        }
        return RouteDeparture(rides: found, wanted: route.rides.count)
    }
}
