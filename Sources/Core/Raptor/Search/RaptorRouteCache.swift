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
    private let isWide: Bool
    /// The run's row in ``RoutingColumns/Runs/times``, so that the RAPTOR route need not be read; 0
    /// if it is the first run, before which there is none to board.
    private let row: UInt32

    /// The RAPTOR route has not been scanned.
    static let none = RaptorRouteCache(position: .max, isWide: false, row: .max)

    private init(position: UInt16, isWide: Bool, row: UInt32) {
        self.position = position
        self.isWide = isWide
        self.row = row
    }

    @inline(__always)
    init(_ route: RoutingColumns.RaptorRoute, position: Int, run: Int) {
        self.init(
            position: UInt16(truncatingIfNeeded: position), isWide: route.isWide,
            row: run == 0 ? 0 : route.runs &+ UInt32(truncatingIfNeeded: run))
    }

    /// Returns whether another entry implies this one.
    @inline(__always)
    func isCovered(by other: RaptorRouteCache) -> Bool {
        other.position <= position && other.row <= row
    }

    /// Returns whether boarding at a position at or after a time can reach a run that is not yet
    /// covered.
    @inline(__always)
    func leavesAnything(
        at position: UInt16, from time: Int32, _ tables: borrowing SearchTables
    ) -> Bool {
        guard position >= self.position else { return true }
        // Only a run before the stored one would be an improvement.
        guard row > 0 else { return false }
        return tables.departure(
            row: Int(row) &- 1, at: Int(position), isWide: isWide) >= time
    }
}
