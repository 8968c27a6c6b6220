/// Pruning bounds from the other end of the journey, so that a search skips labels that lead
/// nowhere.
///
/// Reaching a location is useless if the other end cannot be reached from there in time, or only
/// with so many rides that nothing is gained. The tables are not owned: the caller keeps them
/// alive.
struct ArrivalLowerBounds {
    private let times: Times?
    private let counts: Counts?

    /// Times found by a search from the other end.
    ///
    /// They run in the opposite direction, so a rider can continue where the two times add up to at
    /// most 0.
    private struct Times {
        /// For each location, shifted by ``shift``: when a vehicle can be boarded there, seen from
        /// the other end.
        let boardableAt: WorkTable<Int32>
        /// The same for arriving there in a vehicle.
        let bestArrival: WorkTable<Int32>
        let shift: Int
        /// The time up to which the other end's search is complete; it knows nothing of later
        /// times.
        let horizon: Int32
    }

    /// The number of rides to the other end.
    private struct Counts {
        /// Two counts for each location, as in ``FewestRides``.
        let fewest: WorkTable<UInt8>
        let limit: Int
        /// The bounds of this search: the arrival to improve on for each number of rides.
        let bounds: WorkTable<Int32>

        @inline(__always)
        func allow(_ cell: Int, _ time: Int32, _ round: Int) -> Bool {
            let rides = round &+ min(limit, Int(fewest[cell]))
            return time < bounds[min(RaptorSearch.maximumRides &+ 1, rides)]
        }
    }

    /// A horizon for complete knowledge; added to a time it does not overflow.
    static let never = Int32.max / 2

    /// Creates bounds from a stage of the search from the other end, after its last round.
    init(_ stage: RaptorState, horizon: Int32) {
        times = Times(
            boardableAt: stage.boardableAt(RaptorSearch.maximumRides),
            bestArrival: stage.bestArrival(RaptorSearch.maximumRides),
            shift: stage.layout.shift, horizon: horizon)
        counts = nil
    }

    /// Creates bounds from the number of rides to the other end, for a search with the given
    /// arrival bounds.
    init(_ fewest: borrowing FewestRides, bounds: WorkTable<Int32>) {
        times = nil
        counts = Counts(
            fewest: fewest.counts, limit: fewest.limit, bounds: bounds)
    }

    /// Returns whether arriving in a vehicle is useful: seen from the other end, a vehicle is
    /// boarded there.
    @inline(__always)
    func allowsRiding(to location: Int, at time: Int32, round: Int) -> Bool {
        if let counts { return counts.allow(location &<< 1 | 1, time, round) }
        if let times {
            return min(times.boardableAt[location &<< times.shift], times.horizon) &+ time <= 0
        }
        return true
    }

    /// Returns whether walking there is useful: seen from the other end, a vehicle arrives there.
    @inline(__always)
    func allowsWalking(to location: Int, at time: Int32, round: Int) -> Bool {
        if let counts { return counts.allow(location &<< 1, time, round) }
        if let times {
            return min(times.bestArrival[location &<< times.shift], times.horizon) &+ time <= 0
        }
        return true
    }
}
