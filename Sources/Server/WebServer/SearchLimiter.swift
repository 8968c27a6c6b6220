import NIOPosix
import Synchronization

/// Runs searches off the event loops, so many at once and no more.
///
/// A search takes milliseconds, the first one of a day some tenths of a second.
package final class SearchLimiter: Sendable {
    private let taken = Mutex(0)
    private let limit: Int

    /// Lets at most `limit` searches run or wait; who comes beyond that is told to come back.
    package init(limit: Int = 256) {
        self.limit = limit
    }

    /// Runs a search on a thread of its own; throws a problem if there are too many.
    func run<Answer: Sendable>(
        _ search: @escaping @Sendable () throws -> Answer
    ) async throws -> Answer {
        guard take() else {
            throw Problem.busy("Too many searches at once; try again.", retryAfterSeconds: 2)
        }
        defer { taken.withLock { $0 -= 1 } }
        return try await NIOThreadPool.singleton.runIfActive(search)
    }

    private func take() -> Bool {
        taken.withLock { taken in
            guard taken < limit else { return false }
            taken += 1
            return true
        }
    }
}
