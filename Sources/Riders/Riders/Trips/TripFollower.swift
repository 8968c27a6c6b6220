import Notifications
import Realtime
import Timetables
import Transit
import TransitModel

/// Guides a rider through the transfers of a trip whose first vehicle has left.
struct TripFollower {
    let network: SavedNetwork
    let watch: TripWatch
    let overlay: RealtimeOverlay

    /// The longest time after a transfer in which it is announced, in seconds.
    private static let tooLateSeconds: Int64 = 300
    /// The longest time from a run's first stop to where the rider boards, in seconds.
    private static let maximumRide: Int64 = 24 * 3600

    /// Returns whether nothing is left to announce: the last vehicle has left, with the rider or
    /// long enough ago that the transfer to it is of no use.
    func isOver(_ way: [CurrentRide], now: UnixTime) -> Bool {
        guard let rides = found(way), let last = rides.last else { return true }
        guard last.departure <= now.seconds else { return false }
        let isNotified = (watch.sent.state.transfers ?? 0) >= rides.count - 1
        return isNotified || watch.sent.state.broken != nil
            || rides[rides.count - 2].arrival + Self.tooLateSeconds <= now.seconds
    }

    /// Returns the announcement that is due: first that a transfer does not hold, then that the
    /// next stop is where to transfer.
    func next(_ way: [CurrentRide], now: UnixTime, minute: Int) throws -> Finding? {
        guard let rides = found(way), let route = watch.trip.route,
            route.changeSeconds.count == rides.count - 1,
            !watch.listener.settings.isQuiet(atMinute: minute)
        else { return nil }
        let sent = watch.sent.state.transfers ?? 0
        let failing = (max(0, sent - 1)...sent).first { transfer in
            transfer < rides.count - 1 && fails(transfer, rides, route, now: now)
        }
        if let failing { return try broken(failing, rides, route, now: now) }
        // A transfer before the next one that was announced as broken stays so once its vehicle has
        // left.
        guard sent < rides.count - 1, (watch.sent.state.broken ?? sent) >= sent else { return nil }
        let (ride, arrival) = (rides[sent], rides[sent].arrival)
        let before = ride.run.expected(ride.ride.alight - 1).departure
        guard before <= now.seconds, arrival > now.seconds - Self.tooLateSeconds else { return nil }
        var updated = watch
        updated.sent.state.transfers = sent + 1
        updated.sent.state.broken = nil
        return try finding(
            .transfer(sent), updated, RouteDeparture(rides: rides, wanted: rides.count))
    }

    /// Returns whether a transfer does not hold, and its rider can still do something about it.
    private func fails(
        _ transfer: Int, _ rides: [FoundRide], _ route: SavedRoute, now: UnixTime
    ) -> Bool {
        let (before, after) = (rides[transfer], rides[transfer + 1])
        // A rider who was reminded where to transfer is there, and may still catch the vehicle.
        let isToCome = transfer == (watch.sent.state.transfers ?? 0)
        let isLate =
            isToCome && before.arrival + Int64(route.changeSeconds[transfer]) > after.departure
        let until =
            isToCome
            ? max(after.departure, before.arrival + Self.tooLateSeconds) : after.departure
        return until > now.seconds && (isLate || !after.canBeMade || !before.canBeMade)
    }

    /// Announces a broken transfer with the continuation that the rider then follows; nil if the
    /// rider already knows that there is none.
    private func broken(
        _ transfer: Int, _ rides: [FoundRide], _ route: SavedRoute, now: UnixTime
    ) throws -> Finding? {
        let ways = TripWays(network: network, trip: watch.trip, route: route, overlay: overlay)
        let rest =
            rides[transfer].canBeMade ? ways.rest(after: rides[transfer], number: transfer) : nil
        let instead = rest.map { RouteDeparture(rides: $0, wanted: $0.count) }
        var updated = watch
        let goesOn = rest.flatMap { rest in
            RouteDeparture(rides: rides[...transfer] + rest, wanted: rides.count).underWay
        }
        guard goesOn != nil || watch.sent.state.broken != transfer else { return nil }
        updated.sent.state.broken = goesOn == nil ? transfer : nil
        if let goesOn { updated.sent.state.way = goesOn }
        return try finding(
            .transferBroken(transfer), updated, RouteDeparture(rides: rides, wanted: rides.count),
            instead: instead)
    }

    private func finding(
        _ call: TripReminder, _ updated: TripWatch, _ way: RouteDeparture,
        instead: RouteDeparture? = nil
    ) throws -> Finding {
        var updated = updated
        updated.sent.count += 1
        return Finding(
            listener: watch.listener, topic: watch.topic,
            content: .trip(TripAlert(call: call, way: way, instead: instead, watch: updated)),
            id: updated.sent.messageID(watch.topic),
            note: try Finding.note(watch.topic, updated.sent), lifeSeconds: 600, urgency: .high)
    }

    /// Returns the rides as expected; nil if one of them is no longer in the network.
    private func found(_ way: [CurrentRide]) -> [FoundRide]? {
        let rides = way.indices.compactMap { number in
            let ride = way[number]
            return network.run(ride, overlay: overlay).map { run in
                FoundRide(
                    ride: Ride(
                        run: run.reference, day: ride.day, board: ride.board, alight: ride.alight),
                    run: run)
            } ?? renamed(ride, number)
        }
        return rides.count == way.count ? rides : nil
    }

    /// Finds a ride whose trip id is gone, by line, start time and stops.
    ///
    /// A new timetable may rename every trip.
    private func renamed(_ ride: CurrentRide, _ number: Int) -> FoundRide? {
        guard let route = watch.trip.route, route.rides.indices.contains(number) else { return nil }
        let start = network.timetable.timeZone.time(ServiceTime(seconds: ride.start), on: ride.day)
        return network.rides.rides(
            on: network.way(route.rides[number]),
            leaving: start.seconds...start.seconds + Self.maximumRide,
            overlay: overlay, limit: .max
        ).first { found in
            found.ride.day == ride.day
                && found.run.runIndex.map { network.timetable.patterns.runStarts[$0] } == ride.start
        }
    }
}

extension FoundRide {
    /// Whether the vehicle runs, and calls where the rider boards and alights.
    var canBeMade: Bool {
        !run.isCancelled && !run.isSkipped(ride.board) && !run.isSkipped(ride.alight)
    }
}

extension RouteDeparture {
    /// The rides as they are stored while the rider is aboard; nil without a transfer, and if one
    /// of the runs is in no timetable.
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
