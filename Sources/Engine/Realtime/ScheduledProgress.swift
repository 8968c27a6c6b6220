package import Timetables
import TransitModel

/// How a run should move along its path by the timetable: distances and times of its calls.
package struct ScheduledProgress: Sendable {
    /// The path on the ground.
    package let path: RunPath
    /// Scheduled arrivals and departures at each call, in seconds of the service day.
    package let arrivals: [Double]
    /// Scheduled departures at each call, in seconds of the service day.
    package let departures: [Double]

    /// How far from a call a vehicle still counts as standing there, in metres.
    package static let stopZoneMetres = 20.0

    /// The scheduled progress of a run on its path.
    package init(_ timetable: Timetable, run: RunIndex, pattern: PatternIndex, path: RunPath) {
        self.path = path
        let count = timetable.patterns.stops(of: pattern).count
        var arrivals: [Double] = []
        var departures: [Double] = []
        for position in 0..<count {
            let times = timetable.patterns.times(of: run, in: pattern, at: position)
            arrivals.append(Double(times.arrival.seconds))
            departures.append(Double(times.departure.seconds))
        }
        self.arrivals = arrivals
        self.departures = departures
    }

    /// How many calls the run makes, at least two.
    package var callCount: Int { arrivals.count }

    /// The last call at or before a distance, at most the last but one.
    /// - Complexity: logarithmic in the number of calls.
    package func segment(at distance: Double) -> Int {
        var low = 0
        var high = callCount - 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if path.callDistances[middle] <= distance { low = middle } else { high = middle }
        }
        return low
    }

    /// How late a vehicle is that is seen at a distance along the path at a time of its service day.
    ///
    /// Standing at a stop between arrival and departure is on time; waiting at the first stop before
    /// departure is too. Negative when early.
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

    /// When the run should be at a distance, in seconds of the service day; at a stop, when it leaves.
    package func scheduledTime(at distance: Double) -> Double {
        let calls = path.callDistances
        let segment = segment(at: distance)
        let length = calls[segment + 1] - calls[segment]
        let fraction = length > 0 ? min(1, max(0, (distance - calls[segment]) / length)) : 0
        return departures[segment] + (arrivals[segment + 1] - departures[segment]) * fraction
    }

    /// How far along the path the run should be at a time of its service day.
    package func scheduledDistance(at time: Double) -> Double {
        let calls = path.callDistances
        if time <= departures[0] { return calls[0] }
        var low = 0
        var high = callCount - 1
        if time >= arrivals[high] { return calls[high] }
        while high - low > 1 {
            let middle = (low + high) / 2
            if departures[middle] <= time { low = middle } else { high = middle }
        }
        let span = arrivals[low + 1] - departures[low]
        let fraction = span > 0 ? min(1, max(0, (time - departures[low]) / span)) : 1
        return calls[low] + (calls[low + 1] - calls[low]) * fraction
    }
}
