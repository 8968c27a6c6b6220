package import Timetables
package import TransitModel

/// A stop in the answers of `/api/v1/stops`.
package struct StopAnswer: Encodable, Sendable {
    let id: String
    let name: String
    let code: String?
    let platform: String?
    let latitude: Double?
    let longitude: Double?
    let locationType: String
    let parent: String?
    /// The wheelchair accessibility: `yes`, `no` or `unknown`.
    let wheelchair: String
    /// The stop's time zone if it differs from the network's, as in `Europe/Zurich`.
    let timeZone: String?
    /// The feed's page about the stop itself, not about its station; nil if the feed names none.
    let url: String?
    let modes: [TransitMode]
    /// The number of lines that call there, platforms included.
    let lines: Int

    package init(_ stop: StopIndex, in timetable: Timetable) {
        let stops = timetable.stops
        let place = stops.coordinate(stop)
        id = stops.id(stop)
        name = stops.name(stop)
        code = timetable.strings.ifAny(stops.codes[stop])
        platform = timetable.strings.ifAny(stops.platforms[stop])
        latitude = place.map { GeoJSON.rounded($0.latitude) }
        longitude = place.map { GeoJSON.rounded($0.longitude) }
        locationType = "\(stops.locationType(stop))"
        parent = stops.parent(stop).map(stops.id)
        wheelchair = "\(stops.wheelchairBoarding(stop))"
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
}

/// The answer of `/api/v1/stops`.
package struct StopsAnswer: Encodable, Sendable {
    let stops: [StopAnswer]
    let more: Bool
    /// The id after which the next page begins; nil if there is none.
    let next: String?

    /// Describes at most `limit` stops in a box (all without one): stations and stops without a
    /// station first, then platforms; entrances and other parts of stations are omitted.
    ///
    /// In a box, stops with the most lines come first, so that a limited answer has the main ones.
    /// `after` is the last stop of the previous page; nil for the first page.
    package init(
        _ map: MapIndex, in box: BoundingBox?, limit: Int, after: StopIndex? = nil
    ) {
        let timetable = map.timetable
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
        stops = page.map { StopAnswer($0, in: timetable) }
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
}

/// The answer of `/api/v1/stops/{id}`.
package struct StopDetailAnswer: Encodable, Sendable {
    private let stop: StopAnswer
    private let platforms: [StopAnswer]
    private let routes: [RouteAnswer]

    private enum CodingKeys: String, CodingKey {
        case platforms, routes
    }

    /// Describes a stop with its platforms and the routes that call there.
    package init(_ index: StopIndex, in timetable: Timetable) {
        stop = StopAnswer(index, in: timetable)
        platforms = timetable.stops.parts(of: index)
            .filter { $0 != index && timetable.stops.locationType($0) == .stop }
            .map { StopAnswer($0, in: timetable) }
        let served = StopAnswer.routes(at: index, timetable)
        routes = RoutesAnswer.ordered(timetable).filter(served.contains)
            .map { RouteAnswer($0, in: timetable) }
    }

    /// Encodes the stop's members, platforms and routes in one object.
    package func encode(to encoder: any Encoder) throws {
        try stop.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(platforms, forKey: .platforms)
        try container.encode(routes, forKey: .routes)
    }
}
