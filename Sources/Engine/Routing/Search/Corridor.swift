/// What is known from the other end of the way, so that a search looks at nothing that leads nowhere.
///
/// Whoever is at a place is of no use if the other end cannot be reached from there in time, or not with so
/// few vehicles that anything is gained. Times of the other end run the other way: that a rider can go
/// on means that the two sum up to 0 at most. Whoever holds it keeps the tables alive.
struct Corridor {
    /// For each place, shifted by ``shift``: when one can board there, seen from the other end.
    let ready: UnsafePointer<Int32>
    /// The same for arriving there in a vehicle.
    let ridden: UnsafePointer<Int32>
    let shift: Int
    /// Two times a place, as in ``ReachSearch``, of those who set out later.
    let later: UnsafePointer<Int32>
    /// How many vehicles in all make that count: with so many nothing is gained by leaving earlier.
    let laterVehicles: Int
    /// All that happens before is known to the other end, nothing of what happens later.
    let horizon: Int32
    /// For each place two counts, as in ``FewestVehicles``; nil if they are not known.
    let fewest: UnsafePointer<UInt8>?
    /// ``FewestVehicles/limit``.
    let limit: Int
    /// Those of the search: for each number of vehicles the time that is to be beaten.
    let bounds: UnsafePointer<Int32>

    /// Whether it is of use to arrive in a vehicle: at the other end one boards there.
    @inline(__always)
    func allowsRiding(to place: Int, at time: Int32, round: Int) -> Bool {
        allows(place, time, round, ready, side: 1)
    }

    /// Whether it is of use to walk there: at the other end one arrives there in a vehicle.
    @inline(__always)
    func allowsWalking(to place: Int, at time: Int32, round: Int) -> Bool {
        allows(place, time, round, ridden, side: 0)
    }

    @inline(__always)
    private func allows(
        _ place: Int, _ time: Int32, _ round: Int, _ known: UnsafePointer<Int32>, side: Int
    ) -> Bool {
        guard let fewest else { return min(known[place &<< shift], horizon) &+ time <= 0 }
        let vehicles = round &+ min(limit, Int(fewest[place &<< 1 | side]))
        guard time < bounds[min(RoundSearch.maximumVehicles &+ 1, vehicles)] else { return false }
        let isLater = vehicles >= laterVehicles
        let other = (isLater ? later : known)[isLater ? place &<< 1 | side : place &<< shift]
        return min(other, horizon) &+ time <= 0
    }
}
