import HTTPFetching
import Synchronization

/// Keeps each address's newest answer while one network replaces another.
///
/// The sources of the next network start without anything. If the first request of one fails, it
/// gets the kept answer, and judges its age as that of any other.
package final class KeptAnswers: Sendable {
    /// By address, since two addresses of a source may have the same path.
    private let newest = Mutex<[String: Fetched<[UInt8]>]>([:])

    package init() {}

    /// Returns the answers for the sources of one network.
    package func answers(of fetching: any AnswerFetching) -> any AnswerFetching {
        Answers(fetching: fetching, missing: newest.withLock { $0 }, keeper: self)
    }

    private final class Answers: AnswerFetching {
        private let fetching: any AnswerFetching
        /// What the previous network's sources received, where this one's received nothing yet.
        private let missing: Mutex<[String: Fetched<[UInt8]>]>
        private let keeper: KeptAnswers

        init(
            fetching: any AnswerFetching, missing: [String: Fetched<[UInt8]>], keeper: KeptAnswers
        ) {
            self.fetching = fetching
            self.missing = Mutex(missing)
            self.keeper = keeper
        }

        func fetch(
            _ request: FetchRequest, from endpoint: SourceEndpoint
        ) async throws(FetchError) -> Fetched<[UInt8]> {
            let kept = missing.withLock { $0.removeValue(forKey: request.url) }
            do throws(FetchError) {
                let fetched = try await fetching.fetch(request, from: endpoint)
                if case .content = fetched {
                    keeper.newest.withLock { $0[request.url] = fetched }
                }
                return fetched
            } catch {
                guard let kept else { throw error }
                return kept
            }
        }
    }
}
