import Raptor
import Timetables
import TransitModel

/// Finds the trips as which vehicles continue with seated riders, as stated in transfers.txt (type
/// 4).
///
/// Block ids are ignored: in many networks nearly every trip belongs to a block. A later run of a
/// route could then be worth waiting for because of what its vehicle does next, which breaks the
/// order within RAPTOR routes. For the same reason, runs of the trips found here get RAPTOR routes
/// of their own.
struct ContinuationFinder {
    private let stated: [(from: TripIndex, to: TripIndex)]
    private let named: Set<TripIndex>

    init(_ transfers: TransferResolver) {
        stated = transfers.inSeat
        named = Set(stated.flatMap { [$0.from, $0.to] })
    }

    /// Returns whether a vehicle continues as another trip before or after this one.
    func isNamed(_ trip: TripIndex) -> Bool { named.contains(trip) }

    private struct DatedTrip: Hashable {
        let trip: TripIndex
        let day: Int8
    }

    /// Returns, for each run in the layout, the run its vehicle continues as; empty if there is
    /// none at all.
    ///
    /// Trips with several runs a day are left out, because it is unknown which run continues as
    /// which.
    func continuations(_ builder: RaptorRouteBuilder) -> [RoutingColumns.Continuation] {
        guard !stated.isEmpty else { return [] }
        let patterns = builder.timetable.patterns
        var routes: [DatedTrip: Int] = [:]
        for (number, route) in builder.routes.enumerated()
        where builder.dated.patterns[number] != .none && route.runCount == 1 {
            let row = Int(route.runs)
            let trip = patterns.runTrips[builder.dated.runs[row]]
            guard named.contains(trip), builder.timetable.trips.runs(of: trip).count == 1 else {
                continue
            }
            routes[DatedTrip(trip: trip, day: builder.dated.days[row])] = number
        }
        var result = [RoutingColumns.Continuation](repeating: .none, count: builder.runTimes.count)
        for (from, to) in stated {
            for day in builder.days.days {
                guard let first = routes[DatedTrip(trip: from, day: day.offset)],
                    let second = routes[DatedTrip(trip: to, day: day.offset)]
                else { continue }
                let (before, after) = (builder.routes[first], builder.routes[second])
                let row = Int(before.runs)
                let last = Int(builder.runTimes[row].profile) + Int(before.stopCount) - 1
                let arrival =
                    builder.runTimes[row].start
                    + builder.profiles.arrivalOffset(last, isWide: before.isWide)
                guard arrival <= builder.runTimes[Int(after.runs)].start else { continue }
                result[row] = RoutingColumns.Continuation(route: UInt32(second), run: 0)
            }
        }
        return result
    }
}
