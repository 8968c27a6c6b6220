import HTTPServing
import HTTPTypes
import Hummingbird
import Synchronization

/// Counts requests by the template of their route, never by the actual path or query.
package final class RequestMetrics: Sendable {
    private struct Key: Hashable, Comparable {
        let route: String
        let method: String
        let status: Int

        static func < (left: Key, right: Key) -> Bool {
            (left.route, left.method, left.status) < (right.route, right.method, right.status)
        }
    }

    private struct Durations {
        var counts = [Int](repeating: 0, count: RequestMetrics.bounds.count)
        var count = 0
        var sum = 0.0

        mutating func add(_ seconds: Double) {
            for (index, bound) in RequestMetrics.bounds.enumerated() where seconds <= bound {
                counts[index] += 1
            }
            count += 1
            sum += seconds
        }
    }

    private struct State {
        var requests: [Key: Int] = [:]
        var durations: [String: Durations] = [:]
    }

    private let state = Mutex(State())

    /// The upper bounds of the duration buckets, in seconds.
    private static let bounds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10]
    private static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
    ]
    /// The label of requests without a route, and the router's name for them.
    private static let nowhere = (name: "none", inRouter: "NotFound")

    package init() {}

    /// Returns the pattern of a route; nil if the router found none.
    static func known(_ route: String?) -> String? {
        route.flatMap { $0 == nowhere.inRouter ? nil : $0 }
    }

    func count(_ method: HTTPRequest.Method, route: String?, status: Int, seconds: Double) {
        let route = Self.known(route) ?? Self.nowhere.name
        let method = Self.methods.contains(method.rawValue) ? method.rawValue : "other"
        state.withLock { state in
            state.requests[Key(route: route, method: method, status: status), default: 0] += 1
            state.durations[route, default: Durations()].add(seconds)
        }
    }

    package func write(to text: inout MetricsText) {
        let state = state.withLock { $0 }
        let name = "takt_http_requests_total"
        text.family(name, "Requests by template of the address, method and status.", .counter)
        for (key, count) in state.requests.sorted(by: { $0.key < $1.key }) {
            text.sample(
                name, Double(count),
                ["route": key.route, "method": key.method, "status": String(key.status)])
        }
        let seconds = "takt_http_request_duration_seconds"
        text.family(seconds, "Time until an answer began.", .histogram)
        for (route, durations) in state.durations.sorted(by: { $0.key < $1.key }) {
            for (bound, count) in zip(Self.bounds, durations.counts) {
                text.sample(
                    seconds + "_bucket", Double(count), ["route": route, "le": String(bound)])
            }
            text.sample(
                seconds + "_bucket", Double(durations.count), ["route": route, "le": "+Inf"])
            text.sample(seconds + "_sum", durations.sum, ["route": route])
            text.sample(seconds + "_count", Double(durations.count), ["route": route])
        }
    }
}

/// Counts each request once it is answered.
struct RequestCounter: RouterMiddleware {
    typealias Context = TaktRequestContext

    let metrics: RequestMetrics

    func handle(
        _ request: Request, context: TaktRequestContext,
        next: (Request, TaktRequestContext) async throws -> Response
    ) async throws -> Response {
        let clock = ContinuousClock()
        let start = clock.now
        let response = try await next(request, context)
        let elapsed = start.duration(to: clock.now).components
        metrics.count(
            request.method, route: context.endpointPath, status: response.status.code,
            seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18)
        return response
    }
}
