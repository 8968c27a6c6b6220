import Routing
import Timetables
import TransitModel

/// A connection in its minimal form: the runs, and where they are boarded and left.
///
/// Everything else, such as times, transfers and whether it can be made, follows from it and from
/// what is known of the runs. Searches return skeletons, and ids of saved connections store them.
struct JourneySkeleton: Hashable {
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

    /// The time on foot.
    var walkSeconds: Int64 {
        legs.reduce(0) { if case .walk(let walk) = $1 { $0 + Int64(walk.seconds) } else { $0 } }
    }

    var firstWalk: Walk? { if case .walk(let walk)? = legs.first { walk } else { nil } }

    var lastWalk: Walk? { if case .walk(let walk)? = legs.last { walk } else { nil } }

    /// The indices of the rides among the legs.
    var rideLegs: [Int] {
        legs.indices.filter { if case .ride = legs[$0] { true } else { false } }
    }
}
