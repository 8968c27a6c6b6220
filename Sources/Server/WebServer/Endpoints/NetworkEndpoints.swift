import APISchema
import Foundation
package import HTTPServing
package import Hummingbird
package import LiveMap
package import Realtime
import Synchronization
package import Timetables
package import TransitModel
package import WireAPI

/// The static data: the network, its routes and its stops.
package struct NetworkEndpoints: EndpointGroup {
    private let timetable: Timetable
    private let map: MapIndex
    private let profile: NetworkProfile
    private let frames: Broadcast<MapFrame>
    private let clock: any WallClock
    private let landscape: CachedBody?
    private let cache = AnswerCache()

    /// The maximum number of stops in one answer.
    package static let maximumStops = 5000
    /// The maximum number of routes in one answer, which is also the default.
    package static let maximumRoutes = 2000

    /// Serves one network; `landscape` is GeoJSON that is drawn under its lines.
    package init(
        _ timetable: Timetable, profile: NetworkProfile, frames: Broadcast<MapFrame>,
        clock: any WallClock, landscape: CachedBody? = nil
    ) {
        self.timetable = timetable
        map = MapIndex(timetable)
        self.profile = profile
        self.frames = frames
        self.clock = clock
        self.landscape = landscape
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.network)") { request, _ in
            let answer = profile.answer(
                frames.current, now: clock.now(), clockSpeed: clock.speed)
            return try CachedBody(json: answer).response(to: request)
        }
        router.get("\(APIPaths.routes)") { request, _ in try routes(request) }
        router.get("\(APIPaths.routes)/:id") { request, context in
            let id = try context.parameters.segment("id")
            guard let route = timetable.keptRoute(id) else {
                throw Problem.notFound("There is no route '\(id.prefix(100))'.")
            }
            return try CachedBody(json: RouteDetailAnswer(route, in: timetable))
                .response(to: request)
        }
        router.get("\(APIPaths.routesGeoJSON)") { request, _ in
            let parameters = QueryParameters(request)
            let isSideBySide = try parameters.flag("sideBySide")
            func lines(in box: BoundingBox?) -> GeoJSON.RouteCollection {
                if isSideBySide { return GeoJSON.RouteCollection(sideBySide: map, in: box) }
                return box.map { GeoJSON.RouteCollection(map, in: $0) }
                    ?? GeoJSON.RouteCollection(timetable)
            }
            guard let box = try parameters.box("bbox") else {
                return try cache.body("routes.geojson \(isSideBySide)") { lines(in: nil) }
                    .response(to: request)
            }
            return try CachedBody(json: lines(in: box)).response(to: request)
        }
        router.get("\(APIPaths.landscape)") { request, _ in
            guard let landscape else { throw Problem.notFound("This network has no landscape.") }
            return landscape.response(to: request)
        }
        router.get("\(APIPaths.stops)") { request, _ in
            let parameters = QueryParameters(request)
            let limit = try parameters.integer("limit", in: 1...Self.maximumStops) ?? 500
            let after = try Self.after(parameters) { timetable.keptStop($0) }
            let answer = StopsAnswer(
                map, in: try parameters.box("bbox"), limit: limit, after: after)
            return try CachedBody(json: answer).response(to: request)
        }
        router.get("\(APIPaths.stops)/:id") { request, context in
            let id = try context.parameters.segment("id")
            guard let stop = timetable.keptStop(id) else {
                throw Problem.notFound("There is no stop '\(id.prefix(100))'.")
            }
            return try CachedBody(json: StopDetailAnswer(stop, in: timetable))
                .response(to: request)
        }
    }

    private func routes(_ request: Request) throws -> Response {
        let parameters = QueryParameters(request)
        let limit = try parameters.integer("limit", in: 1...Self.maximumRoutes)
        let after = try Self.after(parameters) { timetable.keptRoute($0) }
        guard limit == nil, after == nil else {
            let answer = RoutesAnswer(
                timetable, limit: limit ?? Self.maximumRoutes, after: after)
            return try CachedBody(json: answer).response(to: request)
        }
        return try cache.body("routes") { RoutesAnswer(timetable, limit: Self.maximumRoutes) }
            .response(to: request)
    }

    /// Returns the item after which a page begins; nil for the first page.
    private static func after<Index>(
        _ parameters: QueryParameters, _ find: (String) -> Index?
    ) throws -> Index? {
        guard let id = parameters.text("after") else { return nil }
        guard let found = find(id) else {
            throw Problem.badParameter("after", expected: "the 'next' of a page", given: id)
        }
        return found
    }
}

/// Caches answers that depend on the network alone, made at the first request.
private final class AnswerCache: Sendable {
    private let bodies = Mutex<[String: CachedBody]>([:])

    /// Returns the cached answer, or makes it.
    ///
    /// - Throws: An `EncodingError`.
    func body(_ name: String, _ make: () -> some Encodable) throws -> CachedBody {
        if let known = bodies.withLock({ $0[name] }) { return known }
        let body = try CachedBody(json: make())
        bodies.withLock { $0[name] = body }
        return body
    }
}
