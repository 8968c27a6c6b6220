import LiveMap
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Matching
@testable import Prediction
@testable import Realtime

/// Values that are not recomputed each second must equal recomputed ones.
@Suite struct ShortcutTests {
    /// Returns a snapshot per second of a vehicle that is seen every ten seconds, falls behind and
    /// stops.
    private func snapshots(_ timetable: Timetable) async -> [NetworkSnapshot] {
        let state = LiveState(timetable, sourceKind: "test", firstSequence: 1)
        let zero = timetable.timeZone.time(ServiceTime(hours: 8, minutes: 0), on: testDay)
        var snapshots: [NetworkSnapshot] = []
        var metres = 0.0
        for second in 0..<400 {
            metres += second < 120 ? 6.3 : second < 200 ? 2 : 0
            // From the fourth minute on it is no longer seen.
            if second % 10 == 0, second < 240 {
                let seen = fix(timetable, metres: metres, at: Double(second))
                await state.apply([seen], now: seen.time)
            }
            snapshots.append(
                await state.snapshot(now: zero.advanced(bySeconds: Double(second))))
        }
        return snapshots
    }

    @Test func `runs are expected as if each vehicle was looked at each second`() async throws {
        let timetable = try TextFeed("red-1: A 8:00  B 8:02  C 8:04  D 8:06").compiled()
        var short = ExpectationCache()
        var full = ExpectationCache()
        for snapshot in await snapshots(timetable) {
            let expected = full.overlay(of: snapshot)
            #expect(short.overlay(of: snapshot, isRenewed: false).changes == expected.changes)
        }
    }

    @Test func `vehicles are shown where they would be if each was looked at each second`()
        async throws
    {
        let timetable = try TextFeed("red-1: A 8:00  B 8:02  C 8:04  D 8:06").compiled()
        let all = await snapshots(timetable)
        let first = try #require(all.first)
        var short = MapFrame(first: first)
        var full = MapFrame(first: first)
        var kept = 0
        for snapshot in all.dropFirst() {
            let before = short.vehicles.first?.changedAt
            short = short.next(snapshot, isRenewed: false)
            full = full.next(snapshot)
            let (shown, best) = (
                try #require(short.vehicles.first), try #require(full.vehicles.first)
            )
            if shown.changedAt == before { kept += 1 }
            #expect(shown.freshness == best.freshness)
            #expect(shown.nextStop?.stop == best.nextStop?.stop)
            #expect(shown.expectedCalls == best.expectedCalls)
            let now = snapshot.asOf
            let apart = shown.trajectory.coordinate(at: now)
                .distanceMetres(to: best.trajectory.coordinate(at: now))
            #expect(apart <= 60, "\(apart) m apart")
        }
        #expect(kept > 300)
    }
}
