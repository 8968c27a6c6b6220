import Timetables
import TransitModel

/// Delays for measurements: a share of a day's runs, each some minutes late from some call on.
struct SeededDelays {
    /// The percentage of delayed runs.
    let percent: Double

    /// Returns the updates of a live source; always the same for the same network.
    func updates(_ timetable: Timetable, day: ServiceDay) -> [TripUpdate] {
        var random = SeededRandom(seed: 1)
        var updates: [TripUpdate] = []
        let patterns = timetable.patterns
        let isActive = timetable.services.activity(on: day)
        for pattern in patterns.indices {
            let count = patterns.stops(of: pattern).count
            for run in patterns.runs(of: pattern)
            where isActive[patterns.runServices[run].row]
                && Double.random(in: 0..<100, using: &random) < percent
            {
                let trip = patterns.runTrips[run]
                let delay = Int32.random(in: 60...900, using: &random)
                let first = Int.random(in: 0..<count, using: &random)
                let calls = (first..<count).map { position in
                    CallUpdate(
                        stopSequence: timetable.trips.stopSequence(trip, at: position),
                        arrival: .delayed(delay))
                }
                updates.append(
                    TripUpdate(
                        trip: TripReference(
                            tripID: timetable.trips.id(trip), serviceDay: day,
                            startTime: ServiceTime(seconds: patterns.runStarts[run])),
                        calls: calls))
            }
        }
        return updates
    }
}
