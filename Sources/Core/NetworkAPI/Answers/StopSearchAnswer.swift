package import JSONWriting
package import Timetables
package import Transit
package import TransitModel

/// The answer of `/api/v1/stops/search` and `/api/v1/stops/nearby`: the best match first.
package struct StopSearchAnswer: JSONObject {
    package var stops: [StopHitAnswer] = []

    package static let schema = JSONSchema("FoundStops", .list("stops", of: StopHitAnswer.schema))

    package init() {}

    package init(_ hits: [StopHit], in timetable: Timetable) {
        stops = hits.map { StopHitAnswer($0, in: timetable) }
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("stops", stops)
    }
}

/// A station or stop that was found.
package struct StopHitAnswer: JSONObject {
    package var id = ""
    package var name = ""
    package var code: String?
    package var latitude: Double?
    package var longitude: Double?
    package var locationType = ""
    package var wheelchair = ""
    package var modes: [TransitMode] = []
    package var routes = 0
    package var members: [String] = []
    package var match = ""
    package var matched: String?
    package var matchedLanguage: String?
    package var highlights: [[Int]] = []
    package var importance: Double = 0
    package var distanceMetres: Double?

    package static let schema = JSONSchema(
        "FoundStop",
        .text("id", "Of the station or stop"),
        .text("name code?"), .number("latitude? longitude?"),
        .text("locationType", "`stop` or `station`"),
        .text("wheelchair", "`yes`, `no` or `unknown`"),
        .list("modes", .text, "Of all members"),
        .int("routes", "How many call there"),
        .list("members", .text, "Ids of the stops where vehicles call"),
        .text("match", "`exact`, `beginning`, `words`, `typos` or `listed`"),
        .text("matched?", "The matching name, if it is not the displayed one"),
        .text("matchedLanguage?"),
        .list(
            "highlights", .list(.int),
            "Start and end, in UTF-16 units of `matched`, otherwise of `name`"),
        .number("importance", "0 to 1"),
        .number("distanceMetres?", "From `near` or `at`"))

    package init() {}

    package init(_ hit: StopHit, in timetable: Timetable) {
        let stops = timetable.stops
        let place =
            stops.coordinate(hit.stop) ?? hit.members.lazy.compactMap(stops.coordinate).first
        id = stops.id(hit.stop)
        name = hit.name
        code = timetable.strings.ifAny(stops.codes[hit.stop])
        latitude = place.map { GeoJSON.rounded($0.latitude) }
        longitude = place.map { GeoJSON.rounded($0.longitude) }
        locationType = stops.locationType(hit.stop).word
        wheelchair = stops.wheelchairBoarding(hit.stop).word
        var served = Set<RouteIndex>()
        for member in hit.members {
            for pattern in stops.callPatterns[stops.callOffsets[member]] {
                served.insert(timetable.patterns.routes[pattern])
            }
        }
        let found = Set(served.map { timetable.routes.mode($0) })
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

    package func writeMembers(to json: inout JSONText) {
        json.member("code", code)
        json.member("distanceMetres", distanceMetres)
        json.member("highlights", highlights)
        json.member("id", id)
        json.member("importance", importance)
        json.member("latitude", latitude)
        json.member("locationType", locationType)
        json.member("longitude", longitude)
        json.member("match", match)
        json.member("matched", matched)
        json.member("matchedLanguage", matchedLanguage)
        json.member("members", members)
        json.member("modes", modes)
        json.member("name", name)
        json.member("routes", routes)
        json.member("wheelchair", wheelchair)
    }
}
