package import Realtime
import Timetables
import Transit
package import TransitModel

/// How the runs of a planned departure are expected to go.
package struct RouteState: Hashable, Sendable {
    /// The scheduled departure of the first vehicle.
    package let scheduled: UnixTime
    /// Its expected departure.
    package let departure: UnixTime
    /// The expected arrival of each ride.
    package let arrivals: [UnixTime]
    /// The platform of the first vehicle; nil if the feed names none.
    package let platform: String?
    /// For each ride, whether live data about its vehicle is known.
    package let known: [Bool]
    /// Whether a report about one of the vehicles has expired, as its source is silent.
    package let isUnheard: Bool
    /// The first ride that cannot be made, counted from 0: its run is cancelled, or skips a stop
    /// where the rider boards or alights; nil if all can.
    package let cancelled: Int?
    /// The first transfer that does not hold, counted from 0; nil if all do.
    package let broken: Int?

    /// Whether live data about the first vehicle is known.
    package var isLive: Bool { known.first ?? false }

    /// Minutes behind the timetable, negative if early: the difference of the scheduled and the
    /// expected minute as shown; 0 for less than 60 seconds.
    package var delayMinutes: Int {
        guard abs(departure.seconds - scheduled.seconds) >= 60 else { return 0 }
        func minute(_ time: UnixTime) -> Int { Int(time.seconds / 60) }
        return minute(departure) - minute(scheduled)
    }

    /// The state of a plan that was made by the timetable alone.
    package init?(
        _ plan: RouteDeparture, _ route: SavedRoute, in network: SavedNetwork,
        overlay: RealtimeOverlay
    ) {
        let timetable = network.timetable
        let runs = plan.rides.compactMap {
            RunOnDay($0.ride.run, day: $0.ride.day, timetable, overlay)
        }
        guard runs.count == route.rides.count, let first = runs.first, let ride = plan.first?.ride
        else { return nil }
        scheduled = UnixTime(
            seconds: first.scheduled(ride.board)?.departure ?? first.expected(ride.board).departure)
        departure = UnixTime(seconds: first.expected(ride.board).departure)
        arrivals = zip(runs, plan.rides).map {
            UnixTime(seconds: $0.expected($1.ride.alight).arrival)
        }
        platform = timetable.strings.ifAny(timetable.stops.platforms[first.stop(ride.board)])
        known = runs.map(\.isChanged)
        isUnheard = runs.contains { run in
            run.runIndex.map { overlay.unheard.contains(DatedRun(run: $0, day: run.day)) } ?? false
        }
        cancelled = runs.indices.first { number in
            let ride = plan.rides[number].ride
            // An estimated run without a vehicle is no news.
            return runs[number].isCancelled && !runs[number].isGuess
                || runs[number].isSkipped(ride.board)
                || runs[number].isSkipped(ride.alight)
        }
        broken = route.changeSeconds.indices.first { number in
            let arrival = runs[number].expected(plan.rides[number].ride.alight).arrival
            let leaves = runs[number + 1].expected(plan.rides[number + 1].ride.board).departure
            return arrival + Int64(route.changeSeconds[number]) > leaves
        }
    }
}
