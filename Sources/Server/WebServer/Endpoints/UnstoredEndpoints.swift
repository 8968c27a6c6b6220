package import HTTPServing
import HTTPTypes
package import Hummingbird

/// Replaces the endpoints that need the data folder while nothing can be stored: each answer says
/// so, and asks the client to try again.
package struct UnstoredEndpoints: EndpointGroup {
    private let prefixes: [String]
    private let messagePath: String
    private static let methods: [HTTPRequest.Method] = [.get, .post, .put, .patch, .delete]

    /// Answers at and below `prefixes`, and messages that are sent to `messagePath`.
    package init(_ prefixes: [String], messagePath: String) {
        self.prefixes = prefixes
        self.messagePath = messagePath
    }

    package func add(to router: Router<TaktRequestContext>) {
        for path in prefixes.flatMap({ [$0, "\($0)/**"] }) {
            for method in Self.methods {
                router.on(RouterPath(path), method: method) { _, _ -> Response in
                    throw Problem.busy(
                        "The server's disk is full, so nothing can be stored or read; "
                            + "try again later.", retryAfterSeconds: 60)
                }
            }
        }
        router.post("\(messagePath)") { _, _ -> Response in
            throw Problem.busy(
                "The server's disk is full; send this again later.", retryAfterSeconds: 60)
        }
    }
}
