package import JSONWriting
package import Timetables
import Transit
import TransitModel

/// A stop in the answers of `/api/v1/stops`.
package struct StopAnswer: JSONObject {
    let stop: StopIndex
    let timetable: Timetable
    /// Represents the stop and its neighbours of the same name; nil where it is not needed.
    var lead: StopIndex?

    package static let schema = JSONSchema(
        "Stop", .text("id name"),
        .text("code?", "What riders type or say, GTFS `stop_code`"),
        .text("platform?"), .number("latitude? longitude?"),
        .text("locationType?", "`stop`, `station`, `entrance`, `node` or `boardingArea`"),
        .text("parent?", "The station's id"),
        .text(
            "group?",
            """
            The id of the stop that represents this one on maps, beside which it has the same name; \
            in lists only
            """),
        .text("wheelchair?", "`yes`, `no` or `unknown`"),
        .text("timeZone?", "If it differs from the network's"),
        .text("url?", "The feed's page about this very stop"),
        .list("modes?", .text),
        .int("lines?", "How many call there, platforms included"),
        .list("platforms?", .named("Stop"), "Of one stop only"),
        .list(
            "routes?", of: RouteAnswer.schema,
            "Of one stop only; where it represents others of its name, of all of them"))

    /// Returns the routes that call at a stop, at one of its platforms, or at a stop that is joined
    /// to it.
    static func routes(at stop: StopIndex, _ timetable: Timetable) -> Set<RouteIndex> {
        let stops = timetable.stops
        var routes = Set<RouteIndex>()
        for place in stops.parts(of: stop) {
            for pattern in stops.callPatterns[stops.callOffsets[place]] {
                routes.insert(timetable.patterns.routes[pattern])
            }
        }
        return routes
    }

    package func writeMembers(to json: inout JSONText) {
        let (stops, strings) = (timetable.stops, timetable.strings)
        let place = stops.coordinate(stop)
        let routes = Self.routes(at: stop, timetable)
        let modes = Set(routes.map(timetable.routes.mode))
        json.member("code", strings.ifAny(stops.codes[stop]))
        json.member(
            "group", lead.flatMap { $0 == stop || stops.parent(stop) != nil ? nil : stops.id($0) })
        json.member("id", stops.id(stop))
        json.member("latitude", place.map { GeoJSON.rounded($0.latitude) })
        json.member("lines", routes.count)
        json.member("locationType", stops.locationType(stop).word)
        json.member("longitude", place.map { GeoJSON.rounded($0.longitude) })
        json.member("modes", TransitMode.allCases.filter(modes.contains))
        json.member("name", stops.name(stop))
        json.member("parent", stops.parent(stop).map(stops.id))
        json.member("platform", strings.ifAny(stops.platforms[stop]))
        json.member("timeZone", strings.ifAny(stops.timeZones[stop]))
        json.member("url", strings.ifAny(stops.urls[stop]))
        json.member("wheelchair", stops.wheelchairBoarding(stop).word)
    }
}

/// The answer of `/api/v1/stops`.
package struct StopsAnswer: JSONObject {
    let stops: [StopAnswer]
    let more: Bool
    let next: String?

    package static let schema = JSONSchema(
        "Stops", .list("stops", of: StopAnswer.schema),
        .more, .next)

    /// Describes at most `limit` stops in a box (all without one): stations and stops without a
    /// station first, then platforms; entrances and other parts of stations are omitted.
    ///
    /// In a box, stops with the most lines come first, so that a limited answer has the main ones.
    /// `after` is the last stop of the previous page; nil for the first page.
    init(
        _ network: NetworkAPI, in box: BoundingBox?, limit: Int, after: StopIndex? = nil
    ) {
        let (map, timetable) = (network.map, network.timetable)
        let listed = box.map(map.mainStops(in:)) ?? map.stops(in: nil)
        var page: [StopIndex] = []
        var isMore = false
        // After a stop that is not in the list, such as one outside the box, nothing follows.
        var isReached = after == nil
        pass: for wantsAlone in [true, false] {
            for stop in listed where Self.isAlone(stop, timetable) == wantsAlone {
                guard isReached else {
                    isReached = stop == after
                    continue
                }
                guard page.count < limit else {
                    isMore = true
                    break pass
                }
                page.append(stop)
            }
        }
        let index = network.resolver.index
        stops = page.map { StopAnswer(stop: $0, timetable: timetable, lead: index.lead(of: $0)) }
        more = isMore
        next = isMore ? page.last.map(timetable.stops.id) : nil
    }

    /// Returns whether a stop is a station or has none; nil for kinds that are not listed.
    private static func isAlone(_ stop: StopIndex, _ timetable: Timetable) -> Bool? {
        switch timetable.stops.locationType(stop) {
        case .station: true
        case .stop: timetable.stops.parent(stop) == nil
        case .entrance, .node, .boardingArea: nil
        }
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("more", more)
        json.member("next", next)
        json.member("stops", stops)
    }
}

/// The answer of `/api/v1/stops/{id}`.
package struct StopDetailAnswer: JSONObject {
    let stop: StopAnswer
    let platforms: [StopAnswer]
    let routes: [RouteAnswer]

    /// Describes a stop with its platforms, and the routes that call there or at the other members
    /// of its place.
    package init(
        _ index: StopIndex, members: [StopIndex], in timetable: Timetable
    ) {
        stop = StopAnswer(stop: index, timetable: timetable)
        platforms = timetable.stops.parts(of: index)
            .filter { $0 != index && timetable.stops.locationType($0) == .stop }
            .map { StopAnswer(stop: $0, timetable: timetable) }
        let served = members.reduce(into: StopAnswer.routes(at: index, timetable)) {
            $0.formUnion(StopAnswer.routes(at: $1, timetable))
        }
        routes = RouteAnswer.list(
            RoutesAnswer.ordered(timetable).filter(served.contains), in: timetable)
    }

    package func writeMembers(to json: inout JSONText) {
        stop.writeMembers(to: &json)
        json.member("platforms", platforms)
        json.member("routes", routes)
    }
}
