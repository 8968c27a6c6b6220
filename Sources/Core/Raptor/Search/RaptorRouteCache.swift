/// The position from which a RAPTOR route was scanned, and the run boarded there.
///
/// Boarding that run or a later one from there on gains nothing.
///
/// Most locations that are reached again, one headway earlier, are on routes that were just
/// scanned. Of the routes at a destination, one has a run at the departure being searched, and the
/// others run as before. As in trip-based routing (Witt, "Trip-Based Public Transit Routing",
/// 2015), what is known about a run holds for all later runs, because runs of a RAPTOR route do not
/// overtake one another. The search must ensure that it later explores less than it did when the
/// entry was written, never more.
struct RaptorRouteCache: BitwiseCopyable {
    /// The first position at which the run was boarded.
    private let position: UInt16
    private let run: UInt16

    /// The RAPTOR route has not been scanned.
    static let none = RaptorRouteCache(position: UInt16.max, run: UInt16.max)

    private init(position: UInt16, run: UInt16) {
        self.position = position
        self.run = run
    }

    /// Nil if the run's number is too large to be stored.
    @inline(__always)
    init?(position: Int, run: Int) {
        guard run < Int(UInt16.max) else { return nil }
        self.init(
            position: UInt16(truncatingIfNeeded: position), run: UInt16(truncatingIfNeeded: run))
    }

    /// Returns whether another entry implies this one.
    @inline(__always)
    func isCovered(by other: RaptorRouteCache) -> Bool {
        other.position <= position && other.run <= run
    }

    /// Returns whether boarding at a position at or after a time can reach a run that is not yet
    /// covered.
    @inline(__always)
    func leavesAnything(
        _ number: Int, at position: UInt16, from time: Int32, _ tables: borrowing SearchTables
    ) -> Bool {
        guard position >= self.position else { return true }
        // Only a run before the stored one would be an improvement.
        guard run > 0 else { return false }
        let route = tables.routes[number]
        let row = Int(route.runs) &+ Int(run) &- 1
        return tables.departure(route, row: row, at: Int(position)) >= time
    }
}
