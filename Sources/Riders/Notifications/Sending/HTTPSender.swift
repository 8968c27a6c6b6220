import HTTPFetching

/// A message as one POST request.
struct Posting: Equatable {
    let url: String
    let headers: [String: String]
    let body: [UInt8]
}

/// Posts to push services, ntfy servers and webhooks.
struct HTTPSender: Sendable {
    /// The services' answers are not needed; longer ones are cut off.
    private static let maximumAnswer = 64 * 1024

    let fetcher: HTTPFetcher
    let reach: AddressReach
    let timeout: Duration

    func send(_ posting: Posting) async -> SendOutcome {
        var request = FetchRequest(posting.url, limitBytes: Self.maximumAnswer)
        request.body = posting.body
        request.headers = posting.headers
        request.reach = reach
        request.timeout = timeout
        request.maximumRedirects = 0
        // The outbox repeats attempts, and persists them.
        request.retries = .never
        do {
            _ = try await fetcher.fetch(request)
            return .delivered
        } catch {
            return SendOutcome(error)
        }
    }
}

extension SendOutcome {
    /// Maps a failed request.
    init(_ error: FetchError) {
        switch error {
        case .status(404, _), .status(410, _):
            self = .gone
        case .status(429, let pause), .status(503, let pause):
            self = .wait(pause)
        case .status(408, _), .status(425, _), .status(500..., _):
            self = .failed(error.plainWords)
        case .tooLarge:
            // The status was a success; only the body is cut off.
            self = .delivered
        case .unknownHost, .unreachable, .insecure, .timedOut, .tooSlow, .interrupted,
            .malformedAnswer, .cancelled, .notStored:
            self = .failed(error.plainWords)
        case .status, .badAddress, .forbiddenAddress, .tooManyRedirects, .badRedirect:
            self = .refused(error.plainWords)
        }
    }
}

extension FetchError {
    /// The error without the host name, which can name a person.
    var plainWords: String {
        switch self {
        case .forbiddenAddress: "The address is in a network that riders' addresses may not use."
        case .unknownHost: "The server's name does not resolve."
        case .unreachable: "The server does not accept connections."
        case .insecure: "The server offers no trustworthy encryption."
        case .badAddress: "The address cannot be requested."
        case .notStored: "The answer could not be stored."
        default: description
        }
    }
}
