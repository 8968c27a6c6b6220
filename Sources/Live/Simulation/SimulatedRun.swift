package import Timetables
import TransitModel

/// The actual course of one run on one simulated day.
package struct SimulatedRun: Sendable {
    package let run: RunIndex
    package let pattern: PatternIndex
    package let trip: TripIndex
    /// Actual arrivals at each call, in seconds of the service day, never decreasing.
    package let arrivals: [Double]
    /// Actual departures at each call, in seconds of the service day.
    package let departures: [Double]
    /// Whether the run does not take place.
    package let isCancelled: Bool
    /// The part of the path (0...1 of its length) where the vehicle leaves it; nil if none.
    package let detour: ClosedRange<Double>?
    let path: RunPath
    /// 1 if the detour is to the right of the path, -1 if to the left.
    let detourSide: Double

    /// The departure from the first stop, in seconds of the service day.
    package var start: Double { departures[0] }
    /// The arrival at the last stop, in seconds of the service day.
    package var end: Double { arrivals[arrivals.count - 1] }

    /// Returns how far along the path the vehicle is at a second of the service day, in metres.
    ///
    /// Between two stops it accelerates and brakes: the distance follows f - sin(2 pi f) / 4 pi.
    func distance(at second: Double) -> Double {
        let calls = path.callDistances
        guard second > departures[0] else { return calls[0] }
        var call = 0
        while call + 1 < arrivals.count, arrivals[call + 1] <= second { call += 1 }
        guard call + 1 < arrivals.count else { return calls[call] }
        guard second > departures[call] else { return calls[call] }
        let span = arrivals[call + 1] - departures[call]
        let share = span > 0 ? (second - departures[call]) / span : 1
        let eased = share - SimulatedRun.sine(share) / (4 * .pi)
        return calls[call] + (calls[call + 1] - calls[call]) * eased
    }

    /// Returns the sine of 2 pi x for x in 0...1 (Bhaskara's approximation, error below 0.002).
    ///
    /// Unlike a library's, the result has the same bits on every machine.
    static func sine(_ share: Double) -> Double {
        let half = share < 0.5 ? share * 2 : share * 2 - 1
        let product = half * (1 - half)
        let value = 16 * product / (5 - 4 * product)
        return share < 0.5 ? value : -value
    }
}

/// Generates the random course of runs.
struct RunScripter {
    let timetable: Timetable
    let settings: SimulationSettings

    /// Returns the course of a run; `readyAt` is when its vehicle becomes available, in seconds of
    /// the day.
    func script(
        _ run: RunIndex, pattern: PatternIndex, day: ServiceDay, path: RunPath, readyAt: Double
    ) -> SimulatedRun {
        var random = SeededRandom(
            seed: settings.seed,
            stream: [
                UInt64(UInt32(bitPattern: day.daysSince1970)), tripHash(run),
                UInt64(UInt32(bitPattern: timetable.patterns.runStarts[run])),
            ])
        let isCancelled = random.unit() < settings.cancelledShare
        let isDisturbed = random.unit() < settings.disturbedShare
        let hasDetour = random.unit() < settings.detourShare
        let side = random.unit() < 0.5 ? -1.0 : 1.0
        let detourStart = 0.2 + random.unit() * 0.4
        var late = abs(random.gaussian()) * 20 * settings.delaySpread
        if isDisturbed { late += 120 + random.unit() * 480 }
        let count = timetable.patterns.stops(of: pattern).count
        var arrivals: [Double] = []
        var departures: [Double] = []
        for position in 0..<count {
            let times = timetable.patterns.times(of: run, in: pattern, at: position)
            let scheduledArrival = Double(times.arrival.seconds)
            let scheduledDeparture = Double(times.departure.seconds)
            if position == 0 {
                let leaves = max(scheduledDeparture + late, readyAt)
                arrivals.append(min(leaves, max(scheduledArrival, readyAt)))
                departures.append(leaves)
                continue
            }
            let before = timetable.patterns.times(of: run, in: pattern, at: position - 1)
            let running = Double(times.arrival.seconds - before.departure.seconds)
            let arrival = max(
                departures[position - 1] + running * (1 + drift(late, &random)),
                scheduledArrival - 60, departures[position - 1])
            let dwell = scheduledDeparture - scheduledArrival
            let stand = min(dwell, 10) + random.unit() * 15 * settings.delaySpread
            let departure = max(arrival + stand, scheduledDeparture - (dwell > 0 ? 0 : 45))
            arrivals.append(arrival)
            departures.append(position == count - 1 ? arrival : departure)
            late = departure - scheduledDeparture
        }
        return SimulatedRun(
            run: run, pattern: pattern, trip: timetable.patterns.runTrips[run],
            arrivals: arrivals, departures: departures, isCancelled: isCancelled,
            detour: hasDetour ? detourStart...detourStart + 0.2 : nil, path: path,
            detourSide: side)
    }

    /// Returns by how much of its planned duration a section takes longer: a random part, minus a
    /// part when late.
    private func drift(_ late: Double, _ random: inout SeededRandom) -> Double {
        let jitter = random.gaussian() * 0.08 * settings.delaySpread
        let catchUp = late > 60 ? -0.06 : (late > 15 ? -0.03 : 0)
        // No bias: dwell times cost about the slack that the timetable's rounding hides.
        return max(-0.2, min(0.5, jitter + catchUp * settings.delaySpread))
    }

    private func tripHash(_ run: RunIndex) -> UInt64 {
        let trips = timetable.trips
        return StableHash.hash(timetable.strings.utf8(trips.ids[timetable.patterns.runTrips[run]]))
    }
}
