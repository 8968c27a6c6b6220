/// Finds walks along the streets of a map.
///
/// It is a struct of functions, so that Core needs no existential for the streets' module. The
/// functions may be called from many threads at once.
package struct StreetRouter: Sendable {
    /// The walk between two ends, as far as the map knows.
    package enum Answer: Hashable, Sendable {
        case walk(WalkLength)
        /// The map shows both ends, and no way between them within the limit.
        case noWay
        /// The map does not show one of the ends.
        case unmapped
    }

    /// A search for walks from one end.
    package struct Query: Sendable {
        package let origin: WalkEnd
        package let profile: WalkProfile
        /// The longest walk, in metres.
        package let maximumMetres: Double

        package init(from origin: WalkEnd, _ profile: WalkProfile, maximumMetres: Double) {
            self.origin = origin
            self.profile = profile
            self.maximumMetres = maximumMetres
        }
    }

    private let findLengths: @Sendable (Query, [WalkEnd]) -> [Answer]
    private let findWalk: @Sendable (Query, WalkEnd) -> StreetWalk?
    private let findAccess: @Sendable (WalkEnd) -> StreetAccess?

    /// Creates a router of three functions: the lengths of the walks to several ends, one for each
    /// end; the walk to one end, nil where there is none; and how a stop is connected with the
    /// streets, as ``access(to:)`` returns it.
    package init(
        lengths: @escaping @Sendable (Query, [WalkEnd]) -> [Answer],
        walk: @escaping @Sendable (Query, WalkEnd) -> StreetWalk?,
        access: @escaping @Sendable (WalkEnd) -> StreetAccess?
    ) {
        findLengths = lengths
        findWalk = walk
        findAccess = access
    }

    /// Returns the walk to each of the destinations, in their order.
    package func lengths(_ query: Query, to destinations: [WalkEnd]) -> [Answer] {
        findLengths(query, destinations)
    }

    /// Returns the walk with its line and its instructions; nil if there is none within the limit
    /// or the map does not show one of the ends.
    package func walk(_ query: Query, to destination: WalkEnd) -> StreetWalk? {
        findWalk(query, destination)
    }

    /// Returns how a stop is connected with the streets; nil if the map ends before.
    package func access(to stop: WalkEnd) -> StreetAccess? {
        findAccess(stop)
    }
}
