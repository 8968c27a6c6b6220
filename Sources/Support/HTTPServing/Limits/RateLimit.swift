import HTTPTypes
import Synchronization
package import TransitModel

/// A token bucket for each key, of a bounded number of keys.
package final class RateLimit: Sendable {
    /// The largest number of keys with a bucket of their own.
    private static let maximumKeys = 20_000
    /// The interval in seconds at which keys are forgotten whose bucket is full again: they may be
    /// network addresses.
    private static let sweepSeconds = 60.0
    /// The same while there are as many keys as there may be: a sweep passes through all of them.
    private static let fullSweepSeconds = 1.0
    private static let start = ContinuousClock.now

    private struct Buckets {
        var byKey: [String: TokenBucket] = [:]
        /// When full buckets were last forgotten.
        var swept = 0.0

        mutating func forgetFull(at now: Double) {
            swept = now
            byKey = byKey.mapValues { bucket in
                var bucket = bucket
                bucket.refill(at: now)
                return bucket
            }.filter { $0.value.tokens < $0.value.rate.burst }
        }
    }

    private let rate: TokenBucket.Rate
    private let now: @Sendable () -> Double
    private let buckets = Mutex(Buckets())

    /// `burst` at once and `perSecond` on average; `now` reads seconds on a clock that never goes
    /// back.
    package init(burst: Int, perSecond: Double, now: (@Sendable () -> Double)? = nil) {
        rate = TokenBucket.Rate(burst: Double(burst), perSecond: perSecond)
        self.now = now ?? Self.monotonicSeconds
    }

    /// Seconds since this class was first used, whatever happens to the wall clock.
    static func monotonicSeconds() -> Double {
        start.duration(to: .now) / .seconds(1)
    }

    /// Takes a token from the bucket of each key, or none where one of them has none left.
    ///
    /// Keys beyond ``maximumKeys`` share one bucket. Returns the buckets as they are then, and
    /// whether the tokens were taken.
    package func take(of keys: [String]) -> (isTaken: Bool, buckets: [TokenBucket]) {
        let now = now()
        return buckets.withLock { buckets in
            let pause =
                buckets.byKey.count < Self.maximumKeys ? Self.sweepSeconds : Self.fullSweepSeconds
            if now - buckets.swept >= pause { buckets.forgetFull(at: now) }
            var taken: [(key: String, bucket: TokenBucket)] = []
            for key in keys {
                let isFull = buckets.byKey.count >= Self.maximumKeys
                let key = isFull && buckets.byKey[key] == nil ? "others" : key
                var bucket = buckets.byKey[key] ?? TokenBucket(rate, at: now)
                bucket.refill(at: now)
                taken.append((key, bucket))
            }
            let isTaken = taken.allSatisfy { $0.bucket.tokens >= 1 }
            for number in taken.indices {
                if isTaken { _ = taken[number].bucket.take(at: now) }
                buckets.byKey[taken[number].key] = taken[number].bucket
            }
            return (isTaken, taken.map(\.bucket))
        }
    }

    /// Takes a token of a key; `what` names what came too often.
    ///
    /// - Throws: 429 with the seconds to wait where there is none.
    package func take(_ key: String, _ what: String) throws(Problem) {
        let (isTaken, buckets) = take(of: [key])
        guard !isTaken else { return }
        let seconds = buckets.map { $0.seconds(until: 1) }.max() ?? 1
        var problem = Problem(
            .tooManyRequests, kind: "too-often", detail: "That was \(what); wait a moment.")
        problem.headers[.retryAfter] = "\(max(1, Int(seconds.rounded(.up))))"
        throw problem
    }

    /// Returns a token that was taken for nothing.
    package func refund(_ key: String) {
        buckets.withLock { $0.byKey[key]?.refund() }
    }

    /// The keys with a bucket.
    var keys: Set<String> { buckets.withLock { Set($0.byKey.keys) } }
}
