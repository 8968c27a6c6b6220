package import HTTPServing
import HTTPTypes
package import Hummingbird

/// Replaces the endpoints that need the data folder while nothing can be stored: each answer says
/// so, and asks the client to try again.
package struct UnstoredEndpoints: EndpointGroup {
    private let prefixes: [String]
    private let messagePath: String
    private let cause: String
    private static let pauseSeconds = 60
    private static let methods: [HTTPRequest.Method] = [.get, .post, .put, .patch, .delete]

    /// Answers at and below `prefixes`, and messages that are sent to `messagePath`; `cause` begins
    /// a sentence, as in `The server's disk is full`.
    package init(_ prefixes: [String], messagePath: String, because cause: String) {
        self.prefixes = prefixes
        self.messagePath = messagePath
        self.cause = cause
    }

    package func add(to router: Router<TaktRequestContext>) {
        for path in prefixes.flatMap({ [$0, "\($0)/**"] }) {
            for method in Self.methods {
                router.on(RouterPath(path), method: method) { [cause] _, _ -> Response in
                    throw Problem.busy(
                        "\(cause), so nothing can be stored or read; try again later.",
                        retryAfterSeconds: Self.pauseSeconds)
                }
            }
        }
        router.post("\(messagePath)") { [cause] _, _ -> Response in
            throw Problem.busy(
                "\(cause); send this again later.", retryAfterSeconds: Self.pauseSeconds)
        }
    }
}
