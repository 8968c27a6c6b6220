import APISchema
package import HTTPServing
package import Hummingbird
import Timetables
package import Transit
import TransitModel
import WireAPI

/// The searches for stops, by name and by position.
package struct StopSearchEndpoints: EndpointGroup {
    private let index: StopSearchIndex

    /// The default radius of `nearby`.
    private static let defaultRadiusMetres = 1000

    package init(_ index: StopSearchIndex) {
        self.index = index
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.stopSearch)") { request, _ in
            let parameters = QueryParameters(request)
            let query = StopQuery(
                parameters.text("q") ?? "", near: try parameters.coordinate("near"),
                limit: try limit(parameters, otherwise: 10))
            return try answer(index.search(query), to: request)
        }
        router.get("\(APIPaths.stopsNearby)") { request, _ in
            let parameters = QueryParameters(request)
            guard let center = try parameters.coordinate("at") else {
                throw Problem.badParameter(
                    "at", expected: "latitude,longitude in degrees, as in 47.17,8.51", given: "")
            }
            let farthest = Int(StopSearchIndex.maximumMetres)
            let radius = try parameters.integer("radius", in: 1...farthest)
            let hits = index.nearest(
                to: center, within: Double(radius ?? Self.defaultRadiusMetres),
                limit: try limit(parameters, otherwise: 20))
            return try answer(hits, to: request)
        }
    }

    private func limit(
        _ parameters: QueryParameters, otherwise limit: Int
    ) throws(Problem) -> Int {
        try parameters.integer("limit", in: 1...StopQuery.maximumLimit) ?? limit
    }

    private func answer(_ hits: [StopHit], to request: Request) throws -> Response {
        try CachedBody(json: StopSearchAnswer(hits, in: index.timetable)).response(to: request)
    }
}
