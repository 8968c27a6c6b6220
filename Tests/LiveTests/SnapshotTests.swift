import Realtime
import Synchronization
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Matching

/// Snapshots list vehicles in order, and the changed ones.
@Suite struct SnapshotTests {
    private let timetable: Timetable
    private let state: LiveState

    init() throws {
        timetable = try TextFeed("red-1: A 8:00  B 8:02  C 8:04  D 8:06").compiled()
        state = LiveState(timetable, sourceKind: "test", firstSequence: 1)
    }

    private func time(_ second: Double) -> UnixTime {
        timetable.timeZone.time(ServiceTime(hours: 8, minutes: 0), on: testDay)
            .advanced(bySeconds: second)
    }

    private func see(_ vehicles: String..., at second: Double) async {
        await state.apply(
            vehicles.map { fix(timetable, metres: 10, at: second, vehicle: $0, trip: nil) },
            now: time(second))
    }

    private func lose(_ vehicles: String..., at second: Double) async {
        var batch = LiveBatch(source: "test", asOf: time(second))
        batch.goneVehicles = vehicles
        await state.apply(batch, now: time(second))
    }

    /// Returns the ids of a snapshot's vehicles, and those of the changed ones.
    private func shown(at second: Double) async -> [[String]] {
        let snapshot = await state.snapshot(now: time(second))
        return [snapshot.vehicles.map(\.id), snapshot.changedVehicles.map(\.id)]
    }

    @Test func `vehicles are in order, and news are those that were not shown so before`() async {
        await see("b", "a", at: 0)
        #expect(await shown(at: 0) == [["a", "b"], ["a", "b"]])
        #expect(await shown(at: 1) == [["a", "b"], []])
        await see("c", "b", "aa", at: 10)
        #expect(await shown(at: 10) == [["a", "aa", "b", "c"], ["aa", "b", "c"]])
    }

    @Test func `who is gone is not shown, and who comes back is news`() async {
        await see("a", "b", "c", at: 0)
        _ = await shown(at: 0)
        await lose("a", "b", at: 10)
        await see("b", "d", at: 10)
        await lose("d", at: 11)
        #expect(await shown(at: 11) == [["b", "c"], ["b"]])
    }

    @Test func `who was not seen for long is forgotten and news when seen again`() async {
        await see("a", "b", at: 0)
        _ = await shown(at: 0)
        await see("b", at: 600)
        _ = await shown(at: 600)
        #expect(await shown(at: 900) == [["b"], []])
        await see("a", at: 910)
        #expect(await shown(at: 910) == [["a", "b"], ["a"]])
    }

    /// Reports vehicles of these numbers at once, none near the line, and collects the snapshots of
    /// parts.
    private func see(_ ids: Range<Int>, at second: Double, _ parts: Parts) async {
        var batch = LiveBatch(source: "test", asOf: time(second))
        batch.fixes = ids.map {
            fix(
                timetable, metres: 10, at: second, vehicle: "\($0 + 10_000)", trip: nil, off: 5_000)
        }
        await state.apply(batch, now: time(second)) { parts.add($0) }
    }

    @Test func `of large reports a part is shown before the rest`() async {
        let parts = Parts()
        let part = LiveState.shownAtOnce
        await see(0..<part, at: 0, parts)
        // Nothing is left that it could come before.
        #expect(parts.snapshots.isEmpty)
        await see(part..<2 * part + 10, at: 0, parts)
        #expect(parts.snapshots.map(\.vehicles.count) == [part, 2 * part])
        #expect(parts.snapshots.map(\.changedVehicles.count) == [part, part])
        #expect(await shown(at: 0).map(\.count) == [2 * part + 10, 10])
        // Each counts from the last snapshot.
        await see(0..<part, at: 10, parts)
        #expect(parts.snapshots.count == 2)
        let rest = await state.snapshot(now: time(10))
        #expect(rest.changedVehicles.count == part)
        #expect(rest.sequence == parts.snapshots[1].sequence + 2)
    }

    @Test func `parts grow with the number of vehicles, and a repeated report has none`() async {
        let parts = Parts()
        let count = 2 * LiveState.maximumParts * LiveState.shownAtOnce
        await see(0..<count, at: 0, parts)
        _ = await state.snapshot(now: time(0))
        let first = parts.snapshots.count
        await see(0..<count, at: 0, parts)
        #expect(parts.snapshots.count == first)
        await see(0..<count, at: 10, parts)
        let later = parts.snapshots[first...]
        #expect(later.count == LiveState.maximumParts - 1)
        #expect(later.allSatisfy { $0.changedVehicles.count == count / LiveState.maximumParts })
    }

    /// The snapshots of parts.
    private final class Parts: Sendable {
        private let made = Mutex<[NetworkSnapshot]>([])

        var snapshots: [NetworkSnapshot] { made.withLock { $0 } }

        func add(_ snapshot: NetworkSnapshot) { made.withLock { $0.append(snapshot) } }
    }
}
