import Testing
import TransitModel

@Suite struct TokenBucketTests {
    private let rate = TokenBucket.Rate(burst: 4, perSecond: 0.5)

    @Test func `a full bucket gives a burst, then as many as the rate`() {
        var bucket = TokenBucket(rate, at: 100)
        let first = (0..<5).map { _ in bucket.take(at: 100) }
        #expect(first == [true, true, true, true, false])
        bucket.refund()
        #expect(bucket.seconds(until: 1) == 2)
        let later = [bucket.take(at: 101), bucket.take(at: 105)]
        #expect(later == [false, true])
    }

    @Test func `a refused token is not owed`() {
        var bucket = TokenBucket(rate, at: 0)
        let taken = (0..<9).map { _ in bucket.takeIfAny(at: 0) }
        #expect(taken.count { $0 } == 4)
        #expect(bucket.tokens == 0)
        let later = [bucket.takeIfAny(at: 1), bucket.takeIfAny(at: 2)]
        #expect(later == [false, true])
    }

    @Test func `no more than the burst is saved up`() {
        var bucket = TokenBucket(rate, at: 0)
        _ = bucket.take(3, at: 0)
        bucket.refill(at: 1000)
        #expect(bucket.tokens == 4)
        bucket.refund(10)
        #expect(bucket.tokens == 4)
        #expect(bucket.seconds(until: 1) == 0)
    }

    @Test func `a clock that goes back neither adds nor takes`() {
        var bucket = TokenBucket(rate, at: 100)
        _ = bucket.take(4, at: 100)
        bucket.refill(at: 40)
        #expect(bucket.tokens == 0)
        bucket.refill(at: 42)
        #expect(bucket.tokens == 1)
    }
}
