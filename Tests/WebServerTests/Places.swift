import Hummingbird

@testable import HTTPServing

/// A route with an id, and one that fails.
struct Places: EndpointGroup {
    struct Broken: Error {}

    func add(to router: Router<TaktRequestContext>) {
        router.get("/api/v1/stops/:id") { _, _ in Response.noContent }
        router.get("/api/v1/broken") { _, _ -> Response in throw Broken() }
    }
}
