import TransitModel

/// The paths of the API that a network alone answers; in a path, `:id` is any segment.
package enum NetworkRoute: String, CaseIterable, Sendable {
    case network = "/api/v1/network"
    case routes = "/api/v1/routes"
    case routesGeoJSON = "/api/v1/routes.geojson"
    case route = "/api/v1/routes/:id"
    case lineTimetable = "/api/v1/routes/:id/timetable"
    case trip = "/api/v1/trips/:id"
    case stops = "/api/v1/stops"
    case stopSearch = "/api/v1/stops/search"
    case stopsNearby = "/api/v1/stops/nearby"
    case stop = "/api/v1/stops/:id"
    case departures = "/api/v1/stops/:id/departures"
    case arrivals = "/api/v1/stops/:id/arrivals"
    case boardGroups = "/api/v1/stops/:id/lines"
    case connections = "/api/v1/connections"
    case connection = "/api/v1/connections/:id"
    case alerts = "/api/v1/alerts"

    /// Whether an answer needs a search of connections, which takes up to some tenths of a second.
    package var isSearch: Bool { self == .connections || self == .connection }

    /// Returns the route of a path with its id, percent-decoded; nil if there is none.
    ///
    /// Fixed words come before ids: `/api/v1/stops/search` is no stop.
    static func matching(_ path: some StringProtocol) -> (route: NetworkRoute, id: String)? {
        let segments = path.split(separator: "/")
        for route in allCases {
            let pattern = route.rawValue.split(separator: "/")
            guard pattern.count == segments.count else { continue }
            var id = ""
            let fits = zip(pattern, segments).allSatisfy { expected, segment in
                guard expected == ":id" else { return expected == segment }
                id = PercentEncoding.decoded(segment)
                return true
            }
            if fits { return (route, id) }
        }
        return nil
    }
}

/// A request for an answer about a network.
package struct NetworkRequest: Sendable {
    package let route: NetworkRoute
    /// The stop, route, trip or connection in the path; empty for paths without one.
    package let id: String
    package let parameters: RequestParameters

    package init(_ route: NetworkRoute, id: String = "", parameters: RequestParameters) {
        self.route = route
        self.id = id
        self.parameters = parameters
    }

    /// Parses a URL's path and query, as in `/api/v1/stops/search?q=zug`.
    ///
    /// - Throws: A problem with status 501 for a path of the API that needs a server, and 404 for
    ///   any other path.
    package init(_ target: String) throws(NetworkProblem) {
        let target = target.prefix { $0 != "#" }
        let path = target.prefix { $0 != "?" }
        guard let (route, id) = NetworkRoute.matching(path) else {
            guard path.hasPrefix("/api/") else {
                throw .notFound("There is nothing at '\(path.prefix(100))'.")
            }
            throw .needsServer(path)
        }
        let query = target[path.endIndex...].dropFirst()
        self.init(route, id: id, parameters: RequestParameters(query: String(query)))
    }
}
