package import Timetables
package import TransitModel

/// Everything that a search on one service day needs, laid out for it: the runs of that day and of
/// the next (a day later on the clock), per pattern and in order, and the walks.
///
/// Made once per day and shared by all searches. Layout after `Timetables`: a run is a start and the
/// place of its shared profile, so the hot tables stay in cache.
package final class RoutingDay: Sendable {
    /// Which walks a search may use.
    package enum Walks: Sendable {
        /// Only those stated in transfers.txt.
        case stated
        /// Those between near stops too.
        case all
    }

    /// Seconds from one service day's start to the next one's, daylight-saving days aside.
    package static let secondsPerDay: Int32 = 86_400

    /// The network.
    package let timetable: Timetable
    /// The service day whose start the seconds count from.
    package let day: ServiceDay
    /// A lane is the runs of one pattern that never overtake one another on this day and the next.
    let lanes: [Lane]
    /// Start of each run in seconds of `day`.
    let starts: [Int32]
    /// Where the run's profile begins in the timetable's profile columns.
    let profiles: [UInt32]
    /// Which run of the timetable it is.
    let runs: [RunIndex]
    /// For each stop where its entries begin, one more at the end.
    let stopFirst: [UInt32]
    /// Last departure (upper half), lane and position of each call at which riders may board.
    let stopCalls: [StopCall]
    /// For each stop where its walks begin, one more at the end.
    let walkFirst: [UInt32]
    /// The walks of each stop, the shortest first.
    let walks: [Walk]

    struct Lane: Sendable {
        let pattern: PatternIndex
        /// The first of the pattern's stops in the timetable's column.
        let stops: Int32
        let stopCount: Int32
        /// The first of the lane's runs.
        let runs: Int32
        let runCount: Int32
        let isWide: Bool
        /// Some stop of it has a rule about boarding or alighting.
        let hasRules: Bool
    }

    struct StopCall: Sendable {
        let lastDeparture: Int32
        let lane: UInt32
        let position: UInt32
    }

    struct Walk: Sendable {
        let seconds: Int32
        let target: UInt32
    }

    /// Lays out a day.
    /// - Complexity: linear in the runs and in the patterns' stops.
    package init(_ timetable: Timetable, day: ServiceDay, walks: Walks) {
        self.timetable = timetable
        self.day = day
        var builder = LaneBuilder(timetable, day: day)
        builder.build()
        lanes = builder.lanes
        starts = builder.starts
        profiles = builder.profiles
        runs = builder.runs
        (stopFirst, stopCalls) = builder.stopCalls()
        var first: [UInt32] = [0]
        var list: [Walk] = []
        let columns = timetable.footpaths
        for stop in timetable.stops.indices {
            for row in columns.offsets[stop] {
                let isStated = columns.flags[row] & FootpathColumns.statedFlag != 0
                guard walks == .all || isStated else { continue }
                list.append(
                    Walk(
                        seconds: Int32(columns.seconds[row]), target: columns.targets[row].rawValue)
                )
            }
            first.append(UInt32(list.count))
        }
        walkFirst = first
        self.walks = list
    }
}

/// Sorts a day's runs into lanes.
private struct LaneBuilder {
    private let timetable: Timetable
    private let today: [Bool]
    private let tomorrow: [Bool]
    private(set) var lanes: [RoutingDay.Lane] = []
    private(set) var starts: [Int32] = []
    private(set) var profiles: [UInt32] = []
    private(set) var runs: [RunIndex] = []

    init(_ timetable: Timetable, day: ServiceDay) {
        self.timetable = timetable
        today = timetable.services.activity(on: day)
        tomorrow = timetable.services.activity(on: day.advanced(by: 1))
    }

    mutating func build() {
        let patterns = timetable.patterns
        for pattern in patterns.indices {
            var first: [(start: Int32, run: RunIndex)] = []
            var second: [(start: Int32, run: RunIndex)] = []
            for run in patterns.runs(of: pattern) {
                let service = patterns.runServices[run].row
                let start = patterns.runStarts[run]
                if today[service] { first.append((start, run)) }
                if tomorrow[service] { second.append((start + RoutingDay.secondsPerDay, run)) }
            }
            // Tomorrow's first runs may overtake today's last ones: those then get a lane of their own.
            if let last = first.last, let next = second.first,
                !staysAhead(last, of: next, pattern)
            {
                add(first, pattern)
                add(second, pattern)
            } else {
                add(first + second, pattern)
            }
        }
    }

    private func staysAhead(
        _ first: (start: Int32, run: RunIndex), of second: (start: Int32, run: RunIndex),
        _ pattern: PatternIndex
    ) -> Bool {
        let patterns = timetable.patterns
        let shift = RoutingDay.secondsPerDay
        for position in 0..<patterns.stops(of: pattern).count {
            let a = patterns.times(of: first.run, in: pattern, at: position)
            let b = patterns.times(of: second.run, in: pattern, at: position)
            if a.arrival.seconds > b.arrival.seconds + shift
                || a.departure.seconds > b.departure.seconds + shift
            {
                return false
            }
        }
        return true
    }

    private mutating func add(
        _ list: [(start: Int32, run: RunIndex)], _ pattern: PatternIndex
    ) {
        guard !list.isEmpty else { return }
        let patterns = timetable.patterns
        let stops = patterns.stopOffsets[pattern]
        lanes.append(
            RoutingDay.Lane(
                pattern: pattern, stops: Int32(stops.lowerBound), stopCount: Int32(stops.count),
                runs: Int32(starts.count), runCount: Int32(list.count),
                isWide: patterns.flags[pattern] & PatternColumns.wideFlag != 0,
                hasRules: patterns.boarding[stops].contains { $0 != 0 }))
        for (start, run) in list {
            starts.append(start)
            profiles.append(patterns.runProfiles[run])
            runs.append(run)
        }
    }

    /// For each stop the lanes and positions at which riders may board.
    func stopCalls() -> (first: [UInt32], calls: [RoutingDay.StopCall]) {
        let patterns = timetable.patterns
        var counts = [UInt32](repeating: 0, count: timetable.stops.count + 1)
        func forEachCall(_ body: (Int, Int, Int) -> Void) {
            for (number, lane) in lanes.enumerated() {
                for position in 0..<Int(lane.stopCount) - 1 {
                    let place = Int(lane.stops) + position
                    if patterns.boarding[place] & 3 == BoardingRule.none.rawValue { continue }
                    body(number, position, patterns.stops[place].row)
                }
            }
        }
        forEachCall { _, _, stop in counts[stop + 1] += 1 }
        for stop in 1..<counts.count { counts[stop] += counts[stop - 1] }
        var next = counts
        let empty = RoutingDay.StopCall(lastDeparture: 0, lane: 0, position: 0)
        var calls = [RoutingDay.StopCall](repeating: empty, count: Int(counts[counts.count - 1]))
        forEachCall { number, position, stop in
            let lane = lanes[number]
            let last = Int(lane.runs + lane.runCount) - 1
            let place = Int(profiles[last]) + position
            let offset =
                lane.isWide
                ? patterns.wideProfileDepartures[place] : Int32(patterns.profileDepartures[place])
            calls[Int(next[stop])] = RoutingDay.StopCall(
                lastDeparture: starts[last] + offset, lane: UInt32(number),
                position: UInt32(position))
            next[stop] += 1
        }
        return (counts, calls)
    }
}
