import Crypto
import Foundation
package import Hummingbird

/// Admits only requests with the operator's token.
///
/// Add it to a group of routes: `router.group("").add(middleware: gate)`.
package struct OperatorGate: RouterMiddleware {
    package typealias Context = TaktRequestContext

    private let token: OperatorToken?

    /// Creates a gate for a token; without one, no request passes.
    package init(_ token: OperatorToken?) {
        self.token = token
    }

    /// Passes on a request that has the token.
    ///
    /// - Throws: A problem with status 401 if the token is missing or wrong, one with 403 if the
    ///   server has no token, and the errors of `next`.
    package func handle(
        _ request: Request, context: TaktRequestContext,
        next: (Request, TaktRequestContext) async throws -> Response
    ) async throws -> Response {
        guard let token else {
            throw Problem(
                .forbidden, kind: "no-operators",
                detail: "This server has no operator's token; name its file in "
                    + "'operator.token-file'.")
        }
        let words = (request.headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bearer",
            token.equals(words[1].drop { $0 == " " })
        else {
            var problem = Problem(
                .unauthorized, kind: "no-operator",
                detail: "This needs the operator's token, as in 'Authorization: Bearer …'.")
            problem.headers[.wwwAuthenticate] = "Bearer"
            throw problem
        }
        return try await next(request, context)
    }
}

/// The operator's token, of which only the hash is kept.
package struct OperatorToken: Sendable, Equatable {
    private let hash: SHA256.Digest

    /// The minimum length of a token, in characters.
    package static let minimumLength = 16

    /// Creates the token for a text; nil if the text is too short to protect anything.
    package init?(_ text: String) {
        guard text.count >= Self.minimumLength else { return nil }
        hash = SHA256.hash(data: Data(text.utf8))
    }

    /// Returns whether a text is the token, in constant time.
    func equals(_ text: some StringProtocol) -> Bool {
        // Digests compare in constant time.
        hash == SHA256.hash(data: Data(text.utf8))
    }
}
