/// From where on a lane was ridden already, and on which run: neither that run nor a later one pays again.
///
/// Most places that are reached anew, a headway earlier than before, are those of lanes that were just ridden;
/// and of the lanes at a destination one has a run at the moment that is looked at, the others run as before.
/// As in trip-based routing (Witt, "Trip-Based Public Transit Routing", 2015), what is known of a run holds for
/// all that follow it, as runs of a lane do not overtake one another. That a search from then on looks at less
/// than it did before, never at more, is for the search to see to.
struct RaptorRouteCache: BitwiseCopyable {
    /// The first position at which it was boarded.
    private let position: UInt16
    private let run: UInt16

    /// Nothing is known: the lane was not ridden.
    static let none = RaptorRouteCache(position: UInt16.max, run: UInt16.max)

    private init(position: UInt16, run: UInt16) {
        self.position = position
        self.run = run
    }

    /// Nil for runs that are too many to be counted.
    @inline(__always)
    init?(position: Int, run: Int) {
        guard run < Int(UInt16.max) else { return nil }
        self.init(
            position: UInt16(truncatingIfNeeded: position), run: UInt16(truncatingIfNeeded: run))
    }

    /// Whether all that it tells is told by another one.
    @inline(__always)
    func isCovered(by other: RaptorRouteCache) -> Bool {
        other.position <= position && other.run <= run
    }

    /// Whether boarding at a position at a time or later leads to a run of which nothing is known.
    @inline(__always)
    func leavesAnything(
        _ number: Int, at position: UInt16, from time: Int32, _ tables: borrowing Tables
    ) -> Bool {
        guard position >= self.position else { return true }
        // The run before the known one is the last that would be news.
        guard run > 0 else { return false }
        let route = tables.routes[number]
        let row = Int(route.runs) &+ Int(run) &- 1
        let call = Int(tables.profiles[row]) &+ Int(position)
        let seconds =
            route.isWide
            ? tables.wideDepartures[call]
            : Int32(truncatingIfNeeded: tables.narrowDepartures[call])
        return tables.starts[row] &+ seconds >= time
    }
}
