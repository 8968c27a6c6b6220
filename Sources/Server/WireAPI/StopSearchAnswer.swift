package import Timetables
package import Transit
package import TransitModel

/// The answer of `/api/v1/stops/search` and `/api/v1/stops/nearby`: the best match first.
package struct StopSearchAnswer: Encodable, Sendable {
    let stops: [StopHitAnswer]

    package init(_ hits: [StopHit], in timetable: Timetable) {
        stops = hits.map { StopHitAnswer($0, in: timetable) }
    }
}

/// A station or stop that was found.
package struct StopHitAnswer: Encodable, Sendable {
    /// The id of the station or stop.
    package let id: String
    let name: String
    let code: String?
    let latitude: Double?
    let longitude: Double?
    let locationType: String
    let wheelchair: String
    /// The modes of all members.
    package let modes: [TransitMode]
    /// The number of routes that call there.
    package let routes: Int
    /// The ids of the stops where vehicles call.
    let members: [String]
    /// `exact`, `beginning`, `words`, `typos` or `listed`.
    let match: String
    /// The matching name if it is not the displayed one.
    let matched: String?
    let matchedLanguage: String?
    /// Start and end, in UTF-16 units of `matched`, otherwise of `name`.
    let highlights: [[Int]]
    let importance: Double
    let distanceMetres: Double?

    package init(_ hit: StopHit, in timetable: Timetable) {
        let stops = timetable.stops
        let place =
            stops.coordinate(hit.stop) ?? hit.members.lazy.compactMap(stops.coordinate).first
        id = stops.id(hit.stop)
        name = hit.name
        code = timetable.strings.ifAny(stops.codes[hit.stop])
        latitude = place.map { GeoJSON.rounded($0.latitude) }
        longitude = place.map { GeoJSON.rounded($0.longitude) }
        locationType = "\(stops.locationType(hit.stop))"
        wheelchair = "\(stops.wheelchairBoarding(hit.stop))"
        var served = Set<RouteIndex>()
        for member in hit.members {
            for pattern in stops.callPatterns[stops.callOffsets[member]] {
                served.insert(timetable.patterns.routes[pattern])
            }
        }
        let found = Set(served.map(timetable.routes.mode))
        modes = TransitMode.allCases.filter(found.contains)
        routes = served.count
        members = hit.members.map(stops.id)
        match =
            switch hit.match {
            case .exact: "exact"
            case .nameBeginning: "beginning"
            case .words: "words"
            case .typos: "typos"
            case .listed: "listed"
            }
        matched = hit.matchedName
        matchedLanguage = hit.matchedLanguage
        highlights = hit.highlights.map { [$0.lowerBound, $0.upperBound] }
        importance = (hit.importance * 1000).rounded() / 1000
        distanceMetres = hit.distanceMetres.map { $0.rounded() }
    }
}
