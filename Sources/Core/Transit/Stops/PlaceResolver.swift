package import Timetables
package import TransitModel

/// The result of resolving a text from a command line or an address to a place.
package enum PlaceResolution: Sendable, Equatable {
    case coordinate(Coordinate)
    /// An address or another place that is no stop.
    case place(NamedPlace)
    /// One stop or station.
    case stop(ResolvedStop)
    /// Several places match: at most ten, the best first.
    case ambiguous([StopHit])
    /// No place matches; at most ten places with similar names, possibly none.
    case unknown(suggestions: [StopHit])
    /// No stop matches, but several addresses or other places do, the best first.
    case ambiguousPlaces([NamedPlace])
    /// Two numbers that are not a latitude and longitude.
    case offTheGlobe
}

/// A place that is no stop, such as an address.
package struct NamedPlace: Equatable, Sendable {
    /// The name to display, with the locality where one is known.
    package let name: String
    package let coordinate: Coordinate
    /// Whether it is an address or a street; other places are points of interest and localities.
    package let isAddress: Bool
    /// How well it matches what was typed.
    package let match: StopHit.Match

    package init(
        name: String, at coordinate: Coordinate, isAddress: Bool = true,
        match: StopHit.Match = .exact
    ) {
        self.name = name
        self.coordinate = coordinate
        self.isAddress = isAddress
        self.match = match
    }
}

/// A resolved stop or station, with the stops where its vehicles call.
package struct ResolvedStop: Sendable, Equatable {
    /// The stop or station.
    package let stop: StopIndex
    /// Where to board and alight: all platforms of a named place, or the stop whose id was given.
    package let members: [StopIndex]
    /// The name to display.
    package let name: String
}

/// Resolves a text to a single place.
///
/// In this order: `latitude,longitude`; a stop id; a full name or a stop code that only one place
/// has; the beginnings of words that only one place has; an address or another place, which counts
/// before a stop that matches less well or where nothing calls. Spelling variants are handled by
/// ``StopSearchIndex``.
package struct PlaceResolver: Sendable {
    /// Returns the places of a query that are no stops, the best match first.
    package typealias PlaceSearch = @Sendable (StopQuery) -> [NamedPlace]

    package let index: StopSearchIndex
    private let searchPlaces: PlaceSearch?

    /// The maximum number of candidates in a result.
    package static let maximumCandidates = 10

    /// The distance in metres within which places with the same name are one.
    private static let samePlaceMetres = 250.0

    /// Creates a resolver for stops, and for other places if there is a search for them.
    package init(_ index: StopSearchIndex, searchPlaces: PlaceSearch? = nil) {
        self.index = index
        self.searchPlaces = searchPlaces
    }

    /// Returns the places of a query that are no stops, the best match first.
    package func places(_ query: StopQuery) -> [NamedPlace] {
        searchPlaces?(query) ?? []
    }

    /// Returns the places that match a text equally well, by all words that were typed.
    private func bestPlaces(_ query: StopQuery) -> [NamedPlace] {
        let found = places(query)
        guard let best = found.map({ $0.match }).min(), best <= .words else { return [] }
        var places: [NamedPlace] = []
        for place in found where place.match == best {
            let isKnown = places.contains {
                $0.name == place.name
                    && $0.coordinate.distanceMetres(to: place.coordinate) < Self.samePlaceMetres
            }
            if !isKnown { places.append(place) }
        }
        return places
    }

    /// Whether stops come after places in a list of both; `stops`: the best first.
    private func comesAfter(_ stops: [StopHit], _ places: [NamedPlace]) -> Bool {
        guard let stop = stops.map({ $0.matchAmongPlaces }).min(), let place = places.first?.match
        else { return false }
        return place < stop || place == stop && !stops.contains { $0.isServed }
    }

    package func resolve(_ text: String) -> PlaceResolution {
        let text = CoordinateText.trimmed(text)
        if let (latitude, longitude) = CoordinateText.numbers(text) {
            return CoordinateText.place(latitude, longitude).map { .coordinate($0) }
                ?? .offTheGlobe
        }
        if let stop = place(id: text) { return .stop(stop) }
        if text.isEmpty { return .unknown(suggestions: []) }
        var query = StopQuery(text, limit: Self.maximumCandidates)
        query.allowsTypos = false
        let hits = index.search(query)
        // The displayed name takes precedence over another place's name in another language.
        let exact = hits.filter { $0.match == .exact }
        let shown = exact.filter { $0.matchedName == nil }
        let isCertain = shown.contains { $0.isServed }
        let places = isCertain ? [] : bestPlaces(query)
        for candidates in [shown, exact, hits] where !candidates.isEmpty {
            if comesAfter(candidates, places) { break }
            guard candidates.count == 1, let only = candidates.first else {
                return .ambiguous(candidates)
            }
            return .stop(ResolvedStop(stop: only.stop, members: only.members, name: only.name))
        }
        if let only = places.first {
            return places.count == 1 ? .place(only) : .ambiguousPlaces(places)
        }
        query.allowsTypos = true
        return .unknown(suggestions: index.search(query))
    }

    /// Returns the place of a GTFS `stop_id`; nil if there is no such stop.
    ///
    /// A station, or a part of one where nothing calls, resolves to the whole place. So does a stop
    /// that is the same station as another feed's stop, and the leading stop of a group of equal
    /// names without a station. Any other stop resolves to itself.
    package func place(id: String) -> ResolvedStop? {
        let stops = index.timetable.stops
        guard let place = index.stopWithID(id), let stop = index.timetable.keptStop(id)
        else { return nil }
        let isWhole =
            stops.locationType(stop) == .station || !stops.joined(to: stop).isEmpty
        let lead = isWhole ? stop : index.places.leads[place]
        if stops.locationType(stop) == .stop, stop != lead {
            return ResolvedStop(stop: stop, members: [stop], name: stops.name(stop))
        }
        return ResolvedStop(
            stop: lead, members: Array(index.places.members(of: place)), name: stops.name(lead))
    }

    /// Returns the place of a GTFS `stop_code`, compared exactly; nil if no place or several places
    /// have it.
    ///
    /// A code of a single stop resolves to that stop as in ``place(id:)``; a code that several
    /// stops of a place share resolves to the whole place.
    package func place(code: String) -> ResolvedStop? {
        let stops = index.timetable.stops
        let strings = index.timetable.strings
        var bearers: [StopIndex] = []
        for place in index.codes.places(code: StopQuery(code).words()) {
            let lead = index.places.leads[Int(place)]
            let members = index.places.members(of: Int(place)).filter { $0 != lead }
            bearers += ([lead] + members).filter { strings[stops.codes[$0]] == code }
        }
        guard let first = bearers.first else { return nil }
        if bearers.count == 1 { return place(id: stops.id(first)) }
        let places = Set(bearers.map { index.places.ofStop[$0.row] })
        guard places.count == 1, let place = places.first else { return nil }
        let lead = index.places.leads[Int(place)]
        return ResolvedStop(
            stop: lead, members: Array(index.places.members(of: Int(place))),
            name: stops.name(lead))
    }
}

extension PlaceResolution {
    /// Whether no place has such a name or id.
    package var isUnknown: Bool {
        if case .unknown = self { true } else { false }
    }

    /// Returns the message for the user if the text did not resolve to one place, including what to
    /// do next; nil if it did.
    ///
    /// `text` is the text that was typed.
    package func explanation(of text: String, in timetable: Timetable) -> String? {
        func list(_ hits: [StopHit]) -> String {
            hits.map { "\($0.name) (\(timetable.stops.id($0.stop)))" }.joined(separator: ", ")
        }
        let shown = text.prefix(60)
        switch self {
        case .coordinate, .stop, .place: return nil
        case .ambiguous(let hits):
            return "'\(shown)' may be several stops; give the id of one: \(list(hits))."
        case .ambiguousPlaces(let places):
            let names = places.map { place in
                let at = "\(place.coordinate.latitude),\(place.coordinate.longitude)"
                return "\(place.name) (\(at))"
            }
            return "'\(shown)' may be several places; give the whole address or the coordinate of "
                + "one: \(names.joined(separator: ", "))."
        case .unknown(let hits):
            if hits.isEmpty { return "There is no stop like '\(shown)'." }
            return "There is no stop '\(shown)'. Similar: \(list(Array(hits.prefix(5))))."
        case .offTheGlobe:
            return "'\(shown)' is no place on Earth; give latitude,longitude, as in 47.17,8.51."
        }
    }
}
