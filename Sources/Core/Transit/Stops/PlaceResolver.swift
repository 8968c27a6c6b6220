package import Timetables
package import TransitModel

/// What a person named as a place, on a command line or in an address.
package enum PlaceResolution: Sendable, Equatable {
    /// A place on the globe.
    case coordinate(Coordinate)
    /// One stop or station.
    case stop(ResolvedStop)
    /// Several places fit: at most ten, the best first.
    case ambiguous([StopHit])
    /// No place fits; these are spelled much the same: at most ten, perhaps none.
    case unknown(suggestions: [StopHit])
    /// Two numbers that are no latitude and longitude.
    case offTheGlobe
}

/// A stop or a station that was named, with the stops where its vehicles call.
package struct ResolvedStop: Sendable, Equatable {
    /// The stop or station.
    package let stop: StopIndex
    /// Where to board and alight: all platforms of a place that was named, or the one whose id was given.
    package let members: [StopIndex]
    /// The name to show.
    package let name: String
}

/// Finds out which place a person means who can give one answer only.
///
/// In this order: `latitude,longitude`; a stop id; a whole name or a stop code that only one place
/// has; the beginning of words that only one place has. Typing aids are ``StopSearchIndex``'s.
package struct PlaceResolver: Sendable {
    private let index: StopSearchIndex

    /// The most candidates of an answer.
    package static let maximumCandidates = 10

    /// Resolves places of the index's network.
    package init(_ index: StopSearchIndex) {
        self.index = index
    }

    /// The place that a text names.
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
        // The name that is shown comes before another place's name in another language.
        let exact = hits.filter { $0.match == .exact }
        let shown = exact.filter { $0.matchedName == nil }
        for candidates in [shown, exact, hits] where !candidates.isEmpty {
            guard candidates.count == 1, let only = candidates.first else {
                return .ambiguous(candidates)
            }
            return .stop(ResolvedStop(stop: only.stop, members: only.members, name: only.name))
        }
        query.allowsTypos = true
        return .unknown(suggestions: index.search(query))
    }

    /// The place of a GTFS `stop_id`; nil if there is no such stop.
    ///
    /// A station, or a part of one where nothing calls, is the whole place; so is a stop that is one
    /// station with another feed's, and the stop that leads others of its name where no station joins
    /// them. Any other stop is itself.
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

    /// The place of a GTFS `stop_code`, letter for letter; nil if no place has it, or several do.
    ///
    /// A code that one stop bears is that stop, as ``place(id:)`` has it; one that several stops of a
    /// place share is the whole place.
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
    /// What to tell the person if the text named no place; nil if it did.
    ///
    /// `text` is what was typed. Says what to do next.
    package func complaint(about text: String, in timetable: Timetable) -> String? {
        func list(_ hits: [StopHit]) -> String {
            hits.map { "\($0.name) (\(timetable.stops.id($0.stop)))" }.joined(separator: ", ")
        }
        let shown = text.prefix(60)
        switch self {
        case .coordinate, .stop: return nil
        case .ambiguous(let hits):
            return "'\(shown)' may be several stops; give the id of one: \(list(hits))."
        case .unknown(let hits):
            if hits.isEmpty { return "There is no stop like '\(shown)'." }
            return "There is no stop '\(shown)'. Similar: \(list(Array(hits.prefix(5))))."
        case .offTheGlobe:
            return "'\(shown)' is no place on Earth; give latitude,longitude, as in 47.17,8.51."
        }
    }
}
