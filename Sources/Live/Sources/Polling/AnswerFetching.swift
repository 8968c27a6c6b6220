package import HTTPFetching

/// An address of a source, as named in recordings.
package struct SourceEndpoint: Hashable, Sendable {
    /// The id of the source in the configuration.
    package let source: String
    /// The path of the address from its slash on, without the query, which may contain keys.
    package let path: String

    package init(source: String, path: String) {
        self.source = source
        self.path = path
    }

    /// Creates the endpoint of an address.
    package init(source: String, url: String) {
        let start = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        let path = start.firstIndex(of: "/").map { start[$0...] } ?? "/"
        self.init(source: source, path: String(path.prefix { $0 != "?" && $0 != "#" }))
    }
}

/// Provides the answers to a source's requests: from the network, or from a recording.
package protocol AnswerFetching: Sendable {
    /// Returns the answer to a request; `endpoint` is the name of the address in recordings.
    ///
    /// - Throws: A `FetchError` if there is no answer or it is an error.
    func fetch(
        _ request: FetchRequest, from endpoint: SourceEndpoint
    ) async throws(FetchError) -> Fetched<[UInt8]>
}

/// Answers from the network.
package struct NetworkAnswers: AnswerFetching {
    private let fetcher: HTTPFetcher

    /// Uses a fetcher whose connections are shared by all sources.
    package init(_ fetcher: HTTPFetcher) {
        self.fetcher = fetcher
    }

    /// Fetches from the network.
    ///
    /// - Throws: `FetchError` if the fetch fails.
    package func fetch(
        _ request: FetchRequest, from endpoint: SourceEndpoint
    ) async throws(FetchError) -> Fetched<[UInt8]> {
        try await fetcher.fetch(request)
    }
}

extension SourceFailure {
    /// Converts a fetch error to a source failure.
    package init(_ error: FetchError) {
        switch error {
        case .forbiddenAddress(let host, let scope):
            // The operator's own address is never forbidden, so this one comes from a redirect.
            self.init(
                .unreachable,
                "The server redirects to '\(host)', which leads to \(scope.phrase): that is not "
                    + "followed.")
        case .unknownHost, .unreachable, .insecure, .interrupted:
            self.init(.unreachable, error.description)
        case .timedOut, .tooSlow:
            self.init(.timedOut, error.description)
        case .status(_, let retryAfter):
            self.init(.refused, error.description, retryAfter: retryAfter)
        case .tooManyRedirects, .badRedirect:
            self.init(.refused, error.description)
        case .tooLarge:
            self.init(.tooLarge, error.description)
        case .malformedAnswer:
            self.init(.malformed, error.description)
        case .badAddress, .notStored, .cancelled:
            self.init(.notReady, error.description)
        }
    }
}
