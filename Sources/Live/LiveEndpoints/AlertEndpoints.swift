import APISchema
package import HTTPServing
package import Hummingbird
package import LiveMap
package import Realtime

/// The service alerts of operators.
package struct AlertEndpoints: EndpointGroup {
    private let frames: Broadcast<MapFrame>
    private let cache = VersionedBodyCache()

    /// The maximum number of alerts in one answer, which is also the default.
    package static let maximumAlerts = 1000

    /// Serves the alerts of the newest frame.
    package init(frames: Broadcast<MapFrame>) {
        self.frames = frames
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.alerts)") { request, _ in
            let snapshot = frames.current.snapshot
            let parameters = QueryParameters(request)
            let limit = try parameters.integer("limit", in: 1...Self.maximumAlerts)
            let after = parameters.text("after")
            guard limit == nil, after == nil else {
                return try Self.page(snapshot, limit: limit, after: after).response(to: request)
            }
            return try cache.body(APIPaths.alerts, version: snapshot.sequence) {
                try Self.page(snapshot, limit: nil, after: nil)
            }.response(to: request)
        }
    }

    private static func page(
        _ snapshot: NetworkSnapshot, limit: Int?, after: String?
    ) throws -> CachedBody {
        guard
            let answer = AlertsAnswer(snapshot, limit: limit ?? maximumAlerts, after: after)
        else {
            throw Problem.badParameter(
                "after", expected: "the 'next' of a page, whose alert still holds",
                given: after ?? "")
        }
        return try CachedBody(json: answer)
    }
}
