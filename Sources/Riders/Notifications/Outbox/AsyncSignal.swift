import Synchronization

/// Wakes one waiting task.
///
/// Signals that arrive while none waits count as one.
final class AsyncSignal: Sendable {
    private struct State {
        var hasRung = false
        var sleeper: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func signal() {
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

    /// Returns at the next signal, or at once if one arrived since the last wait.
    ///
    /// Only one task may wait at a time.
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
