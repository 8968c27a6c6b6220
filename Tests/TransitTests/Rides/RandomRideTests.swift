import Realtime
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Transit

/// Searches with early termination, compared with one that examines every run.
@Suite struct RandomRideTests {
    private static let day = ServiceDay(daysSince1970: 20_577)  // 2026-05-04, a Monday
    private static let stops = ["A", "B", "C", "D"]

    @Test(arguments: 0..<40)
    func `agrees with a slow search on random networks`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let timetable = try TextFeed(Self.drawing(&random)).compiled()
        let finder = RideFinder(timetable)
        for round in 0..<6 {
            let overlay = try Self.overlay(timetable, &random, isNone: round == 0)
            let slow = SlowSearch(timetable: timetable, overlay: overlay)
            for _ in 0..<12 {
                let way = try Self.way(finder, &random)
                let start =
                    timetable.timeZone.start(of: Self.day).seconds
                    + Int64.random(in: 0..<30 * 60, using: &random) * 60
                let limit = Int.random(in: 1...6, using: &random)
                let hours = Int64.random(in: 1...24, using: &random)
                let includesCancelled = Bool.random(using: &random)
                let next = finder.next(
                    on: way, from: start, within: hours * 3600, overlay: overlay, limit: limit,
                    includesCancelled: includesCancelled)
                let expected = slow.next(
                    on: way, from: start, within: hours * 3600, limit: limit,
                    includesCancelled: includesCancelled)
                #expect(
                    next.map(\.text) == expected.map(\.text),
                    "seed \(seed), round \(round), \(start), \(limit) in \(hours) hours")
                let window = start...start + hours * 3600
                for limit in [limit, .max] {
                    let rides = finder.rides(
                        on: way, leaving: window, overlay: overlay, limit: limit)
                    #expect(
                        rides.map(\.text) == slow.rides(on: way, window, limit: limit).map(\.text),
                        "seed \(seed), round \(round), \(window), \(limit)")
                }
            }
        }
    }

    /// Returns a dozen trips on some lines, most of them at the same few minutes; some call at a
    /// stop twice.
    private static func drawing(_ random: inout SeededRandom) -> String {
        var lines: [String] = []
        for route in ["red", "blue", "ring"] {
            for trip in 1...Int.random(in: 4...10, using: &random) {
                var calls =
                    route == "ring" ? ["A", "B", "A", "C", "B"] : stops.shuffled(using: &random)
                if route == "red" { calls = Bool.random(using: &random) ? stops : ["B", "C", "D"] }
                var minute = Int.random(in: 60...200, using: &random) / 5 * 35
                let text = calls.map { stop in
                    minute += Int.random(in: 1...3, using: &random) * 10
                    return "\(stop) \(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
                }
                lines.append("\(route)-\(trip): " + text.joined(separator: "  "))
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func way(
        _ finder: RideFinder, _ random: inout SeededRandom
    ) throws -> RideWay {
        let stops = stops.shuffled(using: &random).compactMap {
            finder.timetable.stops.find(id: $0)
        }
        let count = Int.random(in: 1...2, using: &random)
        let red = try #require(finder.timetable.routes.find(id: "red"))
        return finder.way(
            from: Array(stops.prefix(count)), to: Array(stops.suffix(1)),
            routes: Int.random(in: 0..<4, using: &random) == 0 ? [red] : nil)
    }

    /// Returns random changes: runs that are late, early, cancelled or skip a stop on some day, and
    /// added runs.
    private static func overlay(
        _ timetable: Timetable, _ random: inout SeededRandom, isNone: Bool
    ) throws -> RealtimeOverlay {
        guard !isNone else { return .none }
        var changes: [DatedRun: RunChange] = [:]
        let patterns = timetable.patterns
        for pattern in patterns.indices {
            for run in patterns.runs(of: pattern) where Int.random(in: 0..<3, using: &random) == 0 {
                for offset in -1...1 where Bool.random(using: &random) {
                    let dated = DatedRun(run: run, day: day.advanced(by: offset))
                    let shift = Int32.random(in: -50...50, using: &random) * 60
                    let skipped = Int.random(in: 0..<12, using: &random)
                    let calls = patterns.stops(of: pattern).indices.map { position in
                        let times = patterns.times(of: run, in: pattern, at: position)
                        return ExpectedCall(
                            arrival: ServiceTime(seconds: times.arrival.seconds + shift),
                            departure: ServiceTime(seconds: times.departure.seconds + shift),
                            isSkipped: position == skipped)
                    }
                    changes[dated] =
                        Int.random(in: 0..<4, using: &random) == 0
                        ? .cancelled : RunChange(calls: calls)
                }
            }
        }
        let route = try #require(timetable.routes.find(id: "red"))
        let added = (0..<Int.random(in: 0...2, using: &random)).compactMap { number in
            var second = Int32.random(in: 8...20, using: &random) * 3600
            let calls = ["A", "B", "A", "D"].compactMap { timetable.stops.find(id: $0) }.map {
                second += 600
                let time = ServiceTime(seconds: second)
                return AddedCall(stop: $0, arrival: time, departure: time)
            }
            return AddedRun(tripID: "extra-\(number)", day: day, route: route, calls: calls)
        }
        return RealtimeOverlay(version: 1, changes: changes, added: added)
    }
}

/// Examines every run of the adjacent days.
private struct SlowSearch {
    let timetable: Timetable
    let overlay: RealtimeOverlay

    private struct RunKey: Hashable {
        let run: RunReference
        let day: ServiceDay
    }

    func next(
        on way: RideWay, from time: Int64, within seconds: Int64, limit: Int,
        includesCancelled: Bool
    ) -> [FoundRide] {
        var length = min(3600, seconds)
        while true {
            let found = rides(on: way, time...time + length, limit: .max).filter {
                includesCancelled || !$0.run.isCancelled
            }
            if found.count >= limit || length >= seconds { return Array(found.prefix(limit)) }
            length = min(seconds, length * 4)
        }
    }

    func rides(on way: RideWay, _ window: ClosedRange<Int64>, limit: Int) -> [FoundRide] {
        var found = added(on: way)
        let early: Int64 = overlay.changes.isEmpty ? 0 : 3600
        let patterns = timetable.patterns
        let today = timetable.timeZone.day(at: UnixTime(seconds: window.upperBound))
        for stretch in way.stretches {
            for day in [1, 0, -1, -2, -3, -4].map(today.advanced) {
                for run in patterns.runs(of: stretch.pattern)
                where timetable.services.isActive(patterns.runServices[run], on: day) {
                    let ride = Ride(
                        run: .scheduled(run, stretch.pattern), day: day, board: stretch.board,
                        alight: stretch.alight)
                    guard let onDay = RunOnDay(ride.run, day: day, timetable, overlay),
                        let scheduled = onDay.scheduled(ride.board)?.departure,
                        scheduled >= window.lowerBound - early, scheduled <= window.upperBound,
                        !onDay.isSkipped(ride.board), !onDay.isSkipped(ride.alight)
                    else { continue }
                    found.append(FoundRide(ride: ride, run: onDay))
                }
            }
        }
        found = found.filter { window.contains($0.departure) }
        found.sort {
            ($0.departure, $0.arrival, $1.ride.board) < ($1.departure, $1.arrival, $0.ride.board)
        }
        var seen = Set<RunKey>()
        let latestFirst = found.reversed().filter {
            seen.insert(RunKey(run: $0.ride.run, day: $0.ride.day)).inserted
        }
        return Array(latestFirst.reversed().prefix(limit))
    }

    private func added(on way: RideWay) -> [FoundRide] {
        way.from.flatMap { overlay.addedCalls(at: $0) }.compactMap { place in
            let calls = overlay.added[place.run].calls
            let ends = calls.indices.filter { way.to.contains(calls[$0].stop) }
            guard let alight = ends.first(where: { $0 > place.position }) else { return nil }
            let day = overlay.added[place.run].day
            let ride = Ride(
                run: .added(place.run), day: day, board: place.position, alight: alight)
            guard let run = RunOnDay(ride.run, day: day, timetable, overlay),
                way.routes?.contains(run.route) ?? true
            else { return nil }
            return FoundRide(ride: ride, run: run)
        }
    }
}

extension FoundRide {
    /// A description that distinguishes it from others.
    fileprivate var text: String {
        "\(ride.run) \(ride.day) \(ride.board)-\(ride.alight) \(departure)-\(arrival) \(run.isCancelled)"
    }
}
