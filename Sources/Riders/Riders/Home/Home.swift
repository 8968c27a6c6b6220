package import Realtime
import Timetables
import Transit
package import TransitModel

/// A rider's saved connections at a glance: what leaves next, nearest first.
package struct Home: Sendable {
    /// Connections that begin near the rider, the nearest first; empty if their place is not known.
    package let nearby: [HomeConnection]
    /// All others: the nearest first, or in the rider's order if their place is not known.
    package let other: [HomeConnection]

    /// The next departures of each route, by all that is known.
    ///
    /// `place` is where the rider is, nil if that is not known; a connection is near if it begins
    /// within `settings.nearbyKilometres`. Of each route there are at most `most` departures, 1 to
    /// 20, of the next 24 hours.
    package init(
        _ connections: [SavedConnection], at place: Coordinate?, settings: RiderSettings,
        now: UnixTime, in network: SavedNetwork, overlay: RealtimeOverlay, most: Int = 3
    ) {
        var all = connections.map { connection in
            HomeConnection(
                connection: connection,
                metres: place.flatMap { place in
                    connection.from.coordinate.map { $0.distanceMetres(to: place) }
                },
                routes: connection.routes.map { route in
                    HomeRoute(
                        route: route,
                        departures: network.departures(
                            of: route, from: now, overlay: overlay, most: most))
                }.sorted(by: HomeRoute.isBefore))
        }
        let closures = Self.closures(overlay, now)
        if !closures.isEmpty {
            for place in all.indices {
                all[place].stepFreeAlerts = closures.filter {
                    all[place].meets($0.namedPlaces(network.timetable.stops))
                }
            }
        }
        guard place != nil else {
            nearby = []
            other = all
            return
        }
        // Those without a place stay behind, in the rider's order.
        let order = all.indices.sorted {
            (all[$0].metres ?? .infinity, $0) < (all[$1].metres ?? .infinity, $1)
        }
        all = order.map { all[$0] }
        let reach = settings.nearbyKilometres * 1000
        nearby = all.filter { ($0.metres ?? .infinity) <= reach }
        other = all.filter { ($0.metres ?? .infinity) > reach }
    }

    /// What is told of ways without steps is told if it holds within so many seconds.
    private static let closureSeconds = 2 * 3600.0

    private static func closures(_ overlay: RealtimeOverlay, _ now: UnixTime) -> [ServiceAlert] {
        overlay.alerts.filter {
            $0.closesStepFreeWays
                && $0.holds(from: now, to: now.advanced(bySeconds: closureSeconds))
        }
    }
}

/// A saved connection with what leaves next.
package struct HomeConnection: Sendable {
    /// The connection.
    package let connection: SavedConnection
    /// From where the rider is to its origin, as the crow flies; nil if either is not known.
    package let metres: Double?
    /// Its routes, the one that leaves first in front; those without a departure last.
    package let routes: [HomeRoute]
    /// Messages that the way without steps is closed where its next departures are boarded or left.
    package fileprivate(set) var stepFreeAlerts: [ServiceAlert] = []

    /// Whether one of its next departures is boarded or left at one of these places.
    fileprivate func meets(_ named: Set<StopIndex>) -> Bool {
        routes.lazy.flatMap(\.departures).flatMap(\.rides).contains { found in
            found.places.contains(where: named.contains)
        }
    }
}

/// A route with what leaves next.
package struct HomeRoute: Sendable {
    /// The route.
    package let route: SavedRoute
    /// By departure; empty if its lines or stops are gone or nothing runs for a day: then only what
    /// was stored with the route can be shown.
    package let departures: [RouteDeparture]

    fileprivate static func isBefore(_ left: HomeRoute, _ right: HomeRoute) -> Bool {
        func key(_ route: HomeRoute) -> Int64 {
            // One that is cancelled leaves no rider; the next one counts.
            (route.departures.first(where: \.works) ?? route.departures.first)?
                .departure?.milliseconds ?? .max
        }
        return (key(left), left.route.id) < (key(right), right.route.id)
    }
}
