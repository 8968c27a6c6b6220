import HTTPServing
import HTTPTypes
import Hummingbird

/// The methods of all routes, for answers to unsupported methods.
struct RouteMethods: Sendable {
    private struct Route {
        let path: RouterPath
        let method: HTTPRequest.Method

        /// Whether the route is the web app's catch-all.
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

    /// Collects the methods of all routes of a router.
    init(_ router: Router<TaktRequestContext>) {
        routes = router.routes.map { Route(path: $0.path, method: $0.method) }
    }

    /// Returns the methods that a path supports instead of the given one, as in `GET, HEAD`.
    ///
    /// Returns nil if there is no such path or if it supports the method.
    func allowed(at path: String, insteadOf method: HTTPRequest.Method) -> String? {
        let segments = path.split(separator: "/")
        let matching = routes.filter { route in
            route.matches(segments)
                && !(route.isForTheRest && StaticSite.isReserved(path))
        }
        // Specific routes hide the catch-all.
        let own = matching.filter { !$0.isForTheRest }
        var names = Set((own.isEmpty ? matching : own).map(\.method.rawValue))
        if names.contains("GET") { names.insert("HEAD") }
        guard !names.isEmpty, !names.contains(method.rawValue) else { return nil }
        return names.sorted().joined(separator: ", ")
    }
}
