import NIOPosix

/// Runs searches off the event loops, up to a limit at once.
///
/// A search takes milliseconds, the first one of a day some tenths of a second.
package final class SearchLimiter: Sendable {
    private let permits: Permits

    /// Allows at most `limit` searches that run or wait; further ones are refused.
    package init(limit: Int = 256) {
        permits = Permits(limit: limit)
    }

    /// Runs a search on a thread of its own.
    ///
    /// - Throws: A problem with status 503 if there are too many searches, and the search's errors.
    package func run<Answer: Sendable>(
        _ search: @escaping @Sendable () throws -> Answer
    ) async throws -> Answer {
        guard let permit = permits.acquire() else {
            throw Problem.busy("Too many searches at once; try again.", retryAfterSeconds: 2)
        }
        defer { permit.release() }
        return try await NIOThreadPool.singleton.runIfActive(search)
    }
}
