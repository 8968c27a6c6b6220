/// The address to fetch, with its limits and timeout.
package struct FetchRequest: Sendable {
    /// An `http` or `https` address.
    package var url: String
    /// The maximum length of the uncompressed response, in bytes.
    package var limitBytes: Int
    /// The number of bytes needed from the start; nil fetches everything.
    ///
    /// Only these are requested (`Range`), and further bytes are not waited for.
    package var startBytes: Int?
    /// The header fields to send, such as an API key; they are not sent to any other origin after a
    /// redirect.
    package var headers: [String: String] = [:]
    /// The body to post; nil sends a GET request.
    ///
    /// With a body, no redirect is followed, whatever `maximumRedirects` says.
    package var body: [UInt8]?
    /// The validators of an earlier response, so that the server may answer "not modified".
    package var validators = FetchValidators()
    /// The addresses that may be reached.
    package var reach = AddressReach.anywhere
    /// The timeout of one attempt, from the connection to the last byte.
    package var timeout = Duration.seconds(60)
    /// The timeout of a response's head, from the connection on and again after each redirect.
    ///
    /// Interim responses (`103 Early Hints`) do not prolong it.
    package var headTimeout = Duration.seconds(60)
    /// The maximum number of redirects followed; 0 follows none.
    package var maximumRedirects = 5
    /// The retries after a failure that may be temporary.
    package var retries = RetryPolicy()

    /// Creates a request with the default timeout and retries.
    package init(_ url: String, limitBytes: Int) {
        self.url = url
        self.limitBytes = limitBytes
    }
}

/// The addresses that a request may reach.
package enum AddressReach: Sendable {
    /// Any address, including this machine and its local network: for addresses from the operator.
    ///
    /// Redirects within the same host and port may also stay there. All others must lead to the
    /// public internet, because the server that answers is not the operator.
    case anywhere
    /// Only addresses of the public internet, checked after the name is resolved and again at each
    /// redirect: for addresses from anybody else.
    case publicInternet
}

/// The validators with which a server identifies one version of a response.
package struct FetchValidators: Sendable, Equatable {
    /// The `ETag` field as received, including quotes; nil if there was none.
    package var entityTag: String?
    /// The `Last-Modified` field as received; nil if there was none.
    package var lastModified: String?

    package init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    var isEmpty: Bool { entityTag == nil && lastModified == nil }
}

/// The result of a fetch.
package enum Fetched<Content: Sendable>: Sendable {
    /// A new version, with information about the response.
    case content(Content, FetchInfo)
    /// The version identified by the request's validators is still current.
    case notModified
}

/// Information about a response besides its content.
package struct FetchInfo: Sendable, Equatable {
    /// The final address after all redirects.
    package let url: String
    /// The length of the uncompressed content, in bytes.
    package let byteCount: Int
    /// The length of the complete content as transferred, in bytes; nil if the server does not say.
    package var wholeBytes: Int?
    /// The server's clock in seconds since 1970; nil if the answer has no `Date` field.
    package var serverSeconds: Int64?
    /// The `Content-Type` field as received; nil if there was none.
    package let contentType: String?
    /// The validators for the next request to the same address.
    package let validators: FetchValidators

    /// Describes a response, from the network or from a recording.
    package init(
        url: String, byteCount: Int, contentType: String?, validators: FetchValidators
    ) {
        self.url = url
        self.byteCount = byteCount
        self.contentType = contentType
        self.validators = validators
    }
}
