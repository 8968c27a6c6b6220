package import HTTPFetching

/// Polls an address and returns only new answers.
///
/// Requests are conditional (`ETag`, `Last-Modified`). An answer with the same bytes as the
/// previous one counts as unchanged, whatever the server states.
package struct AnswerPoll: Sendable {
    /// The request of a poll.
    package struct Request: Sendable, Equatable {
        package var url: String
        /// The header fields, such as one with a key; empty if there are none.
        package var headers: [String: String] = [:]
        /// The maximum length of an answer in bytes.
        package var limitBytes = 64 << 20
        package var timeout = Duration.seconds(30)

        package init(url: String) {
            self.url = url
        }
    }

    private let answers: any AnswerFetching
    private let request: FetchRequest
    /// The name of the address in recordings.
    package let endpoint: SourceEndpoint
    private var validators = FetchValidators()
    private var lastBody: (count: Int, hash: Int)?

    package init(_ request: Request, source: String, answers: any AnswerFetching) {
        self.answers = answers
        endpoint = SourceEndpoint(source: source, url: request.url)
        var fetch = FetchRequest(request.url, limitBytes: request.limitBytes)
        fetch.headers = request.headers
        fetch.timeout = request.timeout
        // The supervisor retries.
        fetch.retries = .never
        self.request = fetch
    }

    /// Continues from an answer stored by an earlier process.
    package mutating func resume(from validators: FetchValidators) {
        self.validators = validators
    }

    /// Requests an answer.
    ///
    /// Returns its body and validators; nil if nothing changed.
    ///
    /// The request and its result are counted in the journal.
    ///
    /// - Throws: A `SourceFailure` if the request fails.
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
        // An array hashes its bytes one by one.
        var hasher = Hasher()
        body.withUnsafeBytes { hasher.combine(bytes: $0) }
        let known = (count: body.count, hash: hasher.finalize())
        journal.note { $0.bytes += body.count }
        if let lastBody, lastBody == known {
            journal.note { $0.unchanged += 1 }
            return nil
        }
        lastBody = known
        journal.note { $0.fetched += 1 }
        return (body, info.validators)
    }

    /// Forgets the validators, so that the next answer counts as new.
    package mutating func forget() {
        validators = FetchValidators()
        lastBody = nil
    }
}
