package import Realtime
import Timetables
import Transit
package import TransitModel

extension SavedNetwork {
    /// After a change nobody waits longer, in seconds.
    private static let maximumWait: Int64 = 3 * 3600
    /// A run stands for a reminder if it leaves so many seconds before or after by the timetable.
    static let reminderSeconds: Int64 = 600

    /// The next departures of a route by all that is known; at most `most` (1 to 20).
    ///
    /// In order of departure. Cancelled first vehicles are told too.
    package func departures(
        of route: SavedRoute, from time: UnixTime, within seconds: Int64 = 86_400,
        overlay: RealtimeOverlay, most: Int
    ) -> [RouteDeparture] {
        guard let ride = route.rides.first else { return [] }
        let start = time.seconds + Int64(route.walkBeforeSeconds)
        let first = rides.next(
            on: way(ride), from: start, within: seconds, overlay: overlay,
            most: min(20, max(1, most)))
        guard !first.isEmpty else { return [] }
        let later = route.rides.dropFirst().map(way)
        return first.map { continued($0, route, later, overlay) }
    }

    /// What a reminder is about on a day: the route's departure nearest to its time by the
    /// timetable.
    ///
    /// nil if none leaves within ten minutes of it, or the route does not go on from there.
    package func planned(
        _ route: SavedRoute, at reminder: SavedReminder, on day: ServiceDay
    ) -> RouteDeparture? {
        guard let ride = route.rides.first else { return nil }
        let zone = timetable.timeZone
        let wanted =
            zone.time(ServiceTime(hours: 0, minutes: reminder.minute), on: day).seconds
        let candidates = rides.rides(
            on: way(ride), leaving: wanted - Self.reminderSeconds...wanted + Self.reminderSeconds,
            overlay: .none, most: 20)
        let nearest = candidates.min {
            (($0.departure - wanted).magnitude, $0.departure)
                < (($1.departure - wanted).magnitude, $1.departure)
        }
        guard let nearest else { return nil }
        let plan = continued(nearest, route, .none)
        return plan.works ? plan : nil
    }

    /// The rest of a route after its first ride, always by the first vehicle that can be had.
    func continued(
        _ first: FoundRide, _ route: SavedRoute, _ overlay: RealtimeOverlay
    ) -> RouteDeparture {
        continued(first, route, route.rides.dropFirst().map(way), overlay)
    }

    /// The same where the ways of the rides after the first one are known.
    private func continued(
        _ first: FoundRide, _ route: SavedRoute, _ later: [RideWay], _ overlay: RealtimeOverlay
    ) -> RouteDeparture {
        var found = [first]
        for (number, way) in later.enumerated() {
            guard let before = found.last, !before.run.isCancelled else { break }
            let ready = before.arrival + Int64(route.changeSeconds[number])
            let next = rides.next(
                on: way, from: ready, within: Self.maximumWait, overlay: overlay, most: 1,
                tellsCancelled: false)
            guard let next = next.first else { break }
            found.append(next)
        }
        return RouteDeparture(rides: found, wanted: route.rides.count)
    }
}
