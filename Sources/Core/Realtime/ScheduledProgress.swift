package import Timetables
import TransitModel

/// The scheduled movement of a run along its path: distances and times of its calls.
///
/// Immutable. It is a class because everything known about a vehicle on the run refers to it.
package final class ScheduledProgress: Sendable {
    package let path: RunPath
    /// Scheduled arrivals at each call, in seconds of the service day.
    package let arrivals: [Double]
    /// Scheduled departures at each call, in seconds of the service day.
    package let departures: [Double]
    /// For each hop from a call to the next, a hash of its two stops that is stable across
    /// processes and when another feed joins the network.
    package let hopKeys: [UInt64]
    /// The same for the route.
    package let routeKey: UInt64
    /// A hash of route, first and last hop and departure that is stable across timetables; 0 on a
    /// loop.
    package let runKey: UInt64
    /// Whether `block_id` determines what follows the run.
    ///
    /// True on a loop, which nothing follows.
    package let isInBlock: Bool

    /// The length of one lap in metres and its number of calls, if the path is a loop without
    /// stated times; otherwise nil.
    ///
    /// Path and calls are then repeated ``loopLaps`` times, and only differences between times are
    /// meaningful.
    package let lap: (metres: Double, calls: Int)?

    /// How many laps a loop's path and calls are repeated for.
    package static let loopLaps = 3
    /// Shifts the times of loops before any service day, so that a vehicle never waits for a
    /// departure.
    private static let loopShift = -10_000_000.0

    /// The maximum distance from a call at which a vehicle still counts as being at the stop, in
    /// metres.
    package static let stopZoneMetres = 20.0

    /// Creates the movement of a run along a path.
    package convenience init(
        _ timetable: Timetable, run: RunIndex, pattern: PatternIndex, path: RunPath
    ) {
        let stops = timetable.patterns.stops(of: pattern).map { timetable.lastingID(of: $0) }
        self.init(
            timetable, run: run, pattern: pattern,
            way: (
                path, zip(stops, stops.dropFirst()).map { Self.key($0, $1) },
                Self.key(timetable.lastingID(of: timetable.patterns.routes[pattern]), "route")
            ))
    }

    /// Creates the movement of a run of the same pattern as `other`, with which it shares what all
    /// of the pattern's runs have in common.
    package convenience init(_ timetable: Timetable, run: RunIndex, like other: ScheduledProgress) {
        self.init(
            timetable, run: run, pattern: timetable.patterns.pattern(of: run),
            way: (other.path, other.hopKeys, other.routeKey))
    }

    private init(
        _ timetable: Timetable, run: RunIndex, pattern: PatternIndex,
        way: (path: RunPath, hopKeys: [UInt64], routeKey: UInt64)
    ) {
        (path, hopKeys, routeKey) = way
        let patterns = timetable.patterns
        let times = patterns.stops(of: pattern).indices.map {
            patterns.times(of: run, in: pattern, at: $0)
        }
        arrivals = times.map { Double($0.arrival.seconds) }
        // One array serves both where no stop has a dwell time, as a server keeps thousands.
        departures =
            times.allSatisfy { $0.arrival == $0.departure }
            ? arrivals : times.map { Double($0.departure.seconds) }
        lap = nil
        runKey = Self.runKey(
            route: routeKey, hops: (hopKeys.first ?? 0, hopKeys.last ?? 0),
            departure: Int32(departures[0]))
        isInBlock = timetable.trips.block(patterns.runTrips[run]) != nil
    }

    /// Creates the progress on a loop from the nominal times of one lap.
    package init(loop: ScheduledProgress) {
        let calls = loop.callCount - 1
        let lapSeconds = loop.arrivals[calls] - loop.arrivals[0]
        path = RunPath(loop: loop.path, laps: Self.loopLaps)
        let times = (0..<Self.loopLaps * calls + 1).map { call in
            Self.loopShift + loop.arrivals[call % calls] + lapSeconds * Double(call / calls)
        }
        arrivals = times
        departures = times
        hopKeys = (0..<Self.loopLaps * calls).map { loop.hopKeys[$0 % calls] }
        routeKey = loop.routeKey
        runKey = 0
        isInBlock = true
        lap = (loop.path.length, calls)
    }

    /// Returns the FNV-1a hash of both texts.
    static func key(_ one: String, _ other: String) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in one.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ 0xff) &* 0x100_0000_01b3
        for byte in other.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash
    }

    /// The minimum dwell time at a stop where the timetable schedules one, in seconds.
    @usableFromInline package static let minimumDwellSeconds = 15.0

    /// Returns when a vehicle that arrives at a call departs again.
    ///
    /// At a stop with a scheduled dwell time, the vehicle makes up time and does not depart early.
    @inlinable
    package func departure(after arrival: Double, from call: Int) -> Double {
        let dwell = departures[call] - arrivals[call]
        guard dwell > 0 || call == 0 else { return arrival }
        return max(arrival + min(dwell, Self.minimumDwellSeconds), departures[call])
    }

    /// Returns when a vehicle that arrives at a call would arrive at the next one, by the
    /// timetable.
    @inlinable
    package func nextArrival(after arrival: Double, at call: Int) -> Double {
        departure(after: arrival, from: call) + max(0, arrivals[call + 1] - departures[call])
    }

    /// The number of calls, at least two.
    @inlinable package var callCount: Int { arrivals.count }

    /// Returns the last call at or before a distance, at most the last but one.
    /// - Complexity: logarithmic in the number of calls.
    package func segment(at distance: Double) -> Int {
        (1..<callCount - 1).partitioningIndex { path.callDistances[$0] > distance } - 1
    }

    /// Returns the delay in seconds of a vehicle at a distance along the path at a time of its
    /// service day; negative if early.
    ///
    /// A vehicle at a stop between arrival and departure is on time, and so is one that waits at
    /// the first stop before departure.
    package func delay(at distance: Double, time: Double) -> Double {
        let calls = path.callDistances
        let segment = segment(at: distance)
        for call in [segment, segment + 1]
        where abs(calls[call] - distance) <= Self.stopZoneMetres {
            if call == 0 { return max(0, time - departures[0]) }
            if call == callCount - 1 { return time - arrivals[call] }
            if time < arrivals[call] { return time - arrivals[call] }
            return max(0, time - departures[call])
        }
        return time - scheduledTime(at: distance)
    }

    /// Returns when the run should be at a distance, in seconds of the service day; at a stop, the
    /// departure.
    package func scheduledTime(at distance: Double) -> Double {
        let calls = path.callDistances
        let segment = segment(at: distance)
        let length = calls[segment + 1] - calls[segment]
        let fraction = length > 0 ? min(1, max(0, (distance - calls[segment]) / length)) : 0
        return departures[segment] + (arrivals[segment + 1] - departures[segment]) * fraction
    }

    /// Returns how far along the path the run should be at a time of its service day, in metres.
    package func scheduledDistance(at time: Double) -> Double {
        let calls = path.callDistances
        if time <= departures[0] { return calls[0] }
        if time >= arrivals[callCount - 1] { return calls[callCount - 1] }
        let next = (1..<callCount - 1).partitioningIndex { departures[$0] > time }
        let span = arrivals[next] - departures[next - 1]
        let fraction = span > 0 ? min(1, max(0, (time - departures[next - 1]) / span)) : 1
        return calls[next - 1] + (calls[next] - calls[next - 1]) * fraction
    }
}
