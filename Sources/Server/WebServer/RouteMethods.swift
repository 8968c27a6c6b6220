import HTTPTypes
import Hummingbird

/// Which methods an address takes, to tell those who used another.
struct RouteMethods: Sendable {
    private struct Route {
        let path: RouterPath
        let method: HTTPRequest.Method

        /// The web app answers everything that nobody else does.
        var isForTheRest: Bool { path.components == [.recursiveWildcard] }

        func matches(_ segments: [Substring]) -> Bool {
            for (index, element) in path.components.enumerated() {
                if element == .recursiveWildcard { return true }
                guard index < segments.count, element ~= segments[index] else { return false }
            }
            return path.components.count == segments.count
        }
    }

    private let routes: [Route]

    /// The methods of everything that was added to a router.
    init(_ router: Router<TaktRequestContext>) {
        routes = router.routes.map { Route(path: $0.path, method: $0.method) }
    }

    /// The methods that an address takes in place of the one that was used, as in `GET, HEAD`.
    ///
    /// nil if there is no such address or if it takes that method too.
    func allowed(at path: String, insteadOf method: HTTPRequest.Method) -> String? {
        let segments = path.split(separator: "/")
        let matching = routes.filter { route in
            route.matches(segments)
                && !(route.isForTheRest && StaticSite.isReserved(path))
        }
        // What others answer hides what is for the rest.
        let own = matching.filter { !$0.isForTheRest }
        var names = Set((own.isEmpty ? matching : own).map(\.method.rawValue))
        if names.contains("GET") { names.insert("HEAD") }
        guard !names.isEmpty, !names.contains(method.rawValue) else { return nil }
        return names.sorted().joined(separator: ", ")
    }
}
