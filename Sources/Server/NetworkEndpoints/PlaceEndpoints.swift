import APISchema
package import HTTPServing
package import Hummingbird
package import PlaceIndex
package import Transit
import TransitModel
import WireAPI

/// The search for stops, addresses and other places, by text and by position.
package struct PlaceEndpoints: EndpointGroup {
    private let places: PlaceIndex
    private let stops: StopSearchIndex

    /// The radius in which stops count as near a coordinate, in metres.
    private static let nearMetres = 500.0

    package init(_ places: PlaceIndex, stops: StopSearchIndex) {
        self.places = places
        self.stops = stops
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.places)") { request, _ in
            let parameters = QueryParameters(request)
            let near = try parameters.coordinate("near")
            let limit = try parameters.integer("limit", in: 1...50) ?? 10
            let text = parameters.text("q") ?? ""
            guard !text.isEmpty || near != nil else {
                throw Problem.badParameter(
                    "q", expected: "some letters of a place, or 'near'", given: "")
            }
            let hits = places.search(PlaceQuery(text, near: near, limit: limit))
            let answer = PlacesAnswer(
                hits, found(text, near, limit), in: stops.timetable, limit: limit)
            return try CachedBody(json: answer)
                .response(to: request, cacheControl: CachePolicy.ofOneClient)
        }
    }

    private func found(_ text: String, _ near: Coordinate?, _ limit: Int) -> [StopHit] {
        if let near, text.isEmpty {
            return stops.nearest(to: near, within: Self.nearMetres, limit: limit)
        }
        return stops.search(StopQuery(text, near: near, limit: limit))
    }
}
