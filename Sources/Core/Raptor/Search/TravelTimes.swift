import TransitModel

/// Lower bounds for the seconds from each location to the destination, as if each vehicle and each
/// transfer were there at once.
///
/// A search by Dijkstra over the fastest hops and the footpaths; its queue has a list of locations
/// for each half minute.
struct TravelTimes: ~Copyable {
    /// For each location; ``RoutingColumns/never`` where no way leads.
    let seconds: WorkTable<Int32>
    private let locationCapacity: Int
    /// The first location of each list, and for each location its neighbours there, or ``none``.
    private let heads: WorkTable<UInt32>
    private let next: WorkTable<UInt32>
    private let previous: WorkTable<UInt32>
    private var queuedCount = 0

    private static let none = UInt32.max
    /// Instead of the location before: the location is not in a list.
    private static let notQueued = UInt32.max - 1
    /// The duration of a list is two to this power.
    private static let shift: Int32 = 5
    private static let listCount: Int32 = 1024
    /// Longer hops and walks count as this long, so that all lists in use are different.
    private static let maximum: Int32 = 32_000

    init(_ columns: RoutingColumns) {
        locationCapacity = columns.locations.count
        seconds = WorkTable(repeating: 0, count: locationCapacity)
        heads = WorkTable(repeating: Self.none, count: Int(Self.listCount))
        next = WorkTable(repeating: Self.none, count: locationCapacity)
        previous = WorkTable(repeating: Self.notQueued, count: locationCapacity)
    }

    deinit {
        seconds.deallocate()
        heads.deallocate()
        next.deallocate()
        previous.deallocate()
    }

    /// Returns whether the memory is large enough for other columns.
    func fits(_ columns: RoutingColumns) -> Bool { columns.locations.count <= locationCapacity }

    /// Finds the times to the destinations; `hops` are those of the search, `opposite` its columns
    /// with time reversed.
    mutating func find(
        _ hops: FastestHops, _ opposite: RoutingColumns, to destinations: [AccessLocation],
        walkingPercent: Int32
    ) {
        let (hopOffsets, hopRows) = (ColumnRows(hops.offsets), ColumnRows(hops.rows))
        let walks = opposite.walks(atPercent: walkingPercent)
        let (walkOffsets, walkRows) = (
            ColumnRows(opposite.transfers.offsets), ColumnRows(walks)
        )
        seconds.fill(RoutingColumns.never, count: opposite.locations.count)
        for destination in destinations {
            for location in opposite.locations.locations(of: destination.stop) {
                reach(Int(location), in: min(Self.maximum, max(0, destination.seconds)))
            }
        }
        var list = 0
        while queuedCount > 0 {
            let head = heads[list]
            guard head != Self.none else {
                list = (list &+ 1) & Int(Self.listCount &- 1)
                continue
            }
            let location = Int(head)
            remove(location, list)
            let time = seconds[location]
            relax(hopRows, Int(hopOffsets[location])..<Int(hopOffsets[location &+ 1]), time)
            relax(walkRows, Int(walkOffsets[location])..<Int(walkOffsets[location &+ 1]), time)
        }
    }

    @inline(__always)
    private mutating func relax(
        _ rows: ColumnRows<RoutingColumns.Walk>, _ range: Range<Int>, _ time: Int32
    ) {
        for row in range {
            let way = rows[row]
            reach(Int(way.target), in: time &+ min(Self.maximum, way.seconds))
        }
    }

    @inline(__always)
    private mutating func reach(_ location: Int, in time: Int32) {
        let known = seconds[location]
        guard _slowPath(time < known) else { return }
        seconds[location] = time
        let list = Self.list(time)
        if previous[location] != Self.notQueued {
            let old = Self.list(known)
            if old == list { return }
            remove(location, old)
        }
        let head = heads[list]
        next[location] = head
        previous[location] = Self.none
        if head != Self.none { previous[Int(head)] = UInt32(truncatingIfNeeded: location) }
        heads[list] = UInt32(truncatingIfNeeded: location)
        queuedCount &+= 1
    }

    @inline(__always)
    private static func list(_ time: Int32) -> Int {
        Int((time &>> shift) & (listCount &- 1))
    }

    @inline(__always)
    private mutating func remove(_ location: Int, _ list: Int) {
        let (before, after) = (previous[location], next[location])
        if before == Self.none { heads[list] = after } else { next[Int(before)] = after }
        if after != Self.none { previous[Int(after)] = before }
        previous[location] = Self.notQueued
        queuedCount &-= 1
    }
}
