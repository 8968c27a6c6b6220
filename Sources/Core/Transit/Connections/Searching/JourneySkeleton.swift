import Raptor
import Timetables
import TransitModel

/// A connection in its bare form: which runs, and where they are boarded and left.
///
/// Everything else - times, changes, whether it works - follows from it and from what is known of
/// those runs. Searches give sketches, ids of saved connections hold them.
struct JourneySkeleton: Hashable {
    /// One part.
    enum Leg: Hashable {
        case walk(Walk)
        case ride(Ride)
    }

    /// From stop to stop; nil for the origin and the destination themselves.
    struct Walk: Hashable {
        var from: StopIndex?
        var to: StopIndex?
        var seconds: Int32
    }

    var legs: [Leg]

    var rides: [Ride] {
        legs.compactMap { if case .ride(let ride) = $0 { ride } else { nil } }
    }

    init(_ legs: [Leg]) {
        self.legs = legs
    }

    init(_ journey: Journey, _ timetable: Timetable) {
        legs = journey.legs.map { leg in
            switch leg {
            case .walk(let walk):
                return .walk(
                    Walk(
                        from: walk.from, to: walk.to,
                        seconds: walk.arrival.seconds - walk.departure.seconds))
            case .ride(let ride):
                let count = timetable.patterns.runCount
                return .ride(
                    Ride(
                        run: ride.run.row < count
                            ? .scheduled(ride.run, ride.pattern) : .added(ride.run.row - count),
                        day: ride.day, board: ride.board, alight: ride.alight,
                        staysSeated: ride.staysSeated))
            }
        }
    }

    /// The walk before the first ride.
    var firstWalk: Walk? { if case .walk(let walk)? = legs.first { walk } else { nil } }

    /// The walk after the last ride.
    var lastWalk: Walk? { if case .walk(let walk)? = legs.last { walk } else { nil } }

    /// The places of the rides among the legs.
    var rideLegs: [Int] {
        legs.indices.filter { if case .ride = legs[$0] { true } else { false } }
    }
}
