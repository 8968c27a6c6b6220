import HTTPServing
import Realtime
package import Riders
import Transit
import TransitModel

/// What was saved, at another walking pace.
extension SavedEndpoints {
    /// The time within which a route runs again, in seconds; the walks of others stay.
    private static let aheadSeconds: Int64 = 7 * 86_400
    /// Departures that are tried, as transfers may be missed at the earlier pace.
    private static let maximumTried = 8

    /// Computes the walks and transfers of all that a rider saved again, for another pace.
    ///
    /// `speed` is in metres a second; nil for the network's. A route that does not run within a
    /// week keeps its durations.
    ///
    /// - Throws: A problem if there are too many searches, and the store's errors.
    package func setPace(_ speed: Double?, of rider: RiderID) async throws {
        var routes: [SavedRoute] = []
        for connection in try await store.connections(rider) {
            let walking = Self.walking(connection.walking, speed)
            routes += try await searches.run {
                connection.routes.compactMap {
                    paced($0, from: connection.from, to: connection.to, walking)
                }
            }
        }
        for trip in try await store.trips(rider) {
            guard let route = trip.route else { continue }
            routes += try await searches.run {
                [paced(route, from: trip.from.place, to: trip.to.place, Self.walking(nil, speed))]
                    .compactMap(\.self)
            }
        }
        let walked = Dictionary(routes.map { ($0.id, $0) }) { first, _ in first }
        try await store.update(
            of: rider,
            connections: { before in
                var saved = before
                for row in saved.routes.indices {
                    guard let route = walked[saved.routes[row].id] else { continue }
                    saved.routes[row].walk(as: route)
                }
                saved.walking = Self.walking(saved.walking, speed)
                return saved == before ? nil : saved
            },
            trips: { saved in
                guard var route = saved.route, let other = walked[route.id] else { return nil }
                route.walk(as: other)
                return saved.along(route)
            })
    }

    /// Returns how a rider walks at another pace; nil where all is as usual.
    private static func walking(_ before: SavedWalking?, _ speed: Double?) -> SavedWalking? {
        let walking = SavedWalking(
            speed: speed, minutes: before?.minutes, wheelchair: before?.wheelchair,
            bicycle: before?.bicycle)
        return walking == SavedWalking() ? nil : walking
    }

    /// Returns the route with the durations of walks and transfers on its next departure; nil
    /// without one.
    private func paced(
        _ route: SavedRoute, from: SavedPlace, to: SavedPlace, _ walking: SavedWalking?
    ) -> SavedRoute? {
        let departures = network.departures(
            of: route, from: clock.now(), within: Self.aheadSeconds, overlay: .none,
            limit: Self.maximumTried)
        guard let rides = departures.first(where: \.works)?.rides else { return nil }
        let id = connectionID(
            rides, from: route.walkBeforeSeconds > 0 ? from : nil,
            to: route.walkAfterSeconds > 0 ? to : nil, .none)
        guard
            let found = try? planner.find(id, overlay: .none, options: options(walking)).itinerary
        else { return nil }
        let paced = savedRoute(found, weekdays: [])
        guard paced.changeSeconds.count == route.changeSeconds.count else { return nil }
        var result = route
        result.walk(as: paced)
        return result
    }
}
