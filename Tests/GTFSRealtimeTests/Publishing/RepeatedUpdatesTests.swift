import GTFSRealtime
import Prediction
import Realtime
import Testing
import Timetables
import TransitModel
import TransitTesting

/// A feed that repeats what still holds of the one before is the same as one made from nothing.
@Suite struct RepeatedUpdatesTests {
    private let timetable: Timetable
    private let day = ServiceDay("20260504") ?? ServiceDay(daysSince1970: 0)

    init() throws {
        func time(_ minutes: Int) -> String {
            let minute = minutes % 60
            return "\(8 + minutes / 60):\(minute / 10)\(minute % 10)"
        }
        let lines = (0..<30).map { trip in
            "bus-\(trip): A \(time(2 * trip)) B \(time(2 * trip + 10)) C \(time(2 * trip + 11))"
        }
        timetable = try TextFeed(lines.joined(separator: "\n")).compiled()
    }

    private var eight: UnixTime {
        timetable.timeZone.time(ServiceTime(hours: 8, minutes: 0), on: day)
    }

    /// Returns what is expected of a run, some of it guessed and some skipped.
    private func change(_ run: RunIndex, _ random: inout SeededRandom) -> RunChange {
        if Int.random(in: 0..<12, using: &random) == 0 { return .cancelled }
        let delay = Int32.random(in: -90...300, using: &random)
        let isMeasured = Bool.random(using: &random)
        let pattern = timetable.patterns.pattern(of: run)
        return RunChange(
            calls: (0..<3).map { position in
                let times = timetable.patterns.times(of: run, in: pattern, at: position)
                return ExpectedCall(
                    arrival: ServiceTime(seconds: times.arrival.seconds + delay),
                    departure: ServiceTime(seconds: times.departure.seconds + delay),
                    isSkipped: Int.random(in: 0..<9, using: &random) == 0,
                    spread: isMeasured ? CallSpread(either: 40) : nil)
            })
    }

    /// Returns a vehicle before the first stop of its run.
    private func vehicle(_ id: String, on run: RunIndex, at now: UnixTime) -> LiveVehicle {
        let place = Coordinate(latitude: 47, longitude: 8)
        let pattern = timetable.patterns.pattern(of: run)
        return LiveVehicle(
            id: id, fix: VehicleFix(vehicleID: id, coordinate: place, time: now), route: nil,
            progress: VehicleProgress(
                run: run, pattern: pattern, trip: timetable.patterns.runTrips[run],
                serviceDay: day, dayStart: timetable.timeZone.start(of: day), alongMetres: 0,
                offMetres: 0, delaySeconds: 0,
                schedule: ScheduledProgress(
                    timetable, run: run, pattern: pattern, path: RunPath(at: place, calls: 3))))
    }

    /// Returns the feeds with a vehicle on each of `served`, which may name a run twice.
    private func feeds(
        at now: UnixTime, _ changes: [DatedRun: RunChange], _ knownAt: [DatedRun: UnixTime] = [:],
        served: [RunIndex] = []
    ) -> RealtimeFeeds {
        let vehicles = served.enumerated().map { vehicle("\($0)", on: $1, at: now) }
        return RealtimeFeeds(
            NetworkSnapshot(
                timetable: timetable, sequence: 1, asOf: now, vehicles: vehicles,
                source: LiveSourceState(kind: "test", updatedAt: now),
                overlay: RealtimeOverlay(version: 1, changes: changes, knownAt: knownAt)),
            expecting: vehicles.map { ProgressPredictor().expectedCalls($0) })
    }

    @Test(arguments: 1...20)
    func `repeated updates are those that would be written again`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var changes: [DatedRun: RunChange] = [:]
        var knownAt: [DatedRun: UnixTime] = [:]
        var served: [RunIndex] = []
        var earlier: (feed: [UInt8], parts: TripUpdateParts)?
        var now = eight.advanced(bySeconds: -300)
        var (repeated, written) = (0, 0)
        for _ in 0..<120 {
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let run = DatedRun(
                    run: RunIndex(Int.random(in: 0..<30, using: &random)), day: day)
                changes[run] = change(run.run, &random)
                knownAt[run] = Bool.random(using: &random) ? now : nil
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                served = (0..<3).map { _ in RunIndex(Int.random(in: 0..<30, using: &random)) }
            }
            let feeds = feeds(at: now, changes, knownAt, served: served)
            let start = earlier.map { FeedWriter.contentStart(of: $0.feed) } ?? 0
            let made = try feeds.tripUpdates(repeating: earlier?.parts) { part, bytes in
                repeated += 1
                bytes += earlier?.feed[start + part.lowerBound..<start + part.upperBound] ?? []
            }
            written += try RealtimeFeed.decode(made.feed).entities.count
            #expect(try made.feed == feeds.feed(.tripUpdates))
            earlier = made
            // Sometimes the clock is set back.
            let step = Int.random(in: 0..<20, using: &random) == 0 ? -40.0 : 30
            now = now.advanced(bySeconds: Double.random(in: 0...1, using: &random) * step)
        }
        #expect(repeated * 10 > written * 6)
    }

    @Test func `guesses are renewed every two minutes, by turns`() throws {
        let changes = Dictionary(
            uniqueKeysWithValues: (0..<30).map { number in
                let run = RunIndex(number)
                let pattern = timetable.patterns.pattern(of: run)
                let calls = (0..<3).map { position in
                    let times = timetable.patterns.times(of: run, in: pattern, at: position)
                    return ExpectedCall(arrival: times.arrival, departure: times.departure)
                }
                return (DatedRun(run: run, day: day), RunChange(calls: calls))
            })
        let first = try feeds(at: eight.advanced(bySeconds: -600), changes)
            .tripUpdates(repeating: nil) { _, _ in }
        func repeated(after seconds: Double) throws -> Int {
            var count = 0
            _ = try feeds(at: eight.advanced(bySeconds: seconds - 600), changes)
                .tripUpdates(repeating: first.parts) { _, _ in count += 1 }
            return count
        }
        #expect(first.parts.count == 30)
        #expect(try repeated(after: 0) == 30)
        #expect(try (20..<30).contains(repeated(after: 100)))
        #expect(try repeated(after: 120) == 0)
    }
}
