import Synchronization

/// Wakes the one who waits for it; rings that nobody waits for are one ring.
final class AsyncSignal: Sendable {
    private struct State {
        var hasRung = false
        var sleeper: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func ring() {
        let sleeper = state.withLock { state in
            guard let sleeper = state.sleeper else {
                state.hasRung = true
                return nil as CheckedContinuation<Void, Never>?
            }
            state.sleeper = nil
            return sleeper
        }
        sleeper?.resume()
    }

    /// Returns at the next ring, or at once if it rang since the last wait.
    ///
    /// One waits at a time.
    func wait() async {
        await withCheckedContinuation { continuation in
            let hasRung = state.withLock { state in
                precondition(state.sleeper == nil, "One waits at a time.")
                if state.hasRung {
                    state.hasRung = false
                    return true
                }
                state.sleeper = continuation
                return false
            }
            if hasRung { continuation.resume() }
        }
    }
}
