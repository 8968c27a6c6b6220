package import APISchema
package import HTTPServing
package import Hummingbird

/// The OpenAPI description of Takt's own API.
package struct DescriptionEndpoints: EndpointGroup {
    private let description: APIDescription

    /// Describes the routes that were added to the router before this group, so it must be added
    /// last.
    package init(_ description: APIDescription) {
        self.description = description
    }

    package func add(to router: Router<TaktRequestContext>) {
        let there = Set(
            router.routes.map { "\($0.method.rawValue.lowercased()) \($0.path)" }
                + ["get \(APIPaths.description)"])
        let document = description.document { there.contains("\($0.method) \($0.path)") }
        router.get("\(APIPaths.description)") { request, _ in
            try CachedBody(json: document).response(to: request)
        }
    }
}
