package import Realtime
package import Timetables
package import TransitModel

/// A departure as other software is told of it.
package struct SharedDeparture: Sendable {
    /// The run; nil for one that no timetable knows.
    package let run: DatedRun?
    /// The route.
    package let route: RouteIndex
    /// The place among the run's calls, counted from 0.
    package let position: Int
    /// Where it calls.
    package let stop: StopIndex
    /// Where it goes, as riders read it.
    package let destination: String
    /// By the timetable; nil for a run that no timetable knows.
    package let scheduled: UnixTime?
    /// As expected; nil without live data.
    package let expected: UnixTime?
    /// The run does not take place.
    package let isCancelled: Bool
    /// The run does not call here.
    package let isSkipped: Bool
    /// Where it calls afterwards.
    package let next: [StopIndex]

    /// Describes a departure.
    package init(
        run: DatedRun?, route: RouteIndex, position: Int, stop: StopIndex, destination: String,
        scheduled: UnixTime?, expected: UnixTime?, isCancelled: Bool, isSkipped: Bool,
        next: [StopIndex]
    ) {
        self.run = run
        self.route = route
        self.position = position
        self.stop = stop
        self.destination = destination
        self.scheduled = scheduled
        self.expected = expected
        self.isCancelled = isCancelled
        self.isSkipped = isSkipped
        self.next = next
    }

    /// Gives the departures of a station, the next first.
    package typealias Board =
        @Sendable (_ station: StopIndex, _ overlay: RealtimeOverlay, _ now: UnixTime) ->
        [SharedDeparture]
}

extension SharedDeparture {
    /// The departure as the tracker socket tells of it; nil without any time or a known run.
    ///
    /// `trainID` is that of the vehicle that runs it, if one was seen.
    func trackerDeparture(
        _ names: TrackerNames, in timetable: Timetable, trainID: String?, now: UnixTime
    ) -> TrackerDeparture? {
        guard let run, let time = expected ?? scheduled else { return nil }
        var key = "\(names.trainID(run)) \(position)"
        let number = key.withUTF8 { StableHash.hash($0) }
        var departure = TrackerDeparture(
            // Clients that count in doubles can tell numbers up to 2^53 apart.
            callID: Int64(number >> 11), trainID: trainID ?? names.trainID(run),
            destinations: [destination], time: time.milliseconds,
            mode: TrackerMode(timetable.routes.mode(route)), tenant: TrackerNames.tenant,
            updatedAt: now.milliseconds)
        departure.line = names.line(route)
        departure.aimedDeparture = scheduled?.milliseconds
        departure.isExpected = expected != nil
        departure.platform = timetable.strings.ifAny(timetable.stops.platforms[stop])
        departure.state = isCancelled ? .journeyCancelled : isSkipped ? .stopCancelled : nil
        departure.nextStops = next.map { timetable.stops.name($0) }
        return departure
    }
}
