import Realtime
import Timetables
import TransitModel

/// The estimated runs of a loop, and how their calls correspond to the stops of its laps.
struct EstimatedLoop: Sendable {
    /// One of the runs on one day.
    struct Slot: Sendable {
        let run: DatedRun
        let dayStart: UnixTime
        /// The estimated start.
        let start: UnixTime
        /// Seconds to the next run.
        let headway: Double
    }

    /// The number of stops of a lap, not counting the first one twice.
    let stops: Int
    /// For each stop of a run's two laps, its position among the run's calls.
    ///
    /// A stop that is listed twice in a row has one position.
    let positions: [Int]
    /// Seconds from a run's start to each of those stops.
    let offsets: [Double]
    private let patterns: [PatternIndex]

    /// The estimated duration of a lap, in seconds.
    var lapSeconds: Double { offsets[stops] }

    /// Finds the estimated runs of the loop that a pattern describes; nil if there are none.
    init?(_ timetable: Timetable, beside loop: PatternIndex) {
        let lap = Array(timetable.patterns.stops(of: loop))
        stops = lap.count - 1
        guard stops > 0 else { return nil }
        var positions: [Int] = []
        var calls: [StopIndex] = []
        for position in 0..<2 * stops - 1 {
            let stop = lap[position % stops]
            if calls.last != stop { calls.append(stop) }
            positions.append(calls.count - 1)
        }
        self.positions = positions
        patterns = timetable.routes.patterns(of: timetable.patterns.routes[loop]).filter {
            timetable.isEstimated($0) && Array(timetable.patterns.stops(of: $0)) == calls
        }
        guard stops > 1, let pattern = patterns.first,
            let run = timetable.patterns.runs(of: pattern).first
        else { return nil }
        let start = timetable.patterns.runStarts[run]
        offsets = positions.map {
            let time = timetable.patterns.times(of: run, in: pattern, at: $0).arrival
            return Double(time.seconds - start)
        }
        guard lapSeconds > 0 else { return nil }
    }

    /// Returns how many vehicles share the loop according to its estimated runs.
    func vehicles(at slot: Slot) -> Int { max(1, Int((lapSeconds / slot.headway).rounded())) }

    /// Returns the runs that start within a period, sorted.
    func slots(_ timetable: Timetable, in span: ClosedRange<UnixTime>) -> [Slot] {
        let columns = timetable.patterns
        var found: [Slot] = []
        for pattern in patterns {
            let zone = timetable.timeZone(of: pattern)
            let runs = columns.runs(of: pattern)
            var day = zone.day(at: span.lowerBound).advanced(by: -1)
            let last = zone.day(at: span.upperBound)
            while day <= last {
                let dayStart = zone.start(of: day)
                let from = span.lowerBound.seconds(since: dayStart)
                let first = runs.partitioningIndex { Double(columns.runStarts[$0]) >= from }
                for run in first..<runs.upperBound {
                    let start = dayStart.advanced(bySeconds: Double(columns.runStarts[run]))
                    if start > span.upperBound { break }
                    guard timetable.services.isActive(columns.runServices[run], on: day) else {
                        continue
                    }
                    let headway = timetable.trips.headwaySeconds(
                        columns.runTrips[run], run: run, in: columns)
                    found.append(
                        Slot(
                            run: DatedRun(run: run, day: day), dayStart: dayStart, start: start,
                            headway: headway.map(Double.init) ?? lapSeconds))
                }
                day = day.advanced(by: 1)
            }
        }
        return found.sorted { $0.start < $1.start }
    }
}
