import GTFSImport
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Matching
@testable import Prediction
@testable import Realtime

/// Shuttles that are seen, and the estimated runs of their loop: one every twelve minutes, three
/// minutes between stops, which equals their actual time.
@Suite struct LoopRunTests {
    private static let headway = 720
    /// 22:24, when a run begins, and 22:26:40, the time of the first fix.
    private static let begin = 80_640
    private static let first: Int64 = 1_780_000_000

    private let timetable: Timetable

    init() throws {
        let period = LoopPlan.Period(start: 0, end: 86_400, headway: Int32(Self.headway))
        let plan = LoopPlan(
            hopSeconds: [180, 180, 180, 180], week: Array(repeating: [period], count: 7))
        timetable = try #require(SquareLoop()).timetable(plan)
    }

    /// Feeds fixes and returns the resulting overlays.
    private struct Watch {
        let timetable: Timetable
        let state: LiveState
        var keeper = ExpectationCache()

        init(_ timetable: Timetable) {
            self.timetable = timetable
            state = LiveState(timetable, sourceKind: "test", firstSequence: 1)
        }

        /// Adds shuttles at metres along the square from its south-western corner.
        mutating func see(
            _ places: [String: Double], at second: Int64
        ) async -> RealtimeOverlay {
            let time = UnixTime(seconds: LoopRunTests.first + second)
            let fixes = places.map { id, metres in
                let side = Int(metres / 1000) % 4
                let part = metres.truncatingRemainder(dividingBy: 1000) / 1000
                let (x, y) = [(0, part), (part, 1), (1, 1 - part), (1 - part, 0)][side]
                return VehicleFix(
                    vehicleID: id, coordinate: SquareLoop.place(x, y), time: time,
                    trip: TripReference(routeID: "9"))
            }
            await state.apply(fixes, now: time)
            return keeper.overlay(of: await state.snapshot(now: time), isRenewed: false)
        }

        /// Returns the run that begins some headways after the first one.
        func run(_ number: Int, in overlay: RealtimeOverlay) -> RunChange? {
            let start = Int32(LoopRunTests.begin + number * LoopRunTests.headway)
            return overlay.changes.first { timetable.patterns.runStarts[$0.key.run] == start }?
                .value
        }

        /// Returns the departures of that run's first lap, in seconds after 22:26:40.
        func times(_ number: Int, in overlay: RealtimeOverlay) -> [Int]? {
            run(number, in: overlay)?.calls.prefix(4).map { Int($0.departure.seconds) - 80_800 }
        }
    }

    @Test func `a shuttle is the run nearest to it, and its next lap the next run`() async throws {
        var watch = Watch(timetable)
        // Just before the second stop, where the run is due at 22:27.
        let shown = await watch.see(["a": 1400], at: 0)
        let now = try #require(watch.times(0, in: shown))
        let next = try #require(watch.times(1, in: shown))
        #expect(shown.changes.count == 2)
        #expect(now[0] <= 0)
        #expect(abs(now[1] - 18) < 5 && abs(now[2] - 195) < 8 && abs(now[3] - 372) < 10)
        #expect(abs(next[0] - 549) < 15 && abs(next[1] - 726) < 20)
        // Riders stay on board past the first stop.
        let lap = try #require(watch.run(0, in: shown)).calls
        #expect(lap.count == 7 && Int(lap[4].arrival.seconds) - 80_800 == next[0])
    }

    @Test func `a shuttle that stands keeps its run, and then is the next one, once`() async throws
    {
        var watch = Watch(timetable)
        var shown = RealtimeOverlay.none
        for second in stride(from: Int64(0), through: 420, by: 30) {
            shown = await watch.see(["a": 1400], at: second)
        }
        #expect(try #require(watch.times(0, in: shown))[1] > 420)
        #expect(watch.run(0, in: shown)?.isDeleted == false)
        for second in stride(from: Int64(450), through: 540, by: 30) {
            shown = await watch.see(["a": 1400], at: second)
            // No shuttle remains to make the previous run.
            guard second >= 480 else { continue }
            #expect(watch.run(0, in: shown)?.isDeleted == true)
            #expect(watch.run(1, in: shown)?.isDeleted == false)
        }
    }

    @Test func `over laps each departure is reported once`() async throws {
        var watch = Watch(timetable)
        for step in 0..<60 {
            let second = Int64(step * 20)
            let shown = await watch.see(["a": 1400 + Double(second) / 0.18], at: second)
            for stop in 0..<4 {
                let ahead = shown.changes.values.filter { !$0.isDeleted }
                    .map { Int64($0.calls[stop].departure.seconds) - 80_800 }
                    .filter { $0 > second }.sorted()
                #expect(ahead.count <= 2)
                for (one, other) in zip(ahead, ahead.dropFirst()) {
                    #expect(other - one > 500)
                }
            }
            // It continues as the predicted run of its next lap.
            let runs = Set(shown.changes.keys.map { timetable.patterns.runStarts[$0.run] })
            let lap = (900 + Int(Double(second) / 0.18)) / 4000
            #expect(runs.contains(Int32(Self.begin + lap * Self.headway)))
        }
    }

    @Test func `two shuttles that are close together are two runs`() async throws {
        var watch = Watch(timetable)
        let shown = await watch.see(["a": 1400, "b": 1350], at: 0)
        let runs = shown.changes.filter { !$0.value.isDeleted }
        let soon = runs.values.filter { abs(Int($0.calls[1].departure.seconds) - 80_820) < 20 }
        #expect(soon.count == 2)
        #expect(Set(runs.keys).count == runs.count)
    }

    @Test func `when the shuttle is gone the estimate is back`() async throws {
        var watch = Watch(timetable)
        _ = await watch.see(["a": 1400], at: 0)
        #expect(await watch.see([:], at: 200).changes.count == 2)
        #expect(await watch.see([:], at: 301).changes.isEmpty)
        // The shuttle is the same run as before when it is seen again.
        let shown = await watch.see(["a": 2900], at: 400)
        #expect(watch.run(0, in: shown)?.isDeleted == false)
    }
}
