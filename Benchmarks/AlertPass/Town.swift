import DemoNetwork
import Foundation
import GTFSImport
import Realtime
import Timetables
import TransitModel

/// The demo network on a Monday morning with its troubles.
struct Town {
    static let day = ServiceDay(daysSince1970: 20_577)  // 2026-05-04

    let timetable: Timetable
    /// The runs of the day.
    private let runs: [(run: RunIndex, pattern: PatternIndex)]

    /// A ride that riders may save: its first and last call, and its departure in minutes of the
    /// day.
    struct Chance {
        let pattern: PatternIndex
        let board: Int
        let alight: Int
        let minute: Int
        let seconds: Int
    }

    init(in folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        for file in DemoFeed.files(from: Self.day.advanced(by: -7), to: Self.day.advanced(by: 7)) {
            try Data(file.contents.utf8).write(
                to: URL(fileURLWithPath: folder).appendingPathComponent(file.name))
        }
        timetable = try NetworkImport([.init(path: folder, name: "town")]).timetable().0
        let patterns = timetable.patterns
        var runs: [(run: RunIndex, pattern: PatternIndex)] = []
        for pattern in patterns.indices {
            for run in patterns.runs(of: pattern)
            where timetable.services.isActive(patterns.runServices[run], on: Self.day) {
                runs.append((run, pattern))
            }
        }
        self.runs = runs
    }

    func time(_ text: String) -> UnixTime {
        guard let time = ServiceTime(text) else { preconditionFailure("\(text) is no time") }
        return timetable.timeZone.time(time, on: Self.day)
    }

    /// All rides that depart in a window, in seconds of the day.
    func chances(_ window: Range<Int32>, _ random: inout SeededRandom) -> [Chance] {
        let patterns = timetable.patterns
        return runs.flatMap { run, pattern in
            let count = patterns.stops(of: pattern).count
            return (0..<max(0, count - 2)).compactMap { board -> Chance? in
                let times = patterns.times(of: run, in: pattern, at: board)
                guard window.contains(times.departure.seconds) else { return nil }
                let alight = Int.random(in: board + 1..<count, using: &random)
                let end = patterns.times(of: run, in: pattern, at: alight)
                return Chance(
                    pattern: pattern, board: board, alight: alight,
                    minute: Int(times.departure.seconds) / 60,
                    seconds: Int(end.arrival.seconds - times.departure.seconds))
            }
        }
    }

    /// Delays every run of the day by some seconds; a share of them by minutes, or cancels them.
    func troubles(share: Double, _ random: inout SeededRandom) -> [DatedRun: RunChange] {
        var changes: [DatedRun: RunChange] = [:]
        for (run, pattern) in runs {
            let isTroubled = Double.random(in: 0..<1, using: &random) < share
            if isTroubled, Int.random(in: 0..<8, using: &random) == 0 {
                changes[DatedRun(run: run, day: Self.day)] = .cancelled
                continue
            }
            let late = Int32.random(in: isTroubled ? 150...900 : 0...50, using: &random)
            let patterns = timetable.patterns
            let calls = patterns.stops(of: pattern).indices.map { position in
                let times = patterns.times(of: run, in: pattern, at: position)
                return ExpectedCall(
                    arrival: ServiceTime(seconds: times.arrival.seconds + late),
                    departure: ServiceTime(seconds: times.departure.seconds + late))
            }
            changes[DatedRun(run: run, day: Self.day)] = RunChange(calls: calls)
        }
        return changes
    }
}
