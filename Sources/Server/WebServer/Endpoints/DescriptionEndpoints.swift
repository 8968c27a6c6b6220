package import Hummingbird
import WireAPI

/// The OpenAPI description of Takt's own API.
package struct DescriptionEndpoints: EndpointGroup {
    /// Describes the routes that were added to the router before this group, so it must be added
    /// last.
    package init() {}

    package func add(to router: Router<TaktRequestContext>) {
        let there = Set(
            router.routes.map { "\($0.method.rawValue.lowercased()) \($0.path)" }
                + ["get \(APIPaths.description)"])
        let document = APIDescription.document { there.contains("\($0.method) \($0.path)") }
        router.get("\(APIPaths.description)") { request, _ in
            try CachedBody(json: document).response(to: request)
        }
    }
}
