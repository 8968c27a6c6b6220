/// A limit on the number of streams that are open at once.
package final class StreamLimiter: Sendable {
    private let permits: Permits

    package init(limit: Int) {
        permits = Permits(limit: limit)
    }

    /// The number of open streams.
    package var count: Int { permits.count }

    package var isFree: Bool { permits.isFree }

    /// Takes a permit for a stream.
    ///
    /// - Throws: A problem that asks the client to come back later, if all permits are taken.
    package func acquire() throws(Problem) -> Permits.Permit {
        guard let permit = permits.acquire() else {
            throw .busy("All \(permits.limit) live streams are in use.", retryAfterSeconds: 30)
        }
        return permit
    }
}
