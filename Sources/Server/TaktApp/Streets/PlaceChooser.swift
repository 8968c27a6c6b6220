import PlaceIndex
import Timetables
package import Transit
package import TransitModel
import WireAPI

/// Finds the place that a text on a command line means.
///
/// A text that names several places means the one that the app's search field lists first.
package struct PlaceChooser: Sendable {
    /// A chosen place.
    package struct Choice: Equatable, Sendable {
        package let place: PlanningPlace
        /// A sentence about what was chosen; nil if the text names no other place.
        package let remark: String?
    }

    /// No place matches a text.
    package struct NoPlace: Error, Equatable {
        /// Says so, with similar names if there are any.
        package let sentence: String
        /// Whether the text is a name that no place has, rather than no coordinate on Earth.
        package let isUnknown: Bool
    }

    private let resolver: PlaceResolver
    private let streets: ServedStreets?
    private var stops: StopColumns { resolver.index.timetable.stops }

    /// The number of other candidates in a remark.
    private static let maximumOthers = 3

    /// Creates a chooser among stops, and with streets among addresses and other places too.
    package init(_ index: StopSearchIndex, streets: ServedStreets?) {
        resolver = PlaceResolver(index, searchPlaces: streets.map { $0.search })
        self.streets = streets
    }

    /// Returns the places of two texts; each prefers what is near the other end, except that the
    /// start is chosen first if neither is clear by itself.
    ///
    /// - Throws: ``NoPlace`` if nothing matches one of them.
    package func ends(
        from: String, to: String
    ) throws(NoPlace) -> (from: Choice, to: Choice) {
        if let end = clear(to, resolver.resolve(to)) {
            return (try choose(from, near: coordinate(end)), Choice(place: end, remark: nil))
        }
        let start = try choose(from, near: nil)
        return (start, try choose(to, near: coordinate(start.place)))
    }

    /// Returns the best place of a text, among equally good ones the nearest to `near`.
    ///
    /// A place that only some of the words match is named and not chosen.
    ///
    /// - Throws: ``NoPlace`` if nothing matches all words.
    package func choose(_ text: String, near: Coordinate?) throws(NoPlace) -> Choice {
        let found = resolver.resolve(text)
        if let place = clear(text, found) { return Choice(place: place, remark: nil) }
        let isName = found != .offTheGlobe && text.contains { !$0.isWhitespace }
        let candidates = isName ? listed(text, near: near) : []
        guard let best = candidates.first, let place = place(best) else {
            let complaint = found.explanation(of: text, in: resolver.index.timetable)
            throw NoPlace(
                sentence: complaint ?? "There is no place like '\(text.prefix(60))'.",
                isUnknown: found != .offTheGlobe)
        }
        let others = candidates.dropFirst().prefix(Self.maximumOthers).map(name)
        guard best.hasAllWords else {
            throw NoPlace(
                sentence: "There is no place '\(text.prefix(60))'. Similar: "
                    + ([name(best)] + others).joined(separator: ", ") + ".", isUnknown: true)
        }
        return Choice(
            place: place,
            remark: "'\(text.prefix(60))' is taken for \(name(best))"
                + (others.isEmpty ? "." : ", not for \(others.joined(separator: " or "))."))
    }

    /// Returns the coordinate of a place; nil for a stop without one.
    package func coordinate(_ place: PlanningPlace) -> Coordinate? {
        switch place {
        case .point(let coordinate, _): coordinate
        case .stop(let stop, let members):
            stops.coordinate(stop) ?? members.lazy.compactMap { stops.coordinate($0) }.first
        }
    }

    /// Returns the places of a text in the order of the app's field.
    private func listed(_ text: String, near: Coordinate?) -> [FoundPlaceAnswer] {
        let query = StopQuery(text, near: near, limit: PlaceResolver.maximumCandidates)
        let places =
            streets?.places.search(PlaceQuery(text, near: near, limit: query.limit)) ?? []
        return PlacesAnswer(
            places, resolver.index.search(query), in: resolver.index.timetable,
            limit: query.limit
        ).places
    }

    /// Returns the only place that a text names; nil if it names several or none.
    private func clear(_ text: String, _ found: PlaceResolution) -> PlanningPlace? {
        switch found {
        case .coordinate(let coordinate): .point(coordinate, name: text)
        case .place(let place): .point(place.coordinate, name: place.name)
        case .stop(let stop): .stop(stop.stop, members: stop.members)
        case .ambiguous, .ambiguousPlaces, .unknown, .offTheGlobe: nil
        }
    }

    private func place(_ found: FoundPlaceAnswer) -> PlanningPlace? {
        guard let id = found.id else {
            return .point(found.coordinate, name: found.nameWithLocality)
        }
        return resolver.place(id: id).map { .stop($0.stop, members: $0.members) }
    }

    private func name(_ found: FoundPlaceAnswer) -> String {
        let id = found.id ?? "\(found.coordinate.latitude),\(found.coordinate.longitude)"
        return "\(found.nameWithLocality) (\(id))"
    }
}
