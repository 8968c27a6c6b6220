/// The reason why a fetch failed.
///
/// No case contains a query or a header field, because both may contain keys.
package enum FetchError: Error, Equatable, Sendable {
    /// The text is not an address that can be fetched, with the reason.
    case badAddress(String)
    /// The name resolves to an address outside the public internet.
    case forbiddenAddress(host: String, AddressScope)
    /// The name has no address, or the resolver does not answer.
    case unknownHost(String)
    /// No connection could be made.
    case unreachable(host: String)
    /// The server's certificate or encryption was rejected.
    case insecure(host: String)
    /// The timeout was exceeded.
    case timedOut
    /// The body arrived more slowly than ``BodyPace`` allows.
    case tooSlow
    /// The connection ended before the response did.
    case interrupted
    /// The response is not well-formed HTTP.
    case malformedAnswer
    /// The server responded with an error status; `retryAfter` is the pause it requested.
    case status(Int, retryAfter: Duration?)
    /// The response is longer than the request allows, in bytes.
    case tooLarge(limitBytes: Int)
    /// There were more redirects than the request allows.
    case tooManyRedirects(limit: Int)
    /// A redirect has no valid target, or leads from https to plain http.
    case badRedirect
    /// The content could not be written to its file, with the reason.
    case notStored(path: String, String)
    /// The task was cancelled.
    case cancelled

    /// Whether the same request may succeed later.
    package var mayPass: Bool {
        switch self {
        case .unknownHost, .unreachable, .timedOut, .tooSlow, .interrupted: true
        case .status(let code, _): [408, 425, 429, 500, 502, 503, 504].contains(code)
        case .badAddress, .forbiddenAddress, .insecure, .malformedAnswer, .tooLarge,
            .tooManyRedirects, .badRedirect, .notStored, .cancelled:
            false
        }
    }

    var retryAfter: Duration? {
        guard case .status(_, let retryAfter) = self else { return nil }
        return retryAfter
    }
}

extension FetchError: CustomStringConvertible {
    /// A sentence for people.
    package var description: String {
        switch self {
        case .badAddress(let problem): problem
        case .forbiddenAddress(let host, let scope):
            "'\(host)' leads to \(scope.phrase), where addresses from outside may not lead."
        case .unknownHost(let host): "No server named '\(host)' is known."
        case .unreachable(let host): "'\(host)' takes no connection."
        case .insecure(let host): "'\(host)' offers no trustworthy encryption."
        case .timedOut: "The server took too long to answer."
        case .tooSlow: "The server sent less than 1 kB a second."
        case .interrupted: "The connection broke before the answer was complete."
        case .malformedAnswer: "The server's answer cannot be understood."
        case .status(let code, _): Self.sentence(forStatus: code)
        case .tooLarge(let limit): "The answer is longer than the \(limit) bytes allowed."
        case .tooManyRedirects(let limit):
            limit == 0
                ? "The server redirects elsewhere, which is not allowed here."
                : "The server redirects more than \(limit) times."
        case .badRedirect: "The server redirects to an address that cannot be followed."
        case .notStored(let path, let reason): "'\(path)' cannot be written: \(reason)."
        case .cancelled: "The request was cancelled."
        }
    }

    private static func sentence(forStatus code: Int) -> String {
        switch code {
        case 401, 403: "The server refuses access (status \(code)); a key may be missing or wrong."
        case 404, 410: "The server has nothing at this address (status \(code))."
        case 429: "The server says that it is asked too often (status 429)."
        case 500...599: "The server has a problem of its own (status \(code))."
        default: "The server answered with status \(code)."
        }
    }
}
