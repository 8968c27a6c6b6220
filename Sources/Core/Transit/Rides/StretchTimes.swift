import Timetables
import TransitModel

/// The scheduled times of the runs of a section.
///
/// Runs of a pattern are in order at each of its stops, so the first run of a window is found by
/// binary search.
struct StretchTimes {
    let stretch: RideStretch
    let runs: Range<RunIndex>
    let timeZone: TransitTimeZone
    private let timetable: Timetable

    init(_ stretch: RideStretch, _ timetable: Timetable) {
        self.stretch = stretch
        self.timetable = timetable
        runs = timetable.patterns.runs(of: stretch.pattern)
        timeZone = timetable.timeZone(of: stretch.pattern)
    }

    /// Returns the departure of a run, in seconds of its service day.
    func departure(_ run: RunIndex) -> Int64 {
        let times = timetable.patterns.times(of: run, in: stretch.pattern, at: stretch.board)
        return Int64(times.departure.seconds)
    }

    /// Returns the arrival of a run, in seconds of its service day.
    func arrival(_ run: RunIndex) -> Int64 {
        let times = timetable.patterns.times(of: run, in: stretch.pattern, at: stretch.alight)
        return Int64(times.arrival.seconds)
    }

    /// Returns the first run that departs at or after a second of the service day; the end of the
    /// runs if none does.
    func first(from second: Int64) -> RunIndex {
        runs.partitioningIndex { departure($0) >= second }
    }

    /// Calls `body` with the service days whose runs may depart within a window, the last one
    /// first, and with the start of each day in Unix seconds.
    func forEachDay(_ window: ClosedRange<Int64>, _ body: (ServiceDay, Int64) -> Void) {
        guard let last = runs.last else { return }
        let (earliest, latest) = (departure(runs.lowerBound), departure(last))
        var day = timeZone.day(at: UnixTime(seconds: window.upperBound)).advanced(by: 1)
        while true {
            let start = timeZone.start(of: day).seconds
            if start + latest < window.lowerBound { break }
            if start + earliest <= window.upperBound { body(day, start) }
            day = day.advanced(by: -1)
        }
    }
}
