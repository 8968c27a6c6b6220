/// Finds walks along the streets of a map.
///
/// It is a struct of functions, so that Core needs no existential for the streets' module. The
/// functions may be called from many threads at once.
package struct StreetRouter: Sendable {
    /// The walk between two places, as far as the map knows.
    package enum Answer: Hashable, Sendable {
        case walk(WalkLength)
        /// The map shows both places, and no way between them within the limit.
        case noWay
        /// The map does not show one of the places.
        case unmapped
    }

    /// A search for walks from one place.
    package struct Query: Sendable {
        package let origin: Coordinate
        package let profile: WalkProfile
        /// The longest walk, in metres.
        package let maximumMetres: Double

        package init(from origin: Coordinate, _ profile: WalkProfile, maximumMetres: Double) {
            self.origin = origin
            self.profile = profile
            self.maximumMetres = maximumMetres
        }
    }

    private let findLengths: @Sendable (Query, [Coordinate]) -> [Answer]
    private let findWalk: @Sendable (Query, Coordinate) -> StreetWalk?
    private let findGap: @Sendable (Coordinate) -> Double?

    /// Creates a router of three functions: the lengths of the walks to several places, one for
    /// each place; the walk to one place, nil where there is none; and the distance of a place from
    /// the nearest way, as ``gapMetres(at:)`` returns it.
    package init(
        lengths: @escaping @Sendable (Query, [Coordinate]) -> [Answer],
        walk: @escaping @Sendable (Query, Coordinate) -> StreetWalk?,
        gap: @escaping @Sendable (Coordinate) -> Double?
    ) {
        findLengths = lengths
        findWalk = walk
        findGap = gap
    }

    /// Returns the walk to each of the destinations, in their order.
    package func lengths(_ query: Query, to destinations: [Coordinate]) -> [Answer] {
        findLengths(query, destinations)
    }

    /// Returns the walk with its line and its instructions; nil if there is none within the limit
    /// or the map does not show one of the places.
    package func walk(_ query: Query, to destination: Coordinate) -> StreetWalk? {
        findWalk(query, destination)
    }

    /// Returns the metres from a place to the nearest way for pedestrians, infinite if there is
    /// none nearby; nil if the map ends before.
    package func gapMetres(at place: Coordinate) -> Double? {
        findGap(place)
    }
}
