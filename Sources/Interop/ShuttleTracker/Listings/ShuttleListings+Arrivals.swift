import Prediction
package import Realtime
import Timetables
import TransitModel

extension ShuttleListings {
    /// A vehicle expected within this many seconds is arriving.
    private static let arrivingSeconds = 30.0
    /// The maximum number of stops ahead of a vehicle; a loop has no end.
    private static let maximumStops = 100

    /// Returns the expected arrivals of moving vehicles, the answer of `/eta`.
    package func arrivals(_ snapshot: NetworkSnapshot) -> [ShuttleArrivals] {
        guard let updated = ShuttleTime(snapshot.asOf) else { return [] }
        let predictor = ProgressPredictor()
        return recent(snapshot).compactMap { number, vehicle in
            guard let progress = vehicle.progress,
                let route = routeNumbers[snapshot.timetable.trips.routes[progress.trip]]
            else { return nil }
            let stops = snapshot.timetable.patterns.stops(of: progress.pattern)
            let ahead = predictor.expectedCalls(vehicle).prefix(Self.maximumStops).compactMap {
                call -> ShuttleArrivals.Stop? in
                guard let stop = stopNumbers[stops[call.position % stops.count]],
                    // A vehicle held up since is expected immediately.
                    let time = ShuttleTime(max(call.arrival, snapshot.asOf))
                else { return nil }
                return ShuttleArrivals.Stop(
                    stopID: stop, time: time,
                    isArriving: call.arrival.seconds(since: snapshot.asOf) <= Self.arrivingSeconds)
            }
            guard !ahead.isEmpty else { return nil }
            return ShuttleArrivals(
                vehicleID: number, routeID: route, stops: ahead, updated: updated)
        }
    }
}

extension ShuttleRoute {
    /// Returns whether the schedule has the route active at an instant; always true without one.
    func isScheduled(at now: UnixTime, in zone: TransitTimeZone) -> Bool {
        guard isEnabled else { return false }
        guard !schedule.isEmpty else { return true }
        let day = zone.day(at: now)
        let seconds = Int(now.seconds(since: zone.start(of: day)))
        // The protocol's week begins on Sunday.
        let minute = (day.weekday + 1) % 7 * 1440 + min(1439, max(0, seconds / 60))
        return activeMinutes(in: zone).contains { $0.contains(minute) }
    }

    func active(_ isActive: Bool) -> ShuttleRoute {
        guard isActive != self.isActive else { return self }
        return ShuttleRoute(
            id: id, name: name, summary: summary, isEnabled: isEnabled,
            colour: RGBColour(hex: colour) ?? RGBColour(0),
            widthPixels: widthPixels, stopIDs: stopIDs, created: created, updated: updated,
            points: points, isActive: isActive, schedule: schedule,
            headwayMinutes: headwayMinutes)
    }
}
