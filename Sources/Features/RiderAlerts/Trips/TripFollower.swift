import Notifiers
import Realtime
import Rides
import Timetables
import TransitModel

/// Takes a rider through the changes of a trip whose first vehicle has left.
struct TripFollower {
    let network: SavedNetwork
    let watch: TripWatch
    let overlay: RealtimeOverlay

    /// Nobody is told of a change so long after it was to be made, in seconds.
    private static let tooLateSeconds: Int64 = 300

    /// Whether the last vehicle has left, so that nothing is to be told any more.
    func isOver(_ way: [CurrentRide], now: UnixTime) -> Bool {
        guard let rides = found(way), let last = rides.last else { return true }
        return last.departure <= now.seconds
    }

    /// What to tell now: first that a change does not work, then that the next stop is where to change.
    func next(_ way: [CurrentRide], now: UnixTime, minute: Int) throws -> Finding? {
        guard let rides = found(way), let route = watch.trip.route,
            route.changeSeconds.count == rides.count - 1,
            !watch.listener.settings.isQuiet(atMinute: minute)
        else { return nil }
        let told = watch.told.state.changes ?? 0
        for change in max(0, told - 1)...told
        where change < rides.count - 1 && rides[change + 1].departure > now.seconds {
            let ready = rides[change].arrival + Int64(route.changeSeconds[change])
            // Who has been told where to change is there, and may make it all the same.
            let isLate = change == told && ready > rides[change + 1].departure
            guard isLate || !rides[change + 1].canBeMade || !rides[change].canBeMade,
                watch.told.state.broken != change
            else { continue }
            return try broken(change, rides, route, now: now)
        }
        guard told < rides.count - 1 else { return nil }
        let (ride, arrival) = (rides[told], rides[told].arrival)
        let before = ride.run.expected(ride.ride.alight - 1).departure
        guard before <= now.seconds, arrival > now.seconds - Self.tooLateSeconds else { return nil }
        var telling = watch
        telling.told.state.changes = told + 1
        return try finding(
            .change(told), telling, RouteDeparture(rides: rides, wanted: rides.count))
    }

    /// From then on the rider is taken along by what goes on from there.
    private func broken(
        _ change: Int, _ rides: [FoundRide], _ route: SavedRoute, now: UnixTime
    ) throws -> Finding {
        let ways = TripWays(network: network, trip: watch.trip, route: route, overlay: overlay)
        let rest = rides[change].canBeMade ? ways.rest(after: rides[change], number: change) : nil
        let instead = rest.map { RouteDeparture(rides: $0, wanted: $0.count) }
        var telling = watch
        let goesOn = rest.flatMap { rest in
            RouteDeparture(rides: rides[...change] + rest, wanted: rides.count).underWay
        }
        telling.told.state.broken = goesOn == nil ? change : nil
        if let goesOn { telling.told.state.way = goesOn }
        return try finding(
            .changeBroken(change), telling, RouteDeparture(rides: rides, wanted: rides.count),
            instead: instead)
    }

    private func finding(
        _ call: TripCall, _ telling: TripWatch, _ way: RouteDeparture,
        instead: RouteDeparture? = nil
    ) throws -> Finding {
        var telling = telling
        telling.told.count += 1
        return Finding(
            listener: watch.listener, topic: watch.topic,
            news: .trip(TripNews(call: call, way: way, instead: instead, watch: telling)),
            id: telling.told.messageID(watch.topic),
            note: try Finding.note(watch.topic, telling.told), lifeSeconds: 600, urgency: .high)
    }

    /// The rides as they are expected; nil if one of them is in the network no more.
    private func found(_ way: [CurrentRide]) -> [FoundRide]? {
        let rides = way.compactMap { ride in
            network.run(ride, overlay: overlay).map { run in
                FoundRide(
                    ride: Ride(
                        run: run.reference, day: ride.day, board: ride.board, alight: ride.alight),
                    run: run)
            }
        }
        return rides.count == way.count ? rides : nil
    }
}

extension FoundRide {
    /// The vehicle runs, and calls where the rider gets on and off.
    var canBeMade: Bool {
        !run.isCancelled && !run.isSkipped(ride.board) && !run.isSkipped(ride.alight)
    }
}

extension RouteDeparture {
    /// The rides as they are kept while somebody is on them; nil without a change, and where one of the runs is in no
    /// timetable.
    var underWay: [CurrentRide]? {
        let kept = rides.compactMap { found in
            found.run.runIndex.map { run in
                CurrentRide(
                    id: "", trip: found.run.tripID, day: found.ride.day,
                    start: found.run.timetable.patterns.runStarts[run], board: found.ride.board,
                    alight: found.ride.alight)
            }
        }
        return kept.count == rides.count && kept.count > 1 ? kept : nil
    }
}
