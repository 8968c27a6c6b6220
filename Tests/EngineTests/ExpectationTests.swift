import Prediction
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Realtime

@Suite struct ExpectationTests {
    private let timetable: Timetable
    private let state: LiveState

    init() throws {
        timetable = try TextFeed("red-1: A 8:00  B 8:02  C 8:04/8:05  D 8:07").compiled()
        state = LiveState(timetable, sourceKind: "test", firstSequence: 1)
    }

    /// The overlay after a sighting, seconds after 8:00.
    private func overlay(
        _ keeper: inout ExpectationKeeper, metres: Double, at second: Double,
        askedAfter: Double = 0
    ) async -> RealtimeOverlay {
        let seen = fix(timetable, metres: metres, at: second)
        await state.apply([seen], now: seen.time)
        return keeper.overlay(
            of: await state.snapshot(now: seen.time.advanced(bySeconds: askedAfter)))
    }

    /// Arrivals and departures in seconds after 8:00.
    private func times(_ overlay: RealtimeOverlay) -> [[Int32]]? {
        overlay.change(of: RunIndex(0), on: testDay)?.calls.map {
            [$0.arrival.seconds - 28_800, $0.departure.seconds - 28_800]
        }
    }

    @Test func `a late vehicle makes its run late, ahead and behind`() async throws {
        var keeper = ExpectationKeeper()
        let late = await overlay(&keeper, metres: 379, at: 140)
        #expect(times(late) == [[80, 80], [200, 200], [320, 335], [455, 455]])
        #expect(late.version == 1)
    }

    @Test func `an expectation is kept until it is off by a quarter of a minute`() async throws {
        var keeper = ExpectationKeeper()
        let first = await overlay(&keeper, metres: 379, at: 100)
        let second = await overlay(&keeper, metres: 411, at: 110)
        #expect(second === first)
        let third = await overlay(&keeper, metres: 420, at: 130)
        #expect(third.version == 2)
        #expect(times(third)?[1] == [184, 184])
    }

    @Test func `a vehicle that fell silent says nothing`() async throws {
        var keeper = ExpectationKeeper()
        _ = await overlay(&keeper, metres: 379, at: 140)
        let silent = await overlay(&keeper, metres: 379, at: 141, askedAfter: 400)
        #expect(silent.changes.isEmpty)
        #expect(silent.version == 2)
    }
}
