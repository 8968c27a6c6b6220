import Synchronization
import Testing

@testable import HTTPServing

@Suite struct RateLimitTests {
    @Test func `a key is forgotten a minute after its bucket is full again`() {
        let seconds = Mutex(1000.0)
        let limit = RateLimit(burst: 20, perSecond: 20.0 / 3600, now: { seconds.withLock(\.self) })
        _ = limit.take(of: ["once"])
        for _ in 0..<20 { _ = limit.take(of: ["often"]) }
        #expect(limit.keys == ["once", "often"])
        // After three minutes the first bucket is full, the second one is not.
        seconds.withLock { $0 += 240 }
        #expect(limit.take(of: ["other"]).isTaken)
        #expect(limit.keys == ["often", "other"])
        #expect(limit.take(of: ["often"]).isTaken)
        seconds.withLock { $0 += 3661 }
        #expect(limit.take(of: ["last"]).isTaken)
        #expect(limit.keys == ["last"])
    }

    @Test func `a limited key is not freed by a sweep`() {
        let seconds = Mutex(1000.0)
        let limit = RateLimit(burst: 2, perSecond: 1.0 / 3600, now: { seconds.withLock(\.self) })
        for _ in 0..<2 { #expect(limit.take(of: ["one"]).isTaken) }
        seconds.withLock { $0 += 61 }
        #expect(!limit.take(of: ["one"]).isTaken)
    }

    @Test func `with as many keys as there may be, full buckets are looked for once a second`() {
        let seconds = Mutex(1000.0)
        let limit = RateLimit(burst: 1, perSecond: 1000, now: { seconds.withLock(\.self) })
        for key in 0..<20_000 { _ = limit.take(of: ["\(key)"]) }
        // All buckets are full by then.
        seconds.withLock { $0 += 0.5 }
        #expect(limit.take(of: ["new"]).isTaken)
        #expect(limit.keys.count == 20_001 && limit.keys.contains("others"))
        seconds.withLock { $0 += 0.5 }
        #expect(limit.take(of: ["new"]).isTaken)
        #expect(limit.keys == ["new"])
    }
}
