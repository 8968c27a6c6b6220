/// What to fetch, and how much patience to have with it.
package struct FetchRequest: Sendable {
    /// An `http` or `https` address.
    package var url: String
    /// The answer may be this long at most once it is unpacked, in bytes.
    package var limitBytes: Int
    /// How many bytes from the start are enough, for a look at what lies there; nil fetches the
    /// whole.
    ///
    /// The server is asked for no more (`Range`), and what it sends beyond is not waited for.
    package var startBytes: Int?
    /// Header fields to send, such as an API key; they are kept back from any other origin that a
    /// redirect leads to.
    package var headers: [String: String] = [:]
    /// What is posted; nil asks with GET.
    ///
    /// With a body, no redirect is followed, whatever `maximumRedirects` says.
    package var body: [UInt8]?
    /// What an earlier answer was known by; the server then may say "not modified".
    package var validators = FetchValidators()
    /// Which addresses may be asked.
    package var reach = AddressReach.anywhere
    /// How long one attempt may take from the connection to the last byte.
    package var timeout = Duration.seconds(60)
    /// How many redirects are followed; 0 follows none.
    package var maximumRedirects = 5
    /// What happens after a failure that may pass.
    package var retries = RetryPolicy()

    /// A request for an address with the usual patience.
    package init(_ url: String, limitBytes: Int) {
        self.url = url
        self.limitBytes = limitBytes
    }
}

/// Which addresses a request may reach.
package enum AddressReach: Sendable {
    /// Any address, this machine and its local network included: for addresses from the operator.
    ///
    /// Redirects within the same host and port are followed there too; wherever else one leads has
    /// to be the public internet, as whoever answers is not the operator.
    case anywhere
    /// Only addresses of the public internet, checked after the name is resolved and again at each
    /// redirect: for addresses from anybody else.
    case publicInternet
}

/// What a server knows one version of an answer by.
package struct FetchValidators: Sendable, Equatable {
    /// The `ETag` field as it came, quotes included; nil if there was none.
    package var entityTag: String?
    /// The `Last-Modified` field as it came; nil if there was none.
    package var lastModified: String?

    /// Validators of an earlier answer, or none.
    package init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    var isEmpty: Bool { entityTag == nil && lastModified == nil }
}

/// What came back.
package enum Fetched<Content: Sendable>: Sendable {
    /// A new version, with what it is known by.
    case content(Content, FetchInfo)
    /// The version that the request's validators stand for is still the newest.
    case notModified
}

/// What is known about an answer besides its content.
package struct FetchInfo: Sendable, Equatable {
    /// Where the answer came from after all redirects.
    package let url: String
    /// How long the content is, unpacked, in bytes.
    package let byteCount: Int
    /// How long the server says the whole is, packed as it comes, in bytes; nil if it does not say.
    package var wholeBytes: Int?
    /// What the `Date` field says, in seconds since 1970; nil if there is none.
    package var serverSeconds: Int64?
    /// The `Content-Type` field as it came; nil if there was none.
    package let contentType: String?
    /// To be sent with the next request for the same address.
    package let validators: FetchValidators

    /// Describes an answer, from the network or from a recording.
    package init(
        url: String, byteCount: Int, contentType: String?, validators: FetchValidators
    ) {
        self.url = url
        self.byteCount = byteCount
        self.contentType = contentType
        self.validators = validators
    }
}
