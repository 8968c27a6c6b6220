import HTTPTypes
package import Hummingbird
import WireAPI

/// Stands for everything that needs the data folder while nothing can be stored there: each answer says so, and
/// that it will pass.
package struct UnstoredEndpoints: EndpointGroup {
    private static let prefixes = [
        APIPaths.riders, APIPaths.rider, APIPaths.push, "/api/v1/diary", APIPaths.studies,
        "\(APIPaths.operators)/riders", APIPaths.ownTracks, APIPaths.overland,
    ]
    private static let methods: [HTTPRequest.Method] = [.get, .post, .put, .patch, .delete]

    /// Stands for them all.
    package init() {}

    /// Adds the addresses that riders, phones and researchers use.
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
