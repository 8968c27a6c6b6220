import Synchronization

/// Decides which of the requests that failed for want of storage reach the log.
///
/// During an outage they all fail for the same reason, and the log may be on the disk that is full:
/// one every ten seconds is logged, with the number of those that were not.
final class RequestFailureLog: Sendable {
    private static let interval = Duration.seconds(10)

    private struct State {
        var last: ContinuousClock.Instant?
        var omitted = 0
    }

    private let state = Mutex(State())

    /// Returns the number of failures that were omitted since the last one in the log; nil if the
    /// failure at `now` is omitted too.
    func admit(at now: ContinuousClock.Instant) -> Int? {
        state.withLock { state in
            if let last = state.last, now - last < Self.interval {
                state.omitted += 1
                return nil
            }
            defer { state = State(last: now) }
            return state.omitted
        }
    }
}
