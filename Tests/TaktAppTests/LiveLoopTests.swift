import ClockTesting
import HTTPFetching
import LiveMap
import Logging
import Matching
import Realtime
import Sources
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import TaktApp

@Suite struct LiveLoopTests {
    @Test func `a snapshot that takes long is followed by a longer pause`() {
        func pause(after duration: Duration) -> Duration {
            LiveLoop.pause(after: duration, hadArrivals: true)
        }
        #expect(pause(after: .milliseconds(3)) == .milliseconds(250))
        #expect(pause(after: .milliseconds(100)) == .milliseconds(400))
        #expect(pause(after: .seconds(2)) == .seconds(1))
    }

    @Test func `a report does not wait after a snapshot without data`() {
        #expect(LiveLoop.pause(after: .milliseconds(100), hadArrivals: false) == .zero)
    }

    @Test(arguments: [10, LiveState.shownAtOnce, 2 * LiveState.shownAtOnce + 1])
    func `a report is shown in parts, and at the end with expected times`(count: Int) async throws {
        let timetable = try TextFeed("red-1: A 8:00  B 8:02  C 8:04  D 8:06").compiled()
        let eight = timetable.timeZone.time(
            ServiceTime(hours: 8, minutes: 0), on: ServiceDay(daysSince1970: 20_577))
        let clock = ManualWallClock(eight.advanced(bySeconds: 40))
        let logger = Logger(label: "test")
        let sources = LiveSourceSet(
            timetable, clock: clock, answers: NetworkAnswers(HTTPFetcher(logger: logger)),
            logger: logger)
        let state = LiveState(timetable, sourceKind: "test", firstSequence: 7)
        let feed = MapFeed(
            NetworkSnapshot(
                timetable: timetable, sequence: 7, asOf: eight, vehicles: [],
                source: LiveSourceState(kind: "test", updatedAt: nil)))
        let loop = LiveLoop(
            state: state, sources: sources, feed: feed, simulator: nil, clock: clock, history: nil,
            logger: logger)
        var batch = LiveBatch(source: "test", asOf: clock.now())
        let place = try #require(timetable.stops.coordinate(StopIndex(0)))
        batch.fixes = (1...count).map { number in
            VehicleFix(
                vehicleID: "\(number)", coordinate: place, time: clock.now(),
                trip: number == 1 ? TripReference(tripID: "red-1") : nil)
        }
        sources.inbox.put(batch)
        #expect(await loop.advance())
        let frame = feed.frames.current
        // A snapshot of each full part, one of the rest, and one with expected times.
        let full = (count - 1) / LiveState.shownAtOnce
        #expect(frame.sequence == UInt64(full == 0 ? 8 : 8 + full + 1))
        #expect(frame.vehicles.count == count)
        #expect(frame.snapshot.overlay.changes.count == 1)
        #expect(await !loop.advance())
    }
}
