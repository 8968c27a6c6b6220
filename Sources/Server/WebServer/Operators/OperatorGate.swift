import Crypto
import Foundation
package import Hummingbird

/// Lets in who shows the operator's token, and nobody else.
///
/// Add it to a group of routes: `router.group("").add(middleware: gate)`.
package struct OperatorGate: RouterMiddleware {
    /// What is known of a request.
    package typealias Context = TaktRequestContext

    private let token: OperatorToken?

    /// A gate for a token; without one it stays shut.
    package init(_ token: OperatorToken?) {
        self.token = token
    }

    /// Answers 401 to whoever shows no token or another one, and 403 where there is none to show.
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

/// What an operator shows to be let in; only its hash is kept.
package struct OperatorToken: Sendable, Equatable {
    private let hash: SHA256.Digest

    /// The fewest characters that a token may have.
    package static let shortest = 16

    /// The token with this text; nil if the text is too short to protect anything.
    package init?(_ text: String) {
        guard text.count >= Self.shortest else { return nil }
        hash = SHA256.hash(data: Data(text.utf8))
    }

    /// Whether a text is the token, in a time that does not depend on where it differs.
    func equals(_ text: some StringProtocol) -> Bool {
        // Digests compare in constant time.
        hash == SHA256.hash(data: Data(text.utf8))
    }
}
