package import HTTPFetching

/// Where a source asks: one of its addresses, as recordings name it.
package struct SourceEndpoint: Hashable, Sendable {
    /// The id of the source in the configuration.
    package let source: String
    /// The path of the address, from its slash on and without a query, where keys may hide.
    package let path: String

    /// Names an endpoint.
    package init(source: String, path: String) {
        self.source = source
        self.path = path
    }

    /// Names the endpoint of an address.
    package init(source: String, url: String) {
        let start = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        let path = start.firstIndex(of: "/").map { start[$0...] } ?? "/"
        self.init(source: source, path: String(path.prefix { $0 != "?" && $0 != "#" }))
    }
}

/// Answers a source's requests: from the network, or from a recording.
package protocol AnswerFetching: Sendable {
    /// The answer to a request; `endpoint` is what recordings call the address.
    func fetch(
        _ request: FetchRequest, from endpoint: SourceEndpoint
    ) async throws(FetchError) -> Fetched<[UInt8]>
}

/// Answers from the network.
package struct NetworkAnswers: AnswerFetching {
    private let fetcher: HTTPFetcher

    /// Asks with a fetcher, whose connections are shared by all sources.
    package init(_ fetcher: HTTPFetcher) {
        self.fetcher = fetcher
    }

    /// The answer to a request.
    package func fetch(
        _ request: FetchRequest, from endpoint: SourceEndpoint
    ) async throws(FetchError) -> Fetched<[UInt8]> {
        try await fetcher.fetch(request)
    }
}

extension SourceFailure {
    /// What a failure to fetch means for a source.
    package init(_ error: FetchError) {
        switch error {
        case .forbiddenAddress(let host, let scope):
            // The operator's own address may lead anywhere, so it is a redirect's.
            self.init(
                .unreachable,
                "The server redirects to '\(host)', which leads to \(scope.phrase): that is not "
                    + "followed.")
        case .unknownHost, .unreachable, .insecure, .interrupted:
            self.init(.unreachable, error.description)
        case .timedOut:
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
