import JSONWriting
package import PlaceIndex
package import Timetables
package import Transit
package import TransitModel

/// The answer of `/api/v1/places`: stops and other places, the best match first.
package struct PlacesAnswer: Encodable, Sendable {
    package let places: [FoundPlaceAnswer]

    static let schema = JSONSchema("Places", .list("places", of: FoundPlaceAnswer.schema))

    /// Sorts stops before places that match as well, since riders of a network look for them first;
    /// but stops where nothing calls after them.
    package init(_ hits: [PlaceHit], _ stops: [StopHit], in timetable: Timetable?, limit: Int) {
        var ranked = hits.map { (rank: Self.rank($0.match), order: 1, entry: FoundPlaceAnswer($0)) }
        if let timetable {
            // Stops stay in the order of their own search.
            var rank = Int.max
            for stop in stops.reversed() {
                rank = min(rank, Self.rank(stop))
                guard let entry = FoundPlaceAnswer(stop, in: timetable) else { continue }
                ranked.insert((rank, stop.isServed ? 0 : 2, entry), at: hits.count)
            }
        }
        let sorted = ranked.enumerated().sorted { left, right in
            (left.element.rank, left.element.order, left.offset)
                < (right.element.rank, right.element.order, right.offset)
        }
        places = sorted.prefix(limit).map(\.element.entry)
    }

    private static func rank(_ match: PlaceHit.Match) -> Int { match.rawValue }

    private static func rank(_ stop: StopHit) -> Int {
        let match: PlaceHit.Match =
            switch stop.matchAmongPlaces {
            case .exact: .exact
            case .nameBeginning: .nameBeginning
            case .words: .words
            case .typos: .typos
            case .listed: .near
            }
        return rank(match)
    }
}

/// A place; members without a value are omitted.
package struct FoundPlaceAnswer: Encodable, Sendable {
    package let kind: String
    package let name: String
    let latitude: Double
    let longitude: Double
    package private(set) var id: String?
    package private(set) var street: String?
    private(set) var houseNumber: String?
    private(set) var postcode: String?
    package private(set) var locality: String?
    package private(set) var district: String?
    package private(set) var category: String?
    private(set) var matched: String?
    private(set) var matchedLanguage: String?
    private(set) var interpolated: Bool?
    let match: String

    /// Whether each word that was typed is in the place's name, area or number, or nearly so.
    package var hasAllWords: Bool { match != Self.someWords }

    private static let someWords = "some-words"
    private(set) var distanceMetres: Double?

    static let schema = JSONSchema(
        "FoundPlace",
        .text("kind", "`stop`, `address`, `street`, `poi`, `locality` or `postcode`"),
        .text("name", "Without one, what it is: the same word as `category`"),
        .number("latitude longitude"),
        .text("id?", "The `stop_id` of a stop"),
        .text("street?", "That of an address, or near a place without a name"),
        .text("houseNumber? postcode? locality? district?"),
        .text("category?", "OpenStreetMap's word for what it is, as in `cafe`"),
        .text("matched?", "The name that matched, if another one is displayed"),
        .text("matchedLanguage?"),
        .flag("interpolated?", "True for a house number between two known ones"),
        .text(
            "match",
            "`exact`, `beginning`, `words`, `number-unknown`, `typos`, `some-words` or `near`"),
        .number("distanceMetres?", "From `near`"))

    init(_ hit: PlaceHit) {
        kind = hit.kind.rawValue
        name = hit.name
        latitude = Self.rounded(hit.coordinate.latitude)
        longitude = Self.rounded(hit.coordinate.longitude)
        street = hit.address?.street ?? hit.nearStreet
        houseNumber = hit.address?.houseNumber
        postcode = hit.address?.postcode
        locality = hit.locality
        district = hit.district
        category = hit.category
        matched = hit.matchedName
        matchedLanguage = hit.matchedLanguage
        interpolated = hit.address?.isInterpolated == true ? true : nil
        match =
            switch hit.match {
            case .exact: "exact"
            case .nameBeginning: "beginning"
            case .words: "words"
            case .withoutNumber: "number-unknown"
            case .typos: "typos"
            case .someWords: Self.someWords
            case .near: "near"
            }
        distanceMetres = hit.distanceMetres.map { $0.rounded() }
    }

    /// Returns nil for a stop without a location.
    init?(_ hit: StopHit, in timetable: Timetable) {
        let stops = timetable.stops
        let coordinate =
            stops.coordinate(hit.stop) ?? hit.members.lazy.compactMap(stops.coordinate).first
        guard let coordinate else { return nil }
        kind = "stop"
        name = hit.name
        latitude = Self.rounded(coordinate.latitude)
        longitude = Self.rounded(coordinate.longitude)
        id = stops.id(hit.stop)
        matched = hit.matchedName
        matchedLanguage = hit.matchedLanguage
        match =
            switch hit.match {
            case .exact: "exact"
            case .nameBeginning: "beginning"
            case .words: "words"
            case .typos: "typos"
            case .listed: "near"
            }
        distanceMetres = hit.distanceMetres.map { $0.rounded() }
    }

    package var coordinate: Coordinate {
        Coordinate(latitude: latitude, longitude: longitude)
    }

    /// The name to display in one line, with the town or village of what is no stop, and the street
    /// near a place without a name.
    package var nameWithLocality: String {
        let isUnnamed = houseNumber == nil && street != nil
        return [name, isUnnamed ? street : nil, locality].compactMap(\.self)
            .joined(separator: ", ")
    }

    /// Rounds to a millionth of a degree, a tenth of a metre.
    private static func rounded(_ degrees: Double) -> Double { (degrees * 1e6).rounded() / 1e6 }
}
