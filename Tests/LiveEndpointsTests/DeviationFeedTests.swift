import LiveMap
import Realtime
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import LiveEndpoints

@Suite struct DeviationFeedTests {
    private let timetable: Timetable
    private let feed: DeviationFeed

    init() throws {
        timetable = try TextFeed("red-1: A 8:00  B 8:02").compiled()
        let first = Self.snapshot(of: timetable, after: 0)
        feed = DeviationFeed(timetable, frames: Broadcast(MapFrame(first: first)))
    }

    private static func snapshot(of timetable: Timetable, after seconds: Int64) -> NetworkSnapshot {
        NetworkSnapshot(
            timetable: timetable, sequence: 6,
            asOf: UnixTime(seconds: 1_777_874_400 + seconds), vehicles: [],
            source: LiveSourceState(kind: "test", updatedAt: nil))
    }

    private func advance(after seconds: Int64) -> UInt64? {
        feed.advance(to: Self.snapshot(of: timetable, after: seconds))
        return feed.tails.current.sequence
    }

    @Test func `no frame is written while no device reads them`() {
        #expect(advance(after: 0) == nil)
        do {
            let reader = feed.tails.updates()
            #expect(advance(after: 1) == 7)
            #expect(advance(after: 2) == 7)
            withExtendedLifetime(reader) {}
        }
        // Until the next frame is due, a device that comes gets the last one at once.
        #expect(advance(after: 3) == 7)
        #expect(advance(after: 30) == nil)
    }

    @Test func `a device goes on from its last frame after a time without readers`() {
        let reader = feed.tails.updates()
        #expect(advance(after: 0) == 7)
        withExtendedLifetime(reader) {}
        let rested = feed.tails.current.resting
        #expect(rested.frames(after: nil).isEmpty && rested.frames(after: 7).isEmpty)
        let next = rested.next(Self.snapshot(of: timetable, after: 3000))
        #expect(next.sequence == 8 && next.frames(after: 7).count == 1)
    }
}
