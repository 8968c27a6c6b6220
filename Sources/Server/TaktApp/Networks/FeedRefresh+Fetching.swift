import HTTPFetching
import TransitModel

// Fetching of the feeds, several at once.
extension FeedRefresh {
    /// The maximum number of concurrent fetches.
    private static let maximumAtOnce = 4

    private enum Answer {
        case same
        case content(digest: String, FetchValidators)
        case failed(String)
    }

    /// Fetches all feeds that changed, and adds their new versions to the candidates.
    ///
    /// - Throws: A `Failure` if the refresh was cancelled.
    func fetchAll(_ poll: inout Poll) async throws(Failure) {
        var questions: [(feed: FeedReference, known: FetchValidators)] = []
        for feed in settings.feeds {
            let entry = poll.ledger.feeds[feed.place]
            let isRetried = entry?.refused.map { isDue($0, poll) } ?? false
            let isKnown = entry?.version != nil || entry?.refused != nil
            questions.append(
                (feed, isRetried || !isKnown ? .init() : entry?.validators ?? .init()))
        }
        let answers = await answers(to: questions)
        if Task.isCancelled {
            throw Failure(description: "The refresh was interrupted.", isUnreachable: true)
        }
        for (feed, answer) in zip(settings.feeds, answers) {
            var entry = poll.ledger.feeds[feed.place] ?? FeedLedger.Entry()
            entry.unreachable = nil
            switch answer {
            case .same: break
            case .failed(let reason):
                let trouble = "'\(feed.shown)' cannot be fetched: \(reason)"
                entry.unreachable = trouble
                poll.troubles.append(
                    (feed.place, Failure(description: trouble, isUnreachable: true)))
            case .content(let digest, let validators):
                entry.validators = validators
                if digest == entry.version?.digest {
                    entry.refused = nil
                } else if entry.refused?.digest != digest
                    || entry.refused.map({ isDue($0, poll) }) == true
                {
                    poll.candidates[feed.place] = FeedLedger.Version(
                        digest: digest, trips: 0, firstDay: "", lastDay: "")
                }
            }
            if poll.candidates[feed.place] == nil, let refused = entry.refused {
                poll.troubles.append(
                    (feed.place, Failure(description: refused.reason, isUnreachable: false)))
            }
            poll.ledger.feeds[feed.place] = entry
        }
    }

    /// Returns whether a refused version is due for another attempt.
    private func isDue(_ refusal: FeedLedger.Refusal, _ poll: Poll) -> Bool {
        if poll.isWanted || poll.old == nil { return true }
        if let day = refusal.from { return day <= "\(today(poll))" }
        let waited = poll.now.seconds(since: UnixTime(seconds: refusal.tried))
        return .seconds(waited) >= Self.pause(after: refusal.times)
    }

    private func answers(
        to questions: [(feed: FeedReference, known: FetchValidators)]
    ) async -> [Answer] {
        await Array(questions.enumerated()).concurrentMap(atMost: Self.maximumAtOnce) {
            (number, question) in
            await self.fetch(question.feed, number, unless: question.known)
        }
    }

    private func fetch(
        _ feed: FeedReference, _ number: Int, unless known: FetchValidators
    ) async -> Answer {
        let file = "\(storage.folder)/\(number).fetched"
        var request = FetchRequest(feed.place, limitBytes: FeedDownloads.maximumFeedBytes)
        request.timeout = FeedDownloads.timeout
        request.validators = known
        do {
            switch try await download(request, file) {
            case .notModified: return .same
            case .content(_, let info):
                return .content(digest: try storage.adopt(file), info.validators)
            }
        } catch {
            return .failed("\(error)")
        }
    }
}
