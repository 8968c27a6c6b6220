package import Realtime
package import Timetables
package import TransitModel

/// A departure to be published on the tracker socket.
package struct SharedDeparture: Sendable {
    /// The trip; nil if it is not in the timetable.
    package let run: DatedRun?
    package let route: RouteIndex
    /// The index of the stop call in the trip, counted from 0.
    package let position: Int
    package let stop: StopIndex
    /// The headsign.
    package let destination: String
    /// The scheduled departure; nil if the trip is not in the timetable.
    package let scheduled: UnixTime?
    /// The expected departure; nil without live data.
    package let expected: UnixTime?
    /// Whether the trip is cancelled.
    package let isCancelled: Bool
    /// Whether the trip skips this stop.
    package let isSkipped: Bool
    /// The stops after this one.
    package let next: [StopIndex]

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

    /// Returns the departures of a station, the next first.
    package typealias Board =
        @Sendable (_ station: StopIndex, _ overlay: RealtimeOverlay, _ now: UnixTime) ->
        [SharedDeparture]
}

extension SharedDeparture {
    /// Converts the departure into a message; nil without a time or a trip in the timetable.
    ///
    /// `trainID`: The id of the vehicle on the trip; nil if none was observed.
    func trackerDeparture(
        _ names: TrackerNames, in timetable: Timetable, trainID: String?, now: UnixTime
    ) -> TrackerDeparture? {
        guard let run, let time = expected ?? scheduled else { return nil }
        var key = "\(names.trainID(run)) \(position)"
        let number = key.withUTF8 { StableHash.hash($0) }
        var departure = TrackerDeparture(
            // Clients that use doubles represent integers exactly up to 2^53.
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
