import Realtime
import Timetables
import TransitModel

/// Delays for measuring: a share of a day's runs, each late by some minutes from some call on.
struct SeededDelays {
    /// Percent of the runs.
    let percent: Double

    /// What differs from the timetable on that day; always the same for the same network.
    func changes(_ timetable: Timetable, day: ServiceDay) -> [DatedRun: RunChange] {
        var random = SeededRandom(seed: 1)
        var changes: [DatedRun: RunChange] = [:]
        let patterns = timetable.patterns
        let isActive = timetable.services.activity(on: day)
        for pattern in patterns.indices {
            let count = patterns.stops(of: pattern).count
            for run in patterns.runs(of: pattern)
            where isActive[patterns.runServices[run].row]
                && Double.random(in: 0..<100, using: &random) < percent
            {
                let delay = Int32.random(in: 60...900, using: &random)
                let first = Int.random(in: 0..<count, using: &random)
                changes[DatedRun(run: run, day: day)] = RunChange(
                    calls: (0..<count).map { position in
                        let times = patterns.times(of: run, in: pattern, at: position)
                        let late = position >= first ? delay : 0
                        return ExpectedCall(
                            arrival: ServiceTime(seconds: times.arrival.seconds + late),
                            departure: ServiceTime(seconds: times.departure.seconds + late))
                    })
            }
        }
        return changes
    }
}
