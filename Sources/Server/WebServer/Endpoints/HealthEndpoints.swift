import APISchema
package import HTTPServing
package import Hummingbird

/// The probes: `/health/live` while the process answers, `/health/ready` once it can serve riders.
///
/// A server that answers but has no service today stays ready and reports this: taking it down
/// would also take down riders' saved data and tomorrow's connections.
package struct HealthEndpoints: EndpointGroup {
    private let whyNotReady: @Sendable () -> String?
    private let whatIsMissing: @Sendable () -> String?

    private struct Answer: Encodable {
        let status: String
        let reason: String?
    }

    /// Creates the probes; `whyNotReady` returns a reason while the server is not ready,
    /// `whatIsMissing` the data that a ready server lacks for today.
    package init(
        whatIsMissing: @escaping @Sendable () -> String? = { nil },
        whyNotReady: @escaping @Sendable () -> String?
    ) {
        self.whatIsMissing = whatIsMissing
        self.whyNotReady = whyNotReady
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.live)") { request, _ in
            try answer(Answer(status: "ok", reason: nil), .ok, request)
        }
        router.get("\(APIPaths.ready)") { request, _ in
            guard let reason = whyNotReady() else {
                let missing = whatIsMissing()
                return try answer(
                    Answer(status: missing == nil ? "ok" : "degraded", reason: missing), .ok,
                    request)
            }
            return try answer(
                Answer(status: "unavailable", reason: reason), .serviceUnavailable, request)
        }
    }

    private func answer(
        _ answer: Answer, _ status: HTTPResponse.Status, _ request: Request
    ) throws -> Response {
        var response = try CachedBody(json: answer).response(to: request, cacheControl: "no-store")
        response.status = status
        return response
    }
}
