/// What is known from the other end of the way, so that a search looks at nothing that leads nowhere.
///
/// Whoever is at a place is of no use if the other end cannot be reached from there in time, or not with so
/// few vehicles that anything is gained. Whoever holds it keeps the tables alive.
struct ArrivalLowerBounds {
    private let times: Times?
    private let counts: Counts?

    /// When the other end is where; its times run the other way, so that a rider can go on where the two sum
    /// up to 0 at most.
    private struct Times {
        /// For each place, shifted by ``shift``: when one can board there, seen from the other end.
        let boardableAt: UnsafePointer<Int32>
        /// The same for arriving there in a vehicle.
        let bestArrival: UnsafePointer<Int32>
        let shift: Int
        /// All that happens before is known to the other end, nothing of what happens later.
        let horizon: Int32
    }

    /// How many vehicles the other end is away.
    private struct Counts {
        /// For each place two counts, as in ``FewestRides``.
        let fewest: UnsafePointer<UInt8>
        let limit: Int
        /// Those of the search: for each number of vehicles the time that is to be beaten.
        let bounds: UnsafePointer<Int32>

        @inline(__always)
        func allow(_ cell: Int, _ time: Int32, _ round: Int) -> Bool {
            let rides = round &+ min(limit, Int(fewest[cell]))
            return time < bounds[min(RaptorSearch.maximumRides &+ 1, rides)]
        }
    }

    /// In place of a time where everything is known; no overflow when added to one.
    static let never = Int32.max / 2

    /// What a stage of the search from the other end knows after its last round.
    init(_ stage: RaptorState, horizon: Int32) {
        times = Times(
            boardableAt: UnsafePointer(stage.boardableAt(RaptorSearch.maximumRides)),
            bestArrival: UnsafePointer(stage.bestArrival(RaptorSearch.maximumRides)),
            shift: stage.layout.shift, horizon: horizon)
        counts = nil
    }

    /// What is known of the vehicles that it takes from the other end, for a search with such bounds.
    init(_ fewest: borrowing FewestRides, bounds: UnsafePointer<Int32>) {
        times = nil
        counts = Counts(
            fewest: UnsafePointer(fewest.counts), limit: fewest.limit, bounds: bounds)
    }

    /// Whether it is of use to arrive in a vehicle: at the other end one boards there.
    @inline(__always)
    func allowsRiding(to location: Int, at time: Int32, round: Int) -> Bool {
        if let counts { return counts.allow(location &<< 1 | 1, time, round) }
        if let times {
            return min(times.boardableAt[location &<< times.shift], times.horizon) &+ time <= 0
        }
        return true
    }

    /// Whether it is of use to walk there: at the other end one arrives there in a vehicle.
    @inline(__always)
    func allowsWalking(to location: Int, at time: Int32, round: Int) -> Bool {
        if let counts { return counts.allow(location &<< 1, time, round) }
        if let times {
            return min(times.bestArrival[location &<< times.shift], times.horizon) &+ time <= 0
        }
        return true
    }
}
