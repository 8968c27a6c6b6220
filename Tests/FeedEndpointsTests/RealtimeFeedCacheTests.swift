import GTFSRealtime
import LiveMap
import Realtime
import Testing
import TransitModel
import TransitTesting

@testable import FeedEndpoints

@Suite struct RealtimeFeedCacheTests {
    private func frame() throws -> MapFrame {
        let timetable = try TextFeed("red-1: A 8:00  B 8:05  C 8:10").compiled()
        return MapFrame(
            first: NetworkSnapshot(
                timetable: timetable, sequence: 7, asOf: UnixTime(seconds: 1_777_874_400),
                vehicles: [], source: LiveSourceState(kind: "test", updatedAt: nil)))
    }

    @Test func `a feed that nobody asks for any more is forgotten`() async throws {
        let (cache, frame) = (RealtimeFeedCache(), try frame())
        let keys = [false, true].map { isPacked in
            RealtimeFeedCache.Key(
                kind: .tripUpdates, feed: nil, form: .binary, isPacked: isPacked)
        }
        for key in keys { _ = try await cache.body(key, of: frame) }
        await cache.sweep()
        #expect(await cache.count == 2)
        // It is the same frame, so this answer comes from the cache.
        _ = try await cache.body(keys[0], of: frame)
        await cache.sweep()
        #expect(await cache.count == 1)
        await cache.sweep()
        #expect(await cache.count == 0)
    }
}
