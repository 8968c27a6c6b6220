#if hasFeature(Embedded)
import TransitModel
#else
import Synchronization
#endif

/// What searches read: the columns of some days, and the same with time reversed.
package final class RaptorTimetable: Sendable {
    package let columns: RoutingColumns
    private let reverse = Mutex<RoutingColumns?>(nil)
    /// Those of the tables, then those of the time-reversed ones.
    private let fastestHops = Mutex<[FastestHops?]>([nil, nil])

    package init(_ columns: RoutingColumns) {
        self.columns = columns
    }

    /// The time-reversed tables, built on first use.
    var reversed: RoutingColumns {
        if let known = reverse.withLock({ $0 }) { return known }
        // Two searches may build it concurrently; either copy may be kept.
        let made = columns.reversed()
        reverse.withLock { $0 = made }
        return made
    }

    /// Returns the fastest hops of the tables or of the time-reversed ones, found on first use.
    func fastestHops(isReversed: Bool) -> FastestHops {
        let index = isReversed ? 1 : 0
        if let known = fastestHops.withLock({ $0[index] }) { return known }
        let made = FastestHops(isReversed ? reversed : columns)
        fastestHops.withLock { $0[index] = made }
        return made
    }
}
