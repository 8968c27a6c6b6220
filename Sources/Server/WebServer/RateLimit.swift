import HTTPTypes
import Synchronization
import TransitModel

/// Lets each key do something so often and no more: a bucket that fills with time.
///
/// So many keys are remembered; those whose bucket is full again need not be.
final class RateLimit: Sendable {
    private static let maximumKeys = 20_000

    private struct Bucket {
        var left: Double
        var filled: UnixTime
    }

    private let most: Double
    private let perSecond: Double
    private let clock: any WallClock
    private let buckets = Mutex<[String: Bucket]>([:])

    /// So many at once, and so many a second on average.
    init(most: Int, perSecond: Double, clock: any WallClock = SystemWallClock()) {
        self.most = Double(max(1, most))
        self.perSecond = perSecond
        self.clock = clock
    }

    /// Takes one from a key's bucket; throws 429 with the time to wait if it is empty.
    func take(_ key: String, _ what: String) throws(Problem) {
        let now = clock.now()
        let wait: Double? = buckets.withLock { buckets in
            if buckets.count >= Self.maximumKeys, buckets[key] == nil {
                buckets = buckets.filter { filled($0.value, now) < most }
                // Too many at once: whoever comes now has to share.
                if buckets.count >= Self.maximumKeys { return 1 }
            }
            var bucket = buckets[key] ?? Bucket(left: most, filled: now)
            bucket.left = filled(bucket, now)
            bucket.filled = now
            let isFree = bucket.left >= 1
            if isFree { bucket.left -= 1 }
            buckets[key] = bucket
            return isFree ? nil : (1 - bucket.left) / perSecond
        }
        guard let wait else { return }
        var problem = Problem(
            .tooManyRequests, kind: "too-often", detail: "That was \(what); wait a moment.")
        problem.headers[.retryAfter] = "\(Int(wait.rounded(.up)))"
        throw problem
    }

    /// Puts one back into a key's bucket that was taken for nothing.
    func giveBack(_ key: String) {
        buckets.withLock { buckets in
            guard var bucket = buckets[key] else { return }
            bucket.left = min(most, bucket.left + 1)
            buckets[key] = bucket
        }
    }

    private func filled(_ bucket: Bucket, _ now: UnixTime) -> Double {
        min(most, bucket.left + max(0, now.seconds(since: bucket.filled)) * perSecond)
    }
}
