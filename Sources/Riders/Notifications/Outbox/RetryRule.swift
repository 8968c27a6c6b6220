import TransitModel

/// What becomes of a message after an attempt to send it.
enum SendVerdict: Equatable {
    /// It was accepted, or will never be.
    case ended
    /// Its address no longer exists.
    case gone
    /// It waits for another attempt; `holdsOrigin` if nothing else may be sent to its service
    /// meanwhile.
    case retry(attempts: Int, until: UnixTime, holdsOrigin: Bool)
}

extension OutboxRules {
    /// Returns whether and when a message is sent again.
    func verdict(on report: SendReport) -> SendVerdict {
        switch report.outcome {
        case .delivered, .refused: return .ended
        case .gone: return .gone
        case .wait(let pause):
            let asked = pause.map { Double($0.components.seconds) } ?? unstatedWaitSeconds
            let until = report.time.advanced(bySeconds: min(max(asked, 1), maximumWaitSeconds))
            // The service asked to wait, which does not count as a failed attempt.
            return .retry(attempts: report.leased.attempts, until: until, holdsOrigin: true)
        case .failed:
            let attempts = report.leased.attempts + 1
            guard attempts < self.attempts else { return .ended }
            let pause = pauseSeconds(afterAttempt: attempts, jitter: report.jitter)
            return .retry(
                attempts: attempts, until: report.time.advanced(bySeconds: pause),
                holdsOrigin: false)
        }
    }

    /// The pause after the given failed attempt, counted from 1, in seconds; `jitter` is between 0
    /// and 1.
    func pauseSeconds(afterAttempt attempt: Int, jitter: Double) -> Double {
        let doubled = firstPauseSeconds * Double(1 << min(max(attempt - 1, 0), 20))
        return min(doubled, maximumPauseSeconds) * (0.5 + jitter / 2)
    }
}
