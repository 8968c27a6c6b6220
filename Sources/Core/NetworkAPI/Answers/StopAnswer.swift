package import JSONWriting
package import Timetables
import Transit
import TransitModel

/// A stop in the answers of `/api/v1/stops`.
package struct StopAnswer: JSONObject {
    let id: String
    let name: String
    let code: String?
    let platform: String?
    let latitude: Double?
    let longitude: Double?
    let locationType: String
    let parent: String?
    let group: String?
    let wheelchair: String
    let timeZone: String?
    let url: String?
    let modes: [TransitMode]
    let lines: Int

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

    /// Describes a stop; `lead` represents it and its neighbours of the same name.
    package init(_ stop: StopIndex, in timetable: Timetable, lead: StopIndex? = nil) {
        let stops = timetable.stops
        let place = stops.coordinate(stop)
        id = stops.id(stop)
        name = stops.name(stop)
        code = timetable.strings.ifAny(stops.codes[stop])
        platform = timetable.strings.ifAny(stops.platforms[stop])
        latitude = place.map { GeoJSON.rounded($0.latitude) }
        longitude = place.map { GeoJSON.rounded($0.longitude) }
        locationType = stops.locationType(stop).word
        parent = stops.parent(stop).map(stops.id)
        group = lead.flatMap { $0 == stop || stops.parent(stop) != nil ? nil : stops.id($0) }
        wheelchair = stops.wheelchairBoarding(stop).word
        timeZone = timetable.strings.ifAny(stops.timeZones[stop])
        url = timetable.strings.ifAny(stops.urls[stop])
        let routes = Self.routes(at: stop, timetable)
        modes = TransitMode.allCases.filter { mode in
            routes.contains { timetable.routes.mode($0) == mode }
        }
        lines = routes.count
    }

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
        json.member("code", code)
        json.member("group", group)
        json.member("id", id)
        json.member("latitude", latitude)
        json.member("lines", lines)
        json.member("locationType", locationType)
        json.member("longitude", longitude)
        json.member("modes", modes)
        json.member("name", name)
        json.member("parent", parent)
        json.member("platform", platform)
        json.member("timeZone", timeZone)
        json.member("url", url)
        json.member("wheelchair", wheelchair)
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
        stops = page.map { StopAnswer($0, in: timetable, lead: index.lead(of: $0)) }
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
        stop = StopAnswer(index, in: timetable)
        platforms = timetable.stops.parts(of: index)
            .filter { $0 != index && timetable.stops.locationType($0) == .stop }
            .map { StopAnswer($0, in: timetable) }
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
