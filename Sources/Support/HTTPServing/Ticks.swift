/// The ticks of a service's loop, the first one at once; they end when the task is cancelled.
///
/// Ticks are a whole number of intervals apart, however long the work between them takes; those
/// that pass meanwhile are left out.
package struct Ticks: AsyncSequence, AsyncIteratorProtocol {
    private let interval: Duration
    private let clock = ContinuousClock()
    private var last: ContinuousClock.Instant?

    package init(every interval: Duration) {
        self.interval = interval
    }

    package func makeAsyncIterator() -> Ticks { self }

    package mutating func next() async -> Void? {
        let now = clock.now
        let next = last.map { Self.next(after: $0, every: interval, now: now) } ?? now
        last = next
        do { try await clock.sleep(until: next) } catch { return nil }
        return Task.isCancelled ? nil : ()
    }

    /// Returns the first tick after `last` that has not passed.
    static func next(
        after last: ContinuousClock.Instant, every interval: Duration, now: ContinuousClock.Instant
    ) -> ContinuousClock.Instant {
        last + interval * Swift.max(1, Int(((now - last) / interval).rounded(.up)))
    }
}
