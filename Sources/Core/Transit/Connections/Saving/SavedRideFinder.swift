import Realtime
import Timetables
import TransitModel

#if !hasFeature(Embedded)
import Synchronization
#endif

/// How a ride of a saved connection was found.
package enum RideMatch: Hashable, Sendable {
    case sameTrip
    /// Another run of the same route between the same stops, that many seconds later (negative:
    /// earlier).
    case sameLine(shiftSeconds: Int)
    /// Neither that trip nor a run of the route within ``tenMinutes``.
    case gone

    /// The maximum shift of another run that replaces the saved one, in seconds.
    package static let tenMinutes: Int32 = 600
}

/// Finds the runs of a saved connection on a day.
final class SavedRideFinder: Sendable {
    private let timetable: Timetable
    private let rides: RideFinder
    /// Stops by hash, built on first use.
    private let stops = Mutex<[UInt64: StopIndex]?>(nil)

    init(_ timetable: Timetable) {
        self.timetable = timetable
        rides = RideFinder(timetable)
    }

    /// Returns the stop with that hash, nil if there is none.
    func stop(_ hash: UInt64) -> StopIndex? {
        stops.withLock { stops in
            if stops == nil {
                let own = timetable.stops.indices.map { (SavedNames.stop($0, timetable), $0) }
                // Stops under other spellings of their ids come after those with the id itself.
                let others = timetable.stops.indices.flatMap { stop in
                    SavedNames.others(of: stop, timetable).map { ($0, stop) }
                }
                var known: [UInt64: StopIndex] = [:]
                known.reserveCapacity(own.count + others.count)
                for (hash, stop) in own + others where known[hash] == nil { known[hash] = stop }
                stops = known
            }
            return stops?[hash]
        }
    }

    /// Returns the ride on that service day of its run; nil if it is gone.
    ///
    /// The same trip at the same stops comes first, then the trip at other platforms of the
    /// stations, then the route's nearest run.
    func ride(
        _ saved: IdentifiedConnection.Ride, on day: ServiceDay, _ overlay: RealtimeOverlay
    ) -> (ride: Ride, match: RideMatch)? {
        guard let board = stop(saved.board), let alight = stop(saved.alight) else { return nil }
        let exact = rides.stretches(from: [board], to: [alight])
        let wide = rides.stretches(
            from: timetable.stops.siblings(of: board), to: timetable.stops.siblings(of: alight))
        for candidates in [exact, wide] {
            let named = candidates.compactMap { candidate in
                nearest(saved, candidate, day, limit: .max) {
                    SavedNames.isTrip($0, saved.trip, self.timetable)
                }
            }
            if let found = named.min(by: { $0.shift.magnitude < $1.shift.magnitude }) {
                return (found.ride, .sameTrip)
            }
        }
        if let added = addedRide(saved, on: day, overlay, board, alight) {
            return (added, .sameTrip)
        }
        for candidates in [exact, wide] {
            let likes = candidates.filter {
                SavedNames.line(timetable.patterns.routes[$0.pattern], timetable) == saved.line
            }.compactMap { nearest(saved, $0, day, limit: RideMatch.tenMinutes) { _ in true } }
            if let found = likes.min(by: {
                ($0.shift.magnitude, $0.ride.board) < ($1.shift.magnitude, $1.ride.board)
            }) {
                return (found.ride, .sameLine(shiftSeconds: Int(found.shift)))
            }
        }
        return nil
    }

    /// Returns the matching run of a pattern that departs nearest to the saved time.
    private func nearest(
        _ saved: IdentifiedConnection.Ride, _ candidate: RideStretch, _ day: ServiceDay,
        limit: Int32,
        _ fits: (TripIndex) -> Bool
    ) -> (ride: Ride, shift: Int32)? {
        let patterns = timetable.patterns
        var best: (ride: Ride, shift: Int32)?
        for run in patterns.runs(of: candidate.pattern) {
            let time = patterns.times(of: run, in: candidate.pattern, at: candidate.board).departure
            let shift = time.seconds - saved.departure
            guard shift.magnitude <= limit, shift.magnitude < best?.shift.magnitude ?? .max,
                timetable.services.isActive(patterns.runServices[run], on: day),
                fits(patterns.runTrips[run])
            else { continue }
            best = (
                Ride(
                    run: .scheduled(run, candidate.pattern), day: day, board: candidate.board,
                    alight: candidate.alight, staysSeated: saved.staysSeated), shift
            )
        }
        return best
    }

    private func addedRide(
        _ saved: IdentifiedConnection.Ride, on day: ServiceDay, _ overlay: RealtimeOverlay,
        _ board: StopIndex, _ alight: StopIndex
    ) -> Ride? {
        for (number, run) in overlay.added.enumerated()
        where run.day == day && SavedNames.trip(run.tripID) == saved.trip {
            guard let first = run.calls.firstIndex(where: { $0.stop == board }),
                let last = run.calls.lastIndex(where: { $0.stop == alight }), first < last
            else { continue }
            return Ride(
                run: .added(number), day: day, board: first, alight: last,
                staysSeated: saved.staysSeated)
        }
        return nil
    }
}
