/// The number of attempts of a failed request and the pauses between them.
///
/// The pause doubles with each failure up to the longest one. Jitter then removes up to half of it,
/// so that many clients of a recovering server do not all return at once.
package struct RetryPolicy: Sendable, Equatable {
    /// The maximum number of attempts, including the first: 1 to 10.
    package let attempts: Int
    /// The pause after the first failure.
    package let firstPause: Duration
    /// The maximum pause.
    ///
    /// If a server requests a longer one, the request is not repeated.
    package let maximumPause: Duration

    /// Creates a policy; the number of attempts is limited to 1 to 10.
    package init(
        attempts: Int = 3, firstPause: Duration = .seconds(1),
        maximumPause: Duration = .seconds(30)
    ) {
        self.attempts = min(max(attempts, 1), 10)
        self.firstPause = firstPause
        self.maximumPause = maximumPause
    }

    /// A single attempt.
    package static let never = RetryPolicy(attempts: 1)

    /// Returns the pause after the given failure, or nil if there are no further attempts.
    ///
    /// Attempts are numbered from 1; `jitter` is the jitter, from 0 (inclusive) to 1 (exclusive).
    func pause(afterAttempt attempt: Int, failing error: FetchError, jitter: Double) -> Duration? {
        guard attempt < attempts, error.mayPass else { return nil }
        let doubled = firstPause * (1 << min(attempt - 1, 20))
        let pause = min(doubled, maximumPause) * (0.5 + jitter / 2)
        guard let requested = error.retryAfter else { return pause }
        return requested > maximumPause ? nil : max(requested, pause)
    }
}
