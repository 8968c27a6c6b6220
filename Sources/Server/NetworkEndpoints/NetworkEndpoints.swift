import APISchema
package import HTTPServing
package import Hummingbird
package import LiveMap
package import NetworkAPI
package import Realtime
package import TransitModel
import WireAPI

/// The questions that a network alone answers: its routes, stops, boards and connections.
///
/// They are answered by `NetworkAPI`, here as in the engine of a browser.
package struct NetworkEndpoints: EndpointGroup {
    private let api: NetworkAPI
    private let frames: Broadcast<MapFrame>
    private let clock: any WallClock
    private let searches: SearchLimiter
    private let landscape: CachedBody?
    private let phone: PhoneNetwork?
    private let cache = VersionedBodyCache()

    /// Serves one network with the newest frame's realtime data.
    ///
    /// `searches` limits how many searches run at once; `landscape` is GeoJSON that is drawn under
    /// the network's lines; `phone` makes the file that phones keep.
    package init(
        _ api: NetworkAPI, frames: Broadcast<MapFrame>, clock: any WallClock,
        searches: SearchLimiter = SearchLimiter(), landscape: CachedBody? = nil,
        phone: PhoneNetwork? = nil
    ) {
        self.api = api
        self.frames = frames
        self.clock = clock
        self.searches = searches
        self.landscape = landscape
        self.phone = phone
    }

    package func add(to router: Router<TaktRequestContext>) {
        for route in NetworkRoute.allCases {
            router.get("\(route.rawValue)") { request, context in
                try await answer(route, request, id: context.parameters.get("id") ?? "")
            }
        }
        router.get("\(APIPaths.landscape)") { request, _ in
            guard let landscape else { throw Problem.notFound("This network has no landscape.") }
            return landscape.response(to: request)
        }
    }

    private func answer(
        _ route: NetworkRoute, _ request: Request, id: String
    ) async throws -> Response {
        let asked = NetworkRequest(
            route, id: PercentEncoding.decoded(id),
            parameters: RequestParameters(query: request.uri.query))
        let frame = frames.current
        var context = AnswerContext(frame.snapshot, now: clock.now())
        context.clockSpeed = clock.speed
        context.vehicleCount = frame.vehicles.count
        context.phone = phone?.answer
        let api = api
        let make: @Sendable () throws -> CachedBody = { [context] in
            do throws(NetworkProblem) {
                return CachedBody(
                    try api.answer(asked, context), contentType: "application/json")
            } catch {
                throw Problem(error)
            }
        }
        let policy = Self.policy(route)
        if route.isSearch {
            return try await searches.run(make).response(to: request, cacheControl: policy)
        }
        guard let kept = keptName(asked, frame.snapshot) else {
            return try make().response(to: request, cacheControl: policy)
        }
        return try cache.body(kept.name, version: kept.version, make).response(to: request)
    }

    /// Returns what caches may do with the answers of a route: the addresses of some say where
    /// somebody is or wants to go.
    private static func policy(_ route: NetworkRoute) -> String {
        switch route {
        case .stopSearch, .stopsNearby, .connections, .connection: CachePolicy.ofOneClient
        default: CachePolicy.revalidated
        }
    }

    /// Returns the name of an answer that all clients ask for, and the version of the data with
    /// which it stays the same; nil if it is made for each request.
    private func keptName(
        _ request: NetworkRequest, _ snapshot: NetworkSnapshot
    ) -> (name: String, version: UInt64)? {
        let (route, parameters) = (request.route, request.parameters)
        switch route {
        case .routes where parameters.isEmpty: return (route.rawValue, 0)
        case .routesGeoJSON where parameters.text("bbox") == nil:
            // A wrong flag is a problem, which is not kept.
            let flag = parameters.text("sideBySide") ?? "false"
            return flag == "true" || flag == "false" ? ("\(route.rawValue) \(flag)", 0) : nil
        case .alerts where parameters.isEmpty: return (route.rawValue, snapshot.sequence)
        default: return nil
        }
    }
}
