package import JSONWriting
package import Timetables
import Transit
import TransitModel

/// A route in the answers of `/api/v1/routes`.
package struct RouteAnswer: JSONObject {
    let route: RouteIndex
    let timetable: Timetable
    let ways: RouteWays

    package static let schema = JSONSchema(
        "Route", .text("id shortName? longName?"),
        .text(
            "from? to?",
            "The first and last stop of most trips, where there is no long name to know it by"),
        .text(
            "via?",
            "A stop on the way, where other lines of the same name have the same ends but do not "
                + "call there"),
        .text("mode", "As in `tram`"),
        .int("type", "GTFS `route_type`"),
        .text("colour textColour", "As in `#D8232A`"),
        .text("agency?", "Its name"),
        .int("sortOrder?", "GTFS `route_sort_order`"),
        .list("directions?", of: RouteDetailAnswer.Direction.schema, "Of one route only"))

    /// Describes routes.
    ///
    /// - Complexity: O(n) in the routes of the network.
    static func list(_ routes: some Collection<RouteIndex>, in timetable: Timetable) -> [Self] {
        let ways = RouteWays(of: routes, in: timetable)
        return routes.map { Self(route: $0, timetable: timetable, ways: ways) }
    }

    package func writeMembers(to json: inout JSONText) {
        let (routes, strings) = (timetable.routes, timetable.strings)
        let longName = strings.ifAny(routes.longNames[route])
        let order = routes.sortOrders[route]
        let main = longName == nil ? ways[route] : nil
        let agency = routes.agencies[route].ifAny.flatMap {
            strings.ifAny(timetable.agencies.names[$0])
        }
        json.member("agency", agency)
        json.member("colour", routes.colour(route).hex)
        json.member("from", main?.from)
        json.member("id", routes.id(route))
        json.member("longName", longName)
        json.member("mode", routes.mode(route))
        json.member("shortName", strings.ifAny(routes.shortNames[route]))
        json.member("sortOrder", order < 0 ? nil : Int(order))
        json.member("textColour", routes.textColour(route).hex)
        json.member("to", main?.to)
        json.member("type", Int(routes.types[route]))
        json.member("via", main.flatMap(ways.via))
    }
}

/// The answer of `/api/v1/routes`.
package struct RoutesAnswer: JSONObject {
    let routes: [RouteAnswer]
    let more: Bool
    let next: String?

    package static let schema = JSONSchema(
        "Routes", .list("routes", of: RouteAnswer.schema),
        .more, .next)

    /// Describes a page of routes, in the order that riders expect: by the feed's order, then by
    /// number.
    ///
    /// `after` is the last route of the previous page; nil for the first page.
    package init(_ timetable: Timetable, limit: Int, after: RouteIndex? = nil) {
        let all = Self.ordered(timetable)
        let start = after.map { (all.firstIndex(of: $0) ?? all.count - 1) + 1 } ?? 0
        let page = all[start...].prefix(limit)
        routes = RouteAnswer.list(page, in: timetable)
        more = start + page.count < all.count
        next = more ? page.last.map(timetable.routes.id) : nil
    }

    static func ordered(_ timetable: Timetable) -> [RouteIndex] {
        let shown = timetable.routes.indices.filter { timetable.shownRoute($0) == nil }
        let keys = shown.map { route in
            let order = timetable.routes.sortOrders[route]
            let name = timetable.routes.lineName(route)
            let number = Int64(Substring(name.utf8.prefix { (48...57).contains($0) })) ?? Int64.max
            return (route: route, order: order < 0 ? Int32.max : order, number: number, name: name)
        }
        return keys.sorted {
            ($0.order, $0.number, $0.name, $0.route) < ($1.order, $1.number, $1.name, $1.route)
        }.map { $0.route }
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("more", more)
        json.member("next", next)
        json.member("routes", routes)
    }
}

/// The answer of `/api/v1/routes/{id}`.
package struct RouteDetailAnswer: JSONObject {
    let route: RouteAnswer
    let directions: [Direction]

    /// A direction of the route.
    package struct Direction: JSONObject {
        let direction: Int?
        let headsigns: [String]
        let stops: [StopReference]
        let shape: [[Double]]

        package static let schema = JSONSchema(
            "Direction",
            .int("direction?", "GTFS `direction_id`, else 0 and 1 by the order of the stops"),
            .list("headsigns", .text, "The most frequent first"),
            .list("stops", of: PlaceAnswer.schema, "Those of the longest pattern"),
            .list("shape", .list(.number), "Points of longitude and latitude"))

        package func writeMembers(to json: inout JSONText) {
            json.member("direction", direction)
            json.member("headsigns", headsigns)
            json.member("shape", shape)
            json.member("stops", stops)
        }
    }

    /// The id and name of a stop.
    package struct StopReference: JSONObject {
        let id: String
        let name: String

        package func writeMembers(to json: inout JSONText) {
            json.member("id", id)
            json.member("name", name)
        }
    }

    /// Describes a route with the stops and the shape of each direction.
    package init(_ index: RouteIndex, in timetable: Timetable) {
        route = RouteAnswer(
            route: index, timetable: timetable, ways: RouteWays(of: [index], in: timetable))
        let known = RouteDirections(of: index, in: timetable)
        let byDirection = Dictionary(grouping: timetable.ways(of: index)) { known[$0] }
        let ordered = byDirection.sorted { ($0.key ?? .max) < ($1.key ?? .max) }
        directions = ordered.compactMap { direction, patterns in
            Self.direction(direction, patterns, timetable)
        }
    }

    /// Describes a direction by its longest pattern; headsigns come from all patterns, the most
    /// frequent first.
    private static func direction(
        _ direction: Int?, _ patterns: [PatternIndex], _ timetable: Timetable
    ) -> Direction? {
        let longest = patterns.max {
            (timetable.patterns.stops(of: $0).count, $1) < (
                timetable.patterns.stops(of: $1).count, $0
            )
        }
        guard let longest, let run = timetable.patterns.runs(of: longest).first else { return nil }
        var headsigns: [String: Int] = [:]
        for pattern in patterns {
            for run in timetable.patterns.runs(of: pattern) {
                if let headsign = timetable.trips.headsign(timetable.patterns.runTrips[run]) {
                    headsigns[headsign, default: 0] += 1
                }
            }
        }
        let path = RunPath(timetable, trip: timetable.patterns.runTrips[run], pattern: longest)
        return Direction(
            direction: direction,
            headsigns: headsigns.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { $0.key },
            stops: timetable.patterns.stops(of: longest).map {
                StopReference(id: timetable.stops.id($0), name: timetable.stops.name($0))
            },
            shape: path.map { GeoJSON.simplified(Array($0.points), toleranceMetres: 2) } ?? [])
    }

    package func writeMembers(to json: inout JSONText) {
        route.writeMembers(to: &json)
        json.member("directions", directions)
    }
}
