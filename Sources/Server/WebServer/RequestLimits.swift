import Crypto
import Foundation
package import HTTPServing
import HTTPTypes
import Hummingbird
import TransitModel

/// The limit of requests of one client.
package struct RequestLimits: Sendable, Equatable {
    /// Requests a second on average, of one address or one token; 0 for no limit.
    package var perSecond = 0
    /// The proxies whose `X-Forwarded-For` is trusted.
    package var proxies = TrustedProxies()
    /// The number of seconds whose requests may come at once.
    package static let burstSeconds = 4

    /// No limit.
    package init() {}

    /// A limit in requests a second.
    package init(perSecond: Int, proxies: TrustedProxies = TrustedProxies()) {
        self.perSecond = perSecond
        self.proxies = proxies
    }
}

/// Counts the requests of each address and token, reports how many are left, and refuses those
/// beyond the limit.
///
/// Clients on this machine are not counted; for trusted proxies, their clients are counted
/// (`ClientAddress`). Files of the web app and the health probes are not counted.
struct RequestLimiter: RouterMiddleware {
    typealias Context = TaktRequestContext

    private let limits: RequestLimits
    private let rate: RateLimit

    /// The segments of the paths that are counted, with those below them.
    private let counted: [[Substring]]

    init(_ limits: RequestLimits, counting paths: [String]) {
        counted = (["/api"] + paths).map { $0.split(separator: "/") }
        self.limits = limits
        rate = RateLimit(
            burst: limits.perSecond * RequestLimits.burstSeconds,
            perSecond: Double(limits.perSecond))
    }

    func handle(
        _ request: Request, context: TaktRequestContext,
        next: (Request, TaktRequestContext) async throws -> Response
    ) async throws -> Response {
        guard limits.perSecond > 0, counts(request.uri.path),
            let keys = keys(request, context)
        else { return try await next(request, context) }
        let state = State(rate.take(of: keys))
        guard state.isFree else {
            var problem = Problem(
                .tooManyRequests, kind: "too-many-requests",
                detail: "More than \(limits.perSecond) requests a second; wait a moment.")
            problem.headers[.retryAfter] = "\(max(1, state.reset))"
            problem.headers = problem.headers.merging(headers(state))
            throw problem
        }
        var response = try await next(request, context)
        response.headers = response.headers.merging(headers(state))
        return response
    }

    /// The requests that a client has left.
    private struct State {
        let isFree: Bool
        let remaining: Int
        /// Seconds until the full burst is available, or until one request is if none is left.
        let reset: Int

        init(_ taken: (isTaken: Bool, buckets: [TokenBucket])) {
            let least = taken.buckets.min { $0.tokens < $1.tokens }
            isFree = taken.isTaken
            remaining = max(0, Int(least?.tokens ?? 0))
            let wanted = isFree ? least?.rate.burst ?? 0 : 1
            reset = Int((least?.seconds(until: wanted) ?? 0).rounded(.up))
        }
    }

    private func headers(_ state: State) -> HTTPFields {
        [
            .rateLimitLimit: "\(limits.perSecond * RequestLimits.burstSeconds)",
            .rateLimitRemaining: "\(state.remaining)",
            .rateLimitReset: "\(state.reset)",
        ]
    }

    /// The web app's files come in bunches and cost nothing.
    private func counts(_ path: String) -> Bool {
        // Several slashes are one, as to the router.
        let parts = path.split(separator: "/")
        return counted.contains { parts.starts(with: $0) }
    }

    /// The keys of the client's token buckets; nil for clients on this machine.
    private func keys(_ request: Request, _ context: TaktRequestContext) -> [String]? {
        guard let address = ClientAddress.key(of: request, context, limits.proxies) else {
            return nil
        }
        guard let token = request.headers[.authorization] else {
            return [address]
        }
        // Nothing that could be used again is kept.
        let hash = SHA256.hash(data: Data(token.utf8)).prefix(8)
        return [address, "token " + hash.hexText]
    }
}

extension HTTPFields {
    fileprivate func merging(_ others: HTTPFields) -> HTTPFields {
        var all = self
        for field in others { all[field.name] = field.value }
        return all
    }
}
