import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Synchronization
import WireAPI

/// How often one client may ask.
package struct RequestLimits: Sendable, Equatable {
    /// Requests a second on average, of one address or one token; 0 for as often as they like.
    package var perSecond = 0
    /// Who is believed about whom it asks for.
    package var proxies = TrustedProxies()
    /// How many seconds' worth of requests may come at once.
    package static let burstSeconds = 4

    /// As often as they like.
    package init() {}

    /// So many a second.
    package init(perSecond: Int, proxies: TrustedProxies = TrustedProxies()) {
        self.perSecond = perSecond
        self.proxies = proxies
    }
}

/// Counts requests of addresses and tokens, says how many are left, and turns away who asks too often.
///
/// Clients on this machine are not counted, and of proxies those for whom they ask (`ClientAddress`). Files of
/// the web app and the health probes are not counted.
struct RequestLimiter: RouterMiddleware {
    typealias Context = TaktRequestContext

    private let limits: RequestLimits
    private let buckets = Buckets()

    /// The first parts of what is counted.
    private static let counted =
        [
            "/api", "/v1", "/gtfs-rt", APIPaths.staticFeed, APIPaths.shuttleVehicles,
            APIPaths.shuttleRoutes, APIPaths.shuttleStops, APIPaths.shuttleUpdates,
            APIPaths.shuttleHistory, APIPaths.shuttleArrivals, APIPaths.shuttleMessage,
        ]
    private static let names = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"]

    init(_ limits: RequestLimits) {
        self.limits = limits
    }

    func handle(
        _ request: Request, context: TaktRequestContext,
        next: (Request, TaktRequestContext) async throws -> Response
    ) async throws -> Response {
        guard limits.perSecond > 0, Self.counts(request.uri.path),
            let keys = keys(request, context)
        else { return try await next(request, context) }
        let state = buckets.take(keys, limits)
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

    private func headers(_ state: Buckets.State) -> HTTPFields {
        let values = [limits.perSecond * RequestLimits.burstSeconds, state.remaining, state.reset]
        var headers = HTTPFields()
        for (name, value) in zip(Self.names, values) {
            if let name = HTTPField.Name(name) { headers[name] = "\(value)" }
        }
        return headers
    }

    /// The web app's files come in bunches and cost nothing.
    private static func counts(_ path: String) -> Bool {
        counted.contains { path == $0 || path.hasPrefix($0 + "/") }
    }

    /// Whom to count; nil for clients on this machine.
    private func keys(_ request: Request, _ context: TaktRequestContext) -> [String]? {
        guard let address = ClientAddress.key(of: request, context, limits.proxies) else {
            return nil
        }
        guard let token = request.headers[.authorization] else {
            return [address]
        }
        // Nothing that could be used again is kept.
        let hash = SHA256.hash(data: Data(token.utf8)).prefix(8).map { String($0, radix: 16) }
        return [address, "token " + hash.joined(separator: "-")]
    }
}

/// What each client may still ask.
private final class Buckets: Sendable {
    struct State {
        var isFree: Bool
        var remaining: Int
        /// Seconds until all may be asked again.
        var reset: Int
    }

    private struct Bucket {
        var left: Double
        var filled: ContinuousClock.Instant
    }

    /// More clients than this share one bucket.
    private static let maximumKeys = 50_000
    private let buckets = Mutex<[String: Bucket]>([:])

    func take(_ keys: [String], _ limits: RequestLimits) -> State {
        let rate = Double(limits.perSecond)
        let most = rate * Double(RequestLimits.burstSeconds)
        let now = ContinuousClock.now
        return buckets.withLock { buckets in
            if buckets.count >= Self.maximumKeys {
                // Who has not asked for a while has a full bucket again.
                buckets = buckets.filter {
                    $0.value.left + $0.value.filled.duration(to: now) / .seconds(1) * rate < most
                }
            }
            var taken: [(String, Bucket)] = []
            for key in keys {
                let key = buckets.count >= Self.maximumKeys && buckets[key] == nil ? "others" : key
                var bucket = buckets[key] ?? Bucket(left: most, filled: now)
                bucket.left = min(
                    most, bucket.left + bucket.filled.duration(to: now) / .seconds(1) * rate)
                bucket.filled = now
                taken.append((key, bucket))
            }
            let isFree = taken.allSatisfy { $0.1.left >= 1 }
            for (key, bucket) in taken {
                var bucket = bucket
                if isFree { bucket.left -= 1 }
                buckets[key] = bucket
            }
            let left = (taken.map(\.1.left).min() ?? most) - (isFree ? 1 : 0)
            return State(
                isFree: isFree, remaining: max(0, Int(left)),
                reset: isFree
                    ? Int(((most - left) / rate).rounded(.up))
                    : Int(((1 - left) / rate).rounded(.up)))
        }
    }
}

extension HTTPFields {
    fileprivate func merging(_ others: HTTPFields) -> HTTPFields {
        var all = self
        for field in others { all[field.name] = field.value }
        return all
    }
}
