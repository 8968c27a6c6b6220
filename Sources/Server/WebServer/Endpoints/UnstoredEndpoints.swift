import HTTPTypes
package import Hummingbird
import WireAPI

/// Replaces the endpoints that need the data folder while nothing can be stored: each answer says
/// so, and asks the client to try again.
package struct UnstoredEndpoints: EndpointGroup {
    private static let prefixes = [
        APIPaths.riders, APIPaths.rider, APIPaths.push, "/api/v1/diary", APIPaths.studies,
        "\(APIPaths.operators)/riders", APIPaths.ownTracks, APIPaths.overland,
    ]
    private static let methods: [HTTPRequest.Method] = [.get, .post, .put, .patch, .delete]

    package init() {}

    package func add(to router: Router<TaktRequestContext>) {
        for path in Self.prefixes.flatMap({ [$0, "\($0)/**"] }) {
            for method in Self.methods {
                router.on(RouterPath(path), method: method) { _, _ -> Response in
                    throw Problem.busy(
                        "The server's disk is full, so nothing can be stored or read; "
                            + "try again later.", retryAfterSeconds: 60)
                }
            }
        }
        router.post("\(APIPaths.shuttleMessage)") { _, _ -> Response in
            throw Problem.busy(
                "The server's disk is full; send this again later.", retryAfterSeconds: 60)
        }
    }
}
