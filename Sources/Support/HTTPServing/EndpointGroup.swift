package import Hummingbird

/// A group of related endpoints.
package protocol EndpointGroup: Sendable {
    /// Adds the endpoints to a router; it may be called for several routers and must have no other
    /// effect.
    func add(to router: Router<TaktRequestContext>)

    /// The paths beyond `/api` whose requests, and those below them, count towards a client's
    /// limit.
    var limitedPaths: [String] { get }

    /// The form of errors at paths of another service's protocol; nil for problem objects.
    var errorForm: ErrorForm? { get }
}

extension EndpointGroup {
    package var limitedPaths: [String] { [] }
    package var errorForm: ErrorForm? { nil }
}

/// How endpoints of another service's protocol report errors, as its clients know it.
package struct ErrorForm: Sendable {
    /// Returns whether a path belongs to the protocol.
    package let owns: @Sendable (_ path: String) -> Bool
    package let response: @Sendable (Problem, Request) -> Response
    /// Whether pages of any origin may read the answers.
    package let isShared: Bool

    package init(
        isShared: Bool, owns: @escaping @Sendable (_ path: String) -> Bool,
        response: @escaping @Sendable (Problem, Request) -> Response
    ) {
        self.isShared = isShared
        self.owns = owns
        self.response = response
    }
}
