package import Realtime
import Timetables
package import TransitModel

/// A rider's saved connections with their next departures, nearest first.
package struct Home: Sendable {
    /// Connections that begin near the rider, the nearest first; empty if the position is unknown.
    package let nearby: [HomeConnection]
    /// The other connections: the nearest first, or in the rider's order if the position is
    /// unknown.
    package let other: [HomeConnection]

    /// Finds the next departures of each route, including live data.
    ///
    /// `place` is the rider's position, nil if unknown; a connection is near if it begins within
    /// `settings.nearbyKilometres`. Each route has at most `limit` departures, 1 to 20, within the
    /// next 24 hours.
    package init(
        _ connections: [SavedConnection], at place: Coordinate?, settings: RiderSettings,
        now: UnixTime, in network: SavedNetwork, overlay: RealtimeOverlay, limit: Int = 3
    ) {
        var all = connections.map { connection in
            HomeConnection(
                connection: connection,
                metres: place.flatMap { place in
                    connection.from.coordinate.map { $0.distanceMetres(to: place) }
                },
                routes: connection.routes.map { route in
                    let departures = network.departures(
                        of: route, from: now, overlay: overlay, limit: limit)
                    return HomeRoute(
                        route: route, departures: departures,
                        isGone: departures.isEmpty && !network.has(route))
                }.sorted(by: HomeRoute.isBefore))
        }
        let closures = Self.closures(overlay, now)
        if !closures.isEmpty {
            for index in all.indices {
                all[index].stepFreeAlerts = closures.filter {
                    all[index].meets($0.namedPlaces(network.timetable.stops))
                }
            }
        }
        guard place != nil else {
            nearby = []
            other = all
            return
        }
        // Connections without a position come last, in the rider's order.
        let order = all.indices.sorted {
            (all[$0].metres ?? .infinity, $0) < (all[$1].metres ?? .infinity, $1)
        }
        all = order.map { all[$0] }
        let reach = settings.nearbyKilometres * 1000
        nearby = all.filter { ($0.metres ?? .infinity) <= reach }
        other = all.filter { ($0.metres ?? .infinity) > reach }
    }

    /// Closures are reported if they apply within this many seconds.
    private static let closureSeconds = 2 * 3600.0

    private static func closures(_ overlay: RealtimeOverlay, _ now: UnixTime) -> [ServiceAlert] {
        overlay.alerts.filter {
            $0.closesStepFreeWays
                && $0.holds(from: now, to: now.advanced(bySeconds: closureSeconds))
        }
    }
}

/// A saved connection with its next departures.
package struct HomeConnection: Sendable {
    package let connection: SavedConnection
    /// The distance from the rider to the origin as the crow flies, in metres; nil if unknown.
    package let metres: Double?
    /// The routes, by their first departure; routes without one come last.
    package let routes: [HomeRoute]
    /// Alerts that a step-free way is closed where its next departures are boarded or left.
    package fileprivate(set) var stepFreeAlerts: [ServiceAlert] = []

    /// Whether one of the next departures is boarded or left at one of these stops.
    fileprivate func meets(_ named: Set<StopIndex>) -> Bool {
        routes.lazy.flatMap(\.departures).flatMap(\.rides).contains { found in
            found.places.contains(where: named.contains)
        }
    }
}

/// A saved route with its next departures.
package struct HomeRoute: Sendable {
    package let route: SavedRoute
    /// The departures in order.
    ///
    /// Empty if the route's lines or stops no longer exist or nothing runs for a day; then only
    /// what was stored with the route can be shown.
    package let departures: [RouteDeparture]
    /// Whether it has no departures because a line or stop no longer exists.
    package let isGone: Bool

    fileprivate static func isBefore(_ left: HomeRoute, _ right: HomeRoute) -> Bool {
        func key(_ route: HomeRoute) -> Int64 {
            // A cancelled departure does not count; the next one does.
            (route.departures.first(where: \.works) ?? route.departures.first)?
                .departure?.milliseconds ?? .max
        }
        return (key(left), left.route.id) < (key(right), right.route.id)
    }
}
