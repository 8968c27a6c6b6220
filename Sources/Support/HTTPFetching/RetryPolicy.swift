/// How often and after which pauses a failed request is tried again.
///
/// The pause doubles with each failure up to the longest one; chance then takes away up to half of
/// it, so that many clients of a server that comes back do not all return at once.
package struct RetryPolicy: Sendable, Equatable {
    /// How many attempts there are in all, the first included: 1 to 10.
    package let attempts: Int
    /// The pause after the first failure.
    package let firstPause: Duration
    /// No pause is longer; a server that asks for more is not asked again.
    package let maximumPause: Duration

    /// A policy; the number of attempts is kept between 1 and 10.
    package init(
        attempts: Int = 3, firstPause: Duration = .seconds(1),
        maximumPause: Duration = .seconds(30)
    ) {
        self.attempts = min(max(attempts, 1), 10)
        self.firstPause = firstPause
        self.maximumPause = maximumPause
    }

    /// One attempt and no more.
    package static let never = RetryPolicy(attempts: 1)

    /// The pause after the given failure, or nil if it is the end.
    ///
    /// Attempts are numbered from 1; `jitter` lies between 0 (inclusive) and 1 (exclusive).
    func pause(afterAttempt attempt: Int, failing error: FetchError, jitter: Double) -> Duration? {
        guard attempt < attempts, error.mayPass else { return nil }
        let doubled = firstPause * (1 << min(attempt - 1, 20))
        let pause = min(doubled, maximumPause) * (0.5 + jitter / 2)
        guard let wished = error.retryAfter else { return pause }
        return wished > maximumPause ? nil : max(wished, pause)
    }
}
