package import Timetables
package import TransitModel

/// Simulates vehicles that serve the timetable of a service day with plausible disturbances.
///
/// Everything is determined by the seed, the day and the trip: the same request returns the same
/// fixes, whatever was requested in between. Trips of one block are served by one vehicle, which
/// carries its delay into the next trip when the layover is too short.
package struct Simulator: Sendable {
    private let timetable: Timetable
    private let scripter: RunScripter
    private var days: [ServiceDay: SimulatedDay] = [:]

    package init(_ timetable: Timetable, settings: SimulationSettings = SimulationSettings()) {
        self.timetable = timetable
        scripter = RunScripter(timetable: timetable, settings: settings)
    }

    /// Returns all fixes that vehicles send after `start` and up to `end`, sorted by time and
    /// vehicle.
    ///
    /// - Complexity: linear in the vehicles under way; a day is laid out on first use.
    package mutating func fixes(after start: UnixTime, upTo end: UnixTime) -> [VehicleFix] {
        guard start < end else { return [] }
        let today = timetable.timeZone.day(at: end)
        // Trips past midnight belong to an earlier service day, at most two days back.
        let wanted = (-2...1).map { today.advanced(by: $0) }
        days = days.filter { wanted.contains($0.key) }
        var fixes: [VehicleFix] = []
        for day in wanted {
            var plan = days[day] ?? SimulatedDay(timetable, day: day)
            plan.addFixes(
                after: start, upTo: end, timetable: timetable, scripter: scripter, to: &fixes)
            days[day] = plan
        }
        return fixes.sorted { ($0.time, $0.vehicleID) < ($1.time, $1.vehicleID) }
    }
}

/// One service day: the vehicles, their runs, and the course of these runs.
private struct SimulatedDay: Sendable {
    /// The runs that one vehicle serves one after another.
    private struct Block: Sendable {
        let vehicleID: String
        let runs: [RunIndex]
        let start: UnixTime
        /// The scheduled end; the actual end is known once the block is scripted.
        let end: UnixTime
        var script: [SimulatedRun]?
    }

    /// The key of a path.
    ///
    /// Runs with the same path share it, so that not every vehicle stores a shape for each run.
    private struct Way: Hashable {
        let path: UInt32
        let pattern: PatternIndex
    }

    /// The maximum delay at the end of a block for it to be considered, in seconds.
    private static let maximumDelay = 3600.0

    private let day: ServiceDay
    /// The blocks, sorted by start.
    private var blocks: [Block] = []
    /// The blocks under way, as indices into `blocks`; rebuilt when time goes back.
    private var active: [Int] = []
    private var nextBlock = 0
    private var lastEnd: UnixTime?
    private var paths: [Way: RunPath] = [:]

    init(_ timetable: Timetable, day: ServiceDay) {
        self.day = day
        let isActive = timetable.services.activity(on: day)
        var runsOfBlock: [StringIndex: [RunIndex]] = [:]
        var singles: [[RunIndex]] = []
        for row in 0..<timetable.patterns.runCount {
            let run = RunIndex(row)
            guard isActive[timetable.patterns.runServices[run].row] else { continue }
            if let block = timetable.trips.block(timetable.patterns.runTrips[run]) {
                runsOfBlock[block, default: []].append(run)
            } else {
                singles.append([run])
            }
        }
        for (_, runs) in runsOfBlock {
            singles += Self.withoutOverlap(runs, timetable)
        }
        blocks = singles.map { Self.block($0, day: day, timetable) }
        blocks.sort { ($0.start, $0.vehicleID) < ($1.start, $1.vehicleID) }
    }

    /// Splits a block's runs into chains in order: runs that overlap cannot be served by one
    /// vehicle.
    private static func withoutOverlap(
        _ runs: [RunIndex], _ timetable: Timetable
    ) -> [[RunIndex]] {
        var chains: [(runs: [RunIndex], end: Int32)] = []
        let ordered = runs.sorted {
            (timetable.patterns.runStarts[$0], $0) < (timetable.patterns.runStarts[$1], $1)
        }
        for run in ordered {
            let (start, end) = times(run, timetable)
            if let chain = chains.firstIndex(where: { $0.end <= start }) {
                chains[chain].runs.append(run)
                chains[chain].end = end
            } else {
                chains.append(([run], end))
            }
        }
        return chains.map(\.runs)
    }

    private static func times(_ run: RunIndex, _ timetable: Timetable) -> (Int32, Int32) {
        let pattern = timetable.patterns.pattern(of: run)
        let last = timetable.patterns.stops(of: pattern).count - 1
        return (
            timetable.patterns.runStarts[run],
            timetable.patterns.times(of: run, in: pattern, at: last).arrival.seconds
        )
    }

    private static func block(
        _ runs: [RunIndex], day: ServiceDay, _ timetable: Timetable
    ) -> Block {
        let first = runs[0]
        let pattern = timetable.patterns.pattern(of: first)
        let dayStart = timetable.timeZone(of: pattern).start(of: day)
        let trip = timetable.patterns.runTrips[first]
        let start = times(first, timetable).0
        // Headway-based runs share the trip id, so the start distinguishes them.
        let suffix = timetable.trips.runs(of: trip).count > 1 ? "@\(start)" : ""
        return Block(
            vehicleID: "sim-\(day.compactDescription)-\(timetable.trips.id(trip))\(suffix)",
            runs: runs, start: dayStart.advanced(bySeconds: Double(start) - 120),
            end: dayStart.advanced(bySeconds: Double(times(runs[runs.count - 1], timetable).1)),
            script: nil)
    }

    mutating func addFixes(
        after start: UnixTime, upTo end: UnixTime, timetable: Timetable, scripter: RunScripter,
        to fixes: inout [VehicleFix]
    ) {
        if let lastEnd, start < lastEnd {
            active = []
            nextBlock = 0
        }
        lastEnd = end
        while nextBlock < blocks.count, blocks[nextBlock].start <= end {
            active.append(nextBlock)
            nextBlock += 1
        }
        active.removeAll { number in
            let isOver = blocks[number].end.advanced(bySeconds: Self.maximumDelay) < start
            if isOver { blocks[number].script = nil }
            return isOver
        }
        for number in active {
            let script =
                blocks[number].script ?? script(blocks[number].runs, timetable, scripter)
            blocks[number].script = script
            guard let first = script.first else { continue }
            let reporter = FixReporter(
                timetable: timetable, settings: scripter.settings, day: day,
                dayStart: timetable.timeZone(of: first.pattern).start(of: day),
                vehicleID: blocks[number].vehicleID, script: script)
            reporter.addFixes(after: start, upTo: end, to: &fixes)
        }
    }

    private mutating func script(
        _ runs: [RunIndex], _ timetable: Timetable, _ scripter: RunScripter
    ) -> [SimulatedRun] {
        var readyAt = -Double.infinity
        var script: [SimulatedRun] = []
        for run in runs {
            let pattern = timetable.patterns.pattern(of: run)
            let trip = timetable.patterns.runTrips[run]
            let way = Way(path: timetable.trips.paths[trip], pattern: pattern)
            guard let path = paths[way] ?? RunPath(timetable, trip: trip, pattern: pattern) else {
                continue
            }
            paths[way] = path
            let scripted = scripter.script(
                run, pattern: pattern, day: day, path: path, readyAt: readyAt)
            if !scripted.isCancelled { readyAt = scripted.end + 30 }
            script.append(scripted)
        }
        return script
    }
}
