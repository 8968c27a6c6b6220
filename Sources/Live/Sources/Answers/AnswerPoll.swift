package import HTTPFetching

/// Asks one address again and again, and tells what is new.
///
/// The server is told what the last answer was known by (`ETag`, `Last-Modified`); an answer whose
/// bytes are those of the one before counts as unchanged whatever the server says.
package struct AnswerPoll: Sendable {
    /// How an address is asked.
    package struct Request: Sendable, Equatable {
        /// The address.
        package var url: String
        /// The key's header field, by name; empty where there is none.
        package var headers: [String: String] = [:]
        /// An answer may be this long at most, in bytes.
        package var limitBytes = 64 << 20
        /// How long an answer may take.
        package var timeout = Duration.seconds(30)

        /// An address without a key.
        package init(url: String) {
            self.url = url
        }
    }

    private let answers: any AnswerFetching
    private let request: FetchRequest
    /// What recordings call the address.
    package let endpoint: SourceEndpoint
    private var validators = FetchValidators()
    private var lastBody: (count: Int, hash: Int)?

    /// A poll that has not asked yet.
    package init(_ request: Request, source: String, answers: any AnswerFetching) {
        self.answers = answers
        endpoint = SourceEndpoint(source: source, url: request.url)
        var fetch = FetchRequest(request.url, limitBytes: request.limitBytes)
        fetch.headers = request.headers
        fetch.timeout = request.timeout
        // The supervisor tries again.
        fetch.retries = .never
        self.request = fetch
    }

    /// Goes on from an answer that was kept from an earlier run.
    package mutating func resume(from validators: FetchValidators) {
        self.validators = validators
    }

    /// The body of a new answer, and what it is known by; nil if nothing changed.
    ///
    /// What was asked and what came is written into the books.
    package mutating func ask(
        _ journal: SourceJournal
    ) async throws(SourceFailure) -> (body: [UInt8], validators: FetchValidators)? {
        journal.note { $0.asked += 1 }
        var request = request
        request.validators = validators
        let fetched: Fetched<[UInt8]>
        do { fetched = try await answers.fetch(request, from: endpoint) } catch {
            throw SourceFailure(error)
        }
        guard case .content(let body, let info) = fetched else {
            journal.note { $0.unchanged += 1 }
            return nil
        }
        validators = info.validators
        let known = (count: body.count, hash: body.hashValue)
        journal.note { $0.bytes += body.count }
        if let lastBody, lastBody == known {
            journal.note { $0.unchanged += 1 }
            return nil
        }
        lastBody = known
        journal.note { $0.fetched += 1 }
        return (body, info.validators)
    }

    /// Forgets what the last answer was known by, so that the next one is read anew.
    package mutating func forget() {
        validators = FetchValidators()
        lastBody = nil
    }
}
