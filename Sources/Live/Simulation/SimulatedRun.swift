package import Timetables
import TransitModel

/// What really happens to one run on one simulated day.
package struct SimulatedRun: Sendable {
    /// The run.
    package let run: RunIndex
    /// Its pattern.
    package let pattern: PatternIndex
    /// Its trip.
    package let trip: TripIndex
    /// Actual arrivals and departures at each call, in seconds of the service day, never falling.
    package let arrivals: [Double]
    /// Actual departures at each call, in seconds of the service day.
    package let departures: [Double]
    /// The run does not run at all.
    package let isCancelled: Bool
    /// The part of the path (0...1 of its length) that is driven beside it; nil if none.
    package let detour: ClosedRange<Double>?
    let path: RunPath
    /// 1 if the detour lies to the right of the path, -1 if to the left.
    let detourSide: Double

    /// Leaves its first stop.
    package var start: Double { departures[0] }
    /// Reaches its last stop.
    package var end: Double { arrivals[arrivals.count - 1] }

    /// How far along the path the vehicle is at a second of the service day, in metres.
    ///
    /// Between two stops it speeds up and slows down: the way follows f - sin(2 pi f) / 4 pi.
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

    /// Sine of 2 pi x for x in 0...1 (Bhaskara's approximation, off by less than 0.002): the same
    /// bits on every machine, unlike a library's.
    static func sine(_ share: Double) -> Double {
        let half = share < 0.5 ? share * 2 : share * 2 - 1
        let product = half * (1 - half)
        let value = 16 * product / (5 - 4 * product)
        return share < 0.5 ? value : -value
    }
}

/// Rolls the dice for runs.
struct RunScripter {
    let timetable: Timetable
    let settings: SimulationSettings

    /// What happens to a run; `readyAt` is when its vehicle comes free, in seconds of the day.
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

    /// How much longer a stretch takes than planned: by chance, and less when late.
    private func drift(_ late: Double, _ random: inout SeededRandom) -> Double {
        let jitter = random.gaussian() * 0.08 * settings.delaySpread
        let catchUp = late > 60 ? -0.06 : (late > 15 ? -0.03 : 0)
        // Each stop costs about the time that the timetable's rounding hides.
        return max(-0.2, min(0.5, jitter + catchUp * settings.delaySpread))
    }

    private func tripHash(_ run: RunIndex) -> UInt64 {
        let trips = timetable.trips
        return StableHash.hash(timetable.strings.utf8(trips.ids[timetable.patterns.runTrips[run]]))
    }
}
