/// How much an outbox holds and how patient it is.
package struct OutboxRules: Sendable, Equatable {
    /// So many messages wait at most; further ones are refused.
    package var mostMessages = 200_000
    /// So many messages wait at most for one address; further ones are refused.
    package var mostForAddress = 50
    /// So many attempts are made for a message whose failures may pass.
    package var attempts = 8
    /// The pause after the first failed attempt, in seconds; it doubles each time, and chance takes
    /// away up to half of it.
    package var firstPauseSeconds = 2.0
    /// No pause that nobody asked for is longer, in seconds.
    package var longestPauseSeconds = 600.0
    /// The pause where a service asks to wait without saying for how long, in seconds.
    package var unstatedWaitSeconds = 30.0
    /// Whatever a service asks for, nothing waits longer before it is tried again, in seconds.
    package var maximumWaitSeconds = 3600.0
    /// A worker that is silent for so long is taken for dead, and its messages are sent by another;
    /// in seconds, longer than any attempt takes.
    package var leaseSeconds = 60.0
    /// What was sent is remembered for so long at most, so that the same message is not sent twice;
    /// in seconds.
    package var memorySeconds = 86_400.0

    /// The defaults.
    package init() {}

    /// The pause after the given failed attempt, counted from 1; `jitter` lies between 0 and 1.
    func pauseSeconds(afterAttempt attempt: Int, jitter: Double) -> Double {
        let doubled = firstPauseSeconds * Double(1 << min(max(attempt - 1, 0), 20))
        return min(doubled, longestPauseSeconds) * (0.5 + jitter / 2)
    }
}
