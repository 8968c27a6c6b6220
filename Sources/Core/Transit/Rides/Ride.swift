package import Timetables
package import TransitModel

/// Which run: one of the timetable, or one that only the overlay knows.
package enum RunReference: Hashable, Sendable {
    /// A run of the timetable and its pattern.
    case scheduled(RunIndex, PatternIndex)
    /// The place in `RealtimeOverlay.added`.
    case added(Int)
}

/// A part of a run that somebody rides: from one call to another.
package struct Ride: Hashable, Sendable {
    /// Which run.
    package var run: RunReference
    /// Its service day.
    package var day: ServiceDay
    /// Where it is boarded: a position in the pattern, or among an added run's calls.
    package var board: Int
    /// Where it is left: a later position.
    package var alight: Int
    /// It is the vehicle of the ride before.
    package var staysSeated: Bool

    /// A ride on a run.
    package init(
        run: RunReference, day: ServiceDay, board: Int, alight: Int, staysSeated: Bool = false
    ) {
        self.run = run
        self.day = day
        self.board = board
        self.alight = alight
        self.staysSeated = staysSeated
    }
}

/// A part of a pattern on which all its runs can be ridden.
package struct RideStretch: Hashable, Sendable {
    /// The pattern.
    package let pattern: PatternIndex
    /// The position where riders get on.
    package let board: Int
    /// The later position where they get off.
    package let alight: Int

    /// A part of a pattern.
    package init(pattern: PatternIndex, board: Int, alight: Int) {
        self.pattern = pattern
        self.board = board
        self.alight = alight
    }
}

/// From some stops to others, on some routes: where patterns go that way.
package struct RideWay: Sendable {
    /// Where riders get on.
    let from: [StopIndex]
    /// Where they get off.
    let to: [StopIndex]
    /// The routes; nil for all.
    let routes: Set<RouteIndex>?
    /// Where patterns of these routes go that way.
    let stretches: [RideStretch]
    /// A run may be found at several of them.
    let meetsRunsTwice: Bool
}

/// A ride with the run that makes it, as it is expected.
package struct FoundRide: Sendable {
    /// Where the run is boarded and left.
    package let ride: Ride
    /// The run.
    package let run: RunOnDay

    /// A ride on a run.
    package init(ride: Ride, run: RunOnDay) {
        self.ride = ride
        self.run = run
    }

    /// When it leaves, by all that is known, in Unix seconds.
    package var departure: Int64 { run.expected(ride.board).departure }
    /// When it arrives, by all that is known, in Unix seconds.
    package var arrival: Int64 { run.expected(ride.alight).arrival }
}
