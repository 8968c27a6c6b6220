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
    /// most 0. Both searches have the same memory layout.
    private struct Times {
        /// For each location, as in ``RaptorState``: when a vehicle can be boarded there, seen from
        /// the other end.
        let boardableAt: WorkTable<Int32>
        /// The same for arriving there in a vehicle.
        let bestArrival: WorkTable<Int32>
        /// The time up to which the other end's search is complete; it knows nothing of later
        /// times.
        let horizon: Int32
        /// For each location, as in ``RaptorState``: the rides to the other end, plus one.
        let firstRounds: WorkTable<UInt8>
        /// The number of rides of the journeys to find.
        let limit: Int

        @inline(__always)
        func allow(_ location: Int, _ known: Int32, at time: Int32, round: Int) -> Bool {
            min(known, horizon) &+ time <= 0 && Int(firstRounds[location]) &+ round <= limit &+ 1
        }
    }

    /// The number of rides to the other end.
    private struct Counts {
        /// Two counts for each location, as in ``FewestRides``.
        let fewest: WorkTable<UInt8>
        let limit: Int
        /// For each location, the least seconds to the other end, as in ``TravelTimes``; only a
        /// search of many departures reads them.
        let seconds: WorkTable<Int32>?
        /// The bounds of this search: the arrival to improve on for each number of rides.
        let bounds: WorkTable<Int32>
        /// The arrival to improve on in this round, for each count of `fewest`.
        let roundBounds: WorkTable<Int32>

        @inline(__always)
        func allow<Kind: RideKind>(
            _ kind: Kind.Type, _ location: Int, _ cell: Int, _ time: Int32
        ) -> Bool {
            let bound = roundBounds[Int(fewest[cell])]
            guard Kind.layout.isByRides, let seconds else { return time < bound }
            return time &+ seconds[location] < bound
        }
    }

    /// A horizon for complete knowledge; added to a time it does not overflow.
    static let never = Int32.max / 2

    /// Creates bounds for journeys with a number of rides, from a stage of the search from the
    /// other end after its last round.
    init(_ stage: RaptorState, horizon: Int32, rides: Int) {
        times = Times(
            boardableAt: stage.boardableAt(RaptorSearch.maximumRides),
            bestArrival: stage.bestArrival(RaptorSearch.maximumRides),
            horizon: horizon, firstRounds: stage.firstRounds, limit: rides)
        counts = nil
    }

    /// Creates bounds from the number of rides to the other end, for a search with the given
    /// arrival bounds.
    init(_ fewest: borrowing FewestRides, bounds: WorkTable<Int32>) {
        times = nil
        counts = Counts(
            fewest: fewest.counts, limit: fewest.limit, seconds: nil, bounds: bounds,
            roundBounds: fewest.roundBounds)
    }

    /// Creates bounds from the number of rides and the seconds to the other end, for a search of
    /// many departures.
    init(
        _ fewest: borrowing FewestRides, _ travel: borrowing TravelTimes, bounds: WorkTable<Int32>
    ) {
        times = nil
        counts = Counts(
            fewest: fewest.counts, limit: fewest.limit, seconds: travel.seconds, bounds: bounds,
            roundBounds: fewest.roundBounds)
    }

    /// Prepares for a round, for which the bounds of the search are known.
    func begin(round: Int) {
        guard let counts else { return }
        for count in 0...counts.limit {
            counts.roundBounds[count] =
                counts.bounds[min(RaptorSearch.maximumRides + 1, round + count)]
        }
        counts.roundBounds[Int(FewestRides.unknown)] = counts.roundBounds[counts.limit]
    }

    /// Returns whether arriving in a vehicle is useful: seen from the other end, a vehicle is
    /// boarded there.
    @inline(__always)
    func allowsRiding<Kind: RideKind>(
        _ kind: Kind.Type, to location: Int, at time: Int32, round: Int
    ) -> Bool {
        if let counts { return counts.allow(kind, location, location &<< 1 | 1, time) }
        if let times {
            return times.allow(
                location, times.boardableAt[location &<< Kind.layout.boardableShift], at: time,
                round: round)
        }
        return true
    }

    /// Returns whether walking there is useful: seen from the other end, a vehicle arrives there.
    @inline(__always)
    func allowsWalking<Kind: RideKind>(
        _ kind: Kind.Type, to location: Int, at time: Int32, round: Int
    ) -> Bool {
        if let counts { return counts.allow(kind, location, location &<< 1, time) }
        if let times {
            return times.allow(
                location, times.bestArrival[location &<< Kind.layout.shift], at: time, round: round)
        }
        return true
    }
}
