import APISchema
package import HTTPServing
package import Hummingbird
import Timetables
package import Transit
package import TransitModel
import WireAPI

/// The stops that can be reached on foot within some minutes.
package struct ReachableEndpoints: EndpointGroup {
    private let stops: StopSearchIndex
    private let router: StreetRouter?

    private static let minutes = 1...60
    private static let defaultMinutes = 10
    private static let maximumStops = 500
    /// Metres on the ground for each metre of distance, where the streets are unknown.
    private static let detour = 1.3

    /// Creates the endpoint; without `router`, walks are estimated from the distance.
    package init(_ stops: StopSearchIndex, router: StreetRouter?) {
        self.stops = stops
        self.router = router
    }

    package func add(to routes: Router<TaktRequestContext>) {
        routes.get("\(APIPaths.reachable)") { request, _ in
            let parameters = QueryParameters(request)
            guard let place = try parameters.coordinate("from") else {
                throw Problem.badParameter(
                    "from", expected: "latitude,longitude, as in 47.1,8.2", given: "")
            }
            let minutes = try parameters.integer("minutes", in: Self.minutes) ?? Self.defaultMinutes
            let profile: WalkProfile =
                if try parameters.flag("wheelchair") {
                    .wheelchair
                } else {
                    try parameters.flag("bicycle") ? .bicycle : .foot
                }
            let speed = try parameters.walkingSpeed() ?? profile.metresPerSecond
            let walker = Walker(profile: profile, speed: speed, seconds: Double(minutes * 60))
            let answer = ReachableAnswer(
                stops: reachable(from: place, walker), estimated: router == nil)
            return try CachedBody(json: answer)
                .response(to: request, cacheControl: CachePolicy.ofOneClient)
        }
    }

    private struct Walker {
        let profile: WalkProfile
        /// Metres a second on foot.
        let speed: Double
        /// The longest walk.
        let seconds: Double
    }

    private func reachable(from place: Coordinate, _ walker: Walker) -> [ReachableAnswer.Stop] {
        let reach = walker.seconds * walker.profile.topSpeed(onFoot: walker.speed)
        let near = stops.nearest(to: place, within: reach, limit: Self.maximumStops)
        let columns = stops.timetable.stops
        let hits = near.compactMap { hit in
            (columns.walkEnd(hit.stop) ?? hit.members.lazy.compactMap(columns.walkEnd).first)
                .map { (hit: hit, end: $0) }
        }
        let query = StreetRouter.Query(
            from: WalkEnd(place), walker.profile, maximumMetres: reach)
        let answers = router?.lengths(query, to: hits.map(\.end))
        let found = hits.indices.compactMap { row -> ReachableAnswer.Stop? in
            guard
                let length = length(
                    answers?[row] ?? .unmapped, place.distanceMetres(to: hits[row].end.coordinate),
                    walker.profile)
            else { return nil }
            let seconds = length.seconds(metresPerSecond: walker.speed).rounded(.up)
            guard seconds <= walker.seconds else { return nil }
            return ReachableAnswer.Stop(
                id: columns.id(hits[row].hit.stop), name: hits[row].hit.name,
                at: hits[row].end.coordinate, walk: (seconds, length.metres))
        }
        return found.sorted { ($0.seconds, $0.id) < ($1.seconds, $1.id) }
    }

    /// Returns the length of a walk, estimated where the map ends; nil if there is no way.
    private func length(
        _ answer: StreetRouter.Answer, _ straightMetres: Double, _ profile: WalkProfile
    ) -> WalkLength? {
        switch answer {
        case .walk(let length): length
        case .noWay: nil
        case .unmapped:
            WalkLength(
                metres: straightMetres * Self.detour,
                riddenMetres: profile == .bicycle ? straightMetres * Self.detour : 0)
        }
    }
}
