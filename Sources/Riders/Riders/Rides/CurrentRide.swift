package import Realtime
import Timetables
package import Transit
package import TransitModel

/// A ride that a rider is on: a trip on a day, from where they got on to where they get off.
package struct CurrentRide: Codable, Hashable, Sendable {
    /// Unique among the rider's.
    package let id: String
    /// GTFS `trip_id`.
    package let trip: String
    /// The trip's service day.
    package let day: ServiceDay
    /// When the trip begins by the timetable, in seconds of the service day: tells runs of a rhythm
    /// apart.
    package let start: Int32
    /// GTFS `stop_sequence`-order positions of the stops where the rider gets on and off, counted
    /// from 0.
    package let board: Int
    /// See `board`.
    package let alight: Int

    /// The most rides of a rider at once.
    package static let maximum = 3

    /// Describes a ride.
    package init(
        id: String, trip: String, day: ServiceDay, start: Int32, board: Int, alight: Int
    ) {
        self.id = id
        self.trip = trip
        self.day = day
        self.start = start
        self.board = board
        self.alight = alight
    }

    func named(_ id: String) -> CurrentRide {
        CurrentRide(id: id, trip: trip, day: day, start: start, board: board, alight: alight)
    }
}

extension SavedNetwork {
    /// The ride on a trip's run from one stop to another, as somebody names it who sits in the
    /// vehicle.
    ///
    /// `start` picks one of a rhythm's runs, nil takes the one that is under way. nil if the trip
    /// does not call at both stops in this order.
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

    /// The run of a ride as it is expected; nil if the trip is gone.
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

/// What a rider was told about getting off; kept over restarts.
struct GetOffState: Codable, Hashable, Sendable {
    /// The next stop is theirs.
    var soon = false
    /// This stop is theirs.
    var now = false

    /// What to tell, by how far the run has come; nil if it is not time.
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
