package import Hummingbird
import WireAPI

/// The description of Takt's own API, for software that reads such.
package struct DescriptionEndpoints: EndpointGroup {
    /// Describes what was added to the router before it, so it comes last.
    package init() {}

    /// Adds the document.
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
