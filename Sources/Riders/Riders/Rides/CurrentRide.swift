package import Realtime
import Timetables
package import Transit
package import TransitModel

/// A ride in progress: a trip on a day, from the stop where the rider boards to where they alight.
package struct CurrentRide: Codable, Hashable, Sendable {
    /// Unique among the rider's rides.
    package let id: String
    /// GTFS `trip_id`.
    package let trip: String
    /// The trip's service day.
    package let day: ServiceDay
    /// When the trip begins in the timetable, in seconds of the service day; distinguishes the runs
    /// of a frequency-based trip.
    package let start: Int32
    /// The positions of the stops where the rider boards and alights, in `stop_sequence` order,
    /// counted from 0.
    package let board: Int
    /// See ``board``.
    package let alight: Int

    /// The largest number of concurrent rides of a rider.
    package static let maximum = 3

    func named(_ id: String) -> CurrentRide {
        CurrentRide(id: id, trip: trip, day: day, start: start, board: board, alight: alight)
    }
}

extension SavedNetwork {
    /// Finds the ride on a trip's run between two stops, as a rider in the vehicle specifies it.
    ///
    /// `start` selects a run of a frequency-based trip; nil selects the one under way. Returns nil
    /// if the trip does not call at both stops in this order.
    package func ride(
        trip: String, day: ServiceDay, start: Int32?, from: String?, to: String, now: UnixTime
    ) -> CurrentRide? {
        guard let found = timetable.keptTrip(trip, on: day) else { return nil }
        let runs = Array(timetable.trips.runs(of: found))
        let dayStart = timetable.timeZone.start(of: day).seconds
        let chosen =
            start.map { start in runs.first { timetable.patterns.runStarts[$0] == start } }
            ?? runs.last { dayStart + Int64(timetable.patterns.runStarts[$0]) <= now.seconds + 900 }
            ?? runs.first
        guard let run = chosen ?? nil else { return nil }
        let stops = timetable.patterns.stops(of: timetable.patterns.pattern(of: run))
        func positions(_ id: String) -> [Int] {
            let wanted = Set(self.stops(SavedStop(id: id, name: "")))
            return stops.indices.filter { wanted.contains(stops[$0]) }
        }
        let board = from.map { positions($0).first } ?? 0
        guard let board, let alight = positions(to).first(where: { $0 > board }) else { return nil }
        return CurrentRide(
            id: "", trip: trip, day: day, start: timetable.patterns.runStarts[run], board: board,
            alight: alight)
    }

    /// The run with its expected times; nil if the trip no longer exists.
    package func run(_ ride: CurrentRide, overlay: RealtimeOverlay) -> RunOnDay? {
        guard let trip = timetable.keptTrip(ride.trip, on: ride.day),
            let run = timetable.trips.runs(of: trip).first(where: {
                timetable.patterns.runStarts[$0] == ride.start
            })
        else { return nil }
        let found = RunOnDay(
            .scheduled(run, timetable.patterns.pattern(of: run)), day: ride.day, timetable, overlay)
        guard let found, ride.board >= 0, ride.board < ride.alight, ride.alight < found.count else {
            return nil
        }
        return found
    }
}

/// Which messages about getting off a rider has received; kept across restarts.
struct GetOffState: Codable, Hashable, Sendable {
    /// The message that the next stop is theirs.
    var soon = false
    /// The message that this stop is theirs.
    var now = false

    /// Returns what to announce at the run's position; nil if it is too early.
    mutating func next(_ run: RunOnDay, _ ride: CurrentRide, now time: UnixTime) -> Bool? {
        guard !now else { return nil }
        if run.expected(ride.alight).arrival <= time.seconds {
            (soon, now) = (true, true)
            return true
        }
        let before = run.expected(ride.alight - 1).departure
        guard !soon, before <= time.seconds else { return nil }
        soon = true
        return false
    }
}
