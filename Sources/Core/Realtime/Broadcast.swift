#if !hasFeature(Embedded)

import Synchronization

/// Holds the newest value of something and notifies subscribers of later ones.
///
/// A reader takes the value once and works on it; readers never wait for a writer. Slow subscribers
/// skip values instead of queueing them.
package final class Broadcast<Value: Sendable>: Sendable {
    private struct State {
        var current: Value
        var subscribers: [UInt64: AsyncStream<Value>.Continuation] = [:]
        var nextSubscriber: UInt64 = 0
        var isFinished = false
    }

    private let state: Mutex<State>

    package init(_ first: Value) {
        state = Mutex(State(current: first))
    }

    package var current: Value { state.withLock { $0.current } }

    /// Whether anyone reads the values.
    package var hasSubscribers: Bool { state.withLock { !$0.subscribers.isEmpty } }

    /// Replaces the value and passes it to all subscribers.
    package func publish(_ value: Value) {
        let subscribers = state.withLock { state in
            state.current = value
            return Array(state.subscribers.values)
        }
        for subscriber in subscribers { subscriber.yield(value) }
    }

    /// Ends the streams of all subscribers.
    package func finish() {
        let subscribers = state.withLock { state in
            state.isFinished = true
            return Array(state.subscribers.values)
        }
        for subscriber in subscribers { subscriber.finish() }
    }

    /// Returns a stream of the current value and later ones; a slow reader gets only the newest.
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

#endif
