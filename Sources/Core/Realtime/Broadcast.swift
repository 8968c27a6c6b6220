import Synchronization

/// Holds the newest value of something and tells those who wait for the next one.
///
/// A reader takes the value once and works on it; nobody waits for a writer. Subscribers that are
/// slow skip values instead of queueing them.
package final class Broadcast<Value: Sendable>: Sendable {
    private struct State {
        var current: Value
        var subscribers: [UInt64: AsyncStream<Value>.Continuation] = [:]
        var nextSubscriber: UInt64 = 0
        var isFinished = false
    }

    private let state: Mutex<State>

    /// Starts with a first value.
    package init(_ first: Value) {
        state = Mutex(State(current: first))
    }

    /// The newest value.
    package var current: Value { state.withLock { $0.current } }

    /// Puts a newer value in place and hands it to all subscribers.
    package func publish(_ value: Value) {
        let subscribers = state.withLock { state in
            state.current = value
            return Array(state.subscribers.values)
        }
        for subscriber in subscribers { subscriber.yield(value) }
    }

    /// Tells all subscribers that nothing more will come.
    package func finish() {
        let subscribers = state.withLock { state in
            state.isFinished = true
            return Array(state.subscribers.values)
        }
        for subscriber in subscribers { subscriber.finish() }
    }

    /// The present value and those from now on, only the newest if the reader is slow.
    package func updates() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let (number, isFinished) = state.withLock { state in
            state.nextSubscriber += 1
            state.subscribers[state.nextSubscriber] = continuation
            continuation.yield(state.current)
            return (state.nextSubscriber, state.isFinished)
        }
        if isFinished { continuation.finish() }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.subscribers.removeValue(forKey: number) }
        }
        return stream
    }
}
