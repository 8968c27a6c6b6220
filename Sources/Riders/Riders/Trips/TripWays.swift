import Realtime
import Timetables
import Transit
import TransitModel

/// Finds the vehicles for a trip along the lines of its route.
struct TripWays {
    let network: SavedNetwork
    let trip: PlannedTrip
    let route: SavedRoute
    let overlay: RealtimeOverlay

    /// The longest time from departure to arrival, in seconds.
    private static let maximumWay: Int64 = 12 * 3600
    /// The maximum number of first vehicles for which the rest is searched; a line has fewer in the
    /// hours that matter.
    private static let maximumFirst = 300

    /// Returns the rides that arrive in time and depart last; those that have left by `now` do not
    /// count.
    func latest(on day: ServiceDay, now: UnixTime) throws(TripProblem) -> RouteDeparture {
        for ride in route.rides {
            for stop in [ride.from, ride.to] where network.stops(stop).isEmpty {
                throw .unknownStop(name: stop.name)
            }
            let (from, to) = (network.stops(ride.from), network.stops(ride.to))
            guard !network.rides.stretches(from: from, to: to).isEmpty else {
                throw .noLine(goesBack: false)
            }
        }
        let deadline = trip.deadline(on: day, in: network.timetable.timeZone).seconds
        let ways = firstRides(leaving: deadline - Self.maximumWay...deadline).suffix(
            Self.maximumFirst)
        let best = ways.reversed().lazy.filter { $0.departure > now.seconds }.map(continued).first {
            $0.works && arrival($0) <= deadline
        }
        if let best { return best }
        throw problem(on: day, deadline: deadline, now: now)
    }

    /// Returns the rides that arrive first, of those whose first vehicle departs in a window; nil
    /// if there are none.
    func first(leaving window: ClosedRange<Int64>) -> RouteDeparture? {
        firstRides(leaving: window).prefix(Self.maximumFirst).map(continued).filter(\.works).min {
            arrival($0) < arrival($1)
        }
    }

    /// Returns the rest of the rides after a vehicle that the rider is on, the ride with a number
    /// counted from 0; nil if nothing continues.
    func rest(after ride: FoundRide, number: Int) -> [FoundRide]? {
        let left = SavedRoute(
            id: route.id, rides: Array(route.rides[number...]),
            changeSeconds: Array(route.changeSeconds[number...]))
        let way = network.continued(ride, left, overlay)
        return way.works ? Array(way.rides.dropFirst()) : nil
    }

    private func firstRides(leaving window: ClosedRange<Int64>) -> [FoundRide] {
        guard let first = route.rides.first else { return [] }
        return network.rides.rides(
            on: network.way(first), leaving: window, overlay: overlay, limit: .max
        ).filter { !$0.run.isCancelled }
    }

    private func continued(_ first: FoundRide) -> RouteDeparture {
        network.continued(first, route, overlay)
    }

    /// The rider's arrival, in Unix seconds.
    private func arrival(_ way: RouteDeparture) -> Int64 {
        (way.rides.last?.arrival ?? .max - trip.walkAfter) + trip.walkAfter
    }

    private func problem(
        on day: ServiceDay, deadline: Int64, now: UnixTime
    ) -> TripProblem {
        let zone = network.timetable.timeZone
        let start = zone.start(of: day).seconds
        let end = zone.start(of: day.advanced(by: 1)).seconds
        let rides = firstRides(leaving: start...end - 1)
        guard let first = rides.lazy.map(continued).first(where: \.works) else {
            return .noService(day)
        }
        if let leaves = first.rides.first?.departure, leaves > now.seconds,
            arrival(first) > deadline
        {
            return .tooEarly(first: UnixTime(seconds: arrival(first)))
        }
        let next = rides.lazy.filter { $0.departure > now.seconds }.map(continued).first(
            where: \.works)
        return .tooLate(next: next.map { UnixTime(seconds: arrival($0)) })
    }
}
