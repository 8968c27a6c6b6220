/// Lets something happen at a rate, with bursts: a bucket of tokens that fills with time.
///
/// Instants are seconds on any clock; a clock that goes back adds nothing.
package struct TokenBucket: Sendable {
    /// How many tokens there may be, and how fast they come.
    package struct Rate: Sendable, Equatable {
        /// The most tokens that the bucket holds, at least 1.
        package let burst: Double
        package let perSecond: Double

        package init(burst: Double, perSecond: Double) {
            self.burst = max(1, burst)
            self.perSecond = perSecond
        }
    }

    package let rate: Rate
    /// The tokens at the last refill; negative after ``take(_:at:)`` took more than there were.
    package private(set) var tokens: Double
    private var refilledAt: Double

    /// A full bucket.
    package init(_ rate: Rate, at now: Double) {
        self.rate = rate
        tokens = rate.burst
        refilledAt = now
    }

    package mutating func refill(at now: Double) {
        tokens = min(rate.burst, tokens + max(0, now - refilledAt) * rate.perSecond)
        refilledAt = now
    }

    /// Takes `price` tokens and reports whether there were as many.
    package mutating func take(_ price: Double = 1, at now: Double) -> Bool {
        refill(at: now)
        tokens -= price
        return tokens >= 0
    }

    /// Takes a token if there is one, and reports whether there was.
    package mutating func takeIfAny(at now: Double) -> Bool {
        refill(at: now)
        guard tokens >= 1 else { return false }
        tokens -= 1
        return true
    }

    package mutating func refund(_ price: Double = 1) {
        tokens = min(rate.burst, tokens + price)
    }

    /// Seconds from the last refill until there are `count` tokens; 0 if there are.
    package func seconds(until count: Double) -> Double {
        max(0, (count - tokens) / rate.perSecond)
    }
}
