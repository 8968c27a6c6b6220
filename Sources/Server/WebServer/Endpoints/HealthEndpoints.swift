import APISchema
package import HTTPServing
package import Hummingbird

/// The probes: `/health/live` while the process answers, `/health/ready` once it can serve the
/// timetable, `/health/storage` while it can serve what riders saved.
///
/// A server that answers but has no service today, or cannot store anything, stays ready and
/// reports this: taking it down would take down what still works. A load balancer that can send
/// riders' requests elsewhere asks `/health/storage`.
package struct HealthEndpoints: EndpointGroup {
    private let whyNotReady: @Sendable () -> String?
    private let whatIsMissing: @Sendable () -> String?
    private let storage: (@Sendable () -> StorageState)?

    /// Whether what riders save can be stored and read.
    package enum StorageState: String, Encodable, Sendable {
        case ok
        /// The disk has no room, or takes no changes.
        case full
        /// The database does not answer or takes no changes.
        case unavailable

        /// The reason why not, in a sentence; nil if it can.
        fileprivate var reason: String? {
            switch self {
            case .ok: nil
            case .full: "The disk is full or read-only, so that nothing can be stored."
            case .unavailable: "The database cannot be used, so that nothing can be stored."
            }
        }
    }

    private struct Answer: Encodable {
        var status = "ok"
        var reason: String?
        var storage: StorageState?
    }

    /// Creates the probes; `whyNotReady` returns a reason while the server is not ready,
    /// `whatIsMissing` the data that a ready server lacks for today, `storage` the state of the
    /// storage, nil if nothing is stored.
    package init(
        whatIsMissing: @escaping @Sendable () -> String? = { nil },
        storage: (@Sendable () -> StorageState)? = nil,
        whyNotReady: @escaping @Sendable () -> String?
    ) {
        self.whatIsMissing = whatIsMissing
        self.storage = storage
        self.whyNotReady = whyNotReady
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.live)") { request, _ in try answer(Answer(), .ok, request) }
        router.get("\(APIPaths.ready)") { request, _ in
            if let reason = whyNotReady() {
                return try answer(
                    Answer(status: "unavailable", reason: reason), .serviceUnavailable, request)
            }
            let storage = storage?()
            let reason = whatIsMissing() ?? storage?.reason
            return try answer(
                Answer(
                    status: reason == nil ? "ok" : "degraded", reason: reason, storage: storage),
                .ok, request)
        }
        router.get("\(APIPaths.storage)") { request, _ in
            guard let state = storage?() else {
                throw Problem.notFound("This server stores nothing.")
            }
            return try answer(
                Answer(
                    status: state == .ok ? "ok" : "unavailable", reason: state.reason,
                    storage: state),
                state == .ok ? .ok : .serviceUnavailable, request)
        }
    }

    private func answer(
        _ answer: Answer, _ status: HTTPResponse.Status, _ request: Request
    ) throws -> Response {
        var response = try CachedBody(json: answer)
            .response(to: request, cacheControl: CachePolicy.none)
        response.status = status
        return response
    }
}
