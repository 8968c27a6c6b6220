package import Timetables
package import TransitModel

/// A run of the timetable, or one that only the overlay contains.
package enum RunReference: Hashable, Sendable {
    /// A run of the timetable and its pattern.
    case scheduled(RunIndex, PatternIndex)
    /// The index into `RealtimeOverlay.added`.
    case added(Int)
}

/// The section of a run that a rider travels: from one call to another.
package struct Ride: Hashable, Sendable {
    package var run: RunReference
    package var day: ServiceDay
    /// The boarding position: an index into the pattern, or into the calls of an added run.
    package var board: Int
    /// The alighting position, after `board`.
    package var alight: Int
    /// Whether it is the same vehicle as in the ride before.
    package var staysSeated: Bool

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

/// A section of a pattern on which all its runs can be ridden.
package struct RideStretch: Hashable, Sendable {
    package let pattern: PatternIndex
    /// The boarding position.
    package let board: Int
    /// The alighting position, after `board`.
    package let alight: Int
}

/// The connection from some stops to others on some routes, with the matching sections of patterns.
package struct RideWay: Sendable {
    /// The boarding stops.
    let from: [StopIndex]
    /// The alighting stops.
    let to: [StopIndex]
    /// The routes; nil for all.
    let routes: Set<RouteIndex>?
    /// The sections of these routes' patterns that lead from `from` to `to`.
    let stretches: [RideStretch]
    /// Whether a run may be found on several of the sections.
    let meetsRunsTwice: Bool

    /// Whether no route leads from the boarding to the alighting stops.
    package var isEmpty: Bool { stretches.isEmpty }
}

/// A ride and its run, with expected times.
package struct FoundRide: Sendable {
    package let ride: Ride
    package let run: RunOnDay

    package init(ride: Ride, run: RunOnDay) {
        self.ride = ride
        self.run = run
    }

    /// The expected departure, in Unix seconds.
    package var departure: Int64 { run.expected(ride.board).departure }
    /// The expected arrival, in Unix seconds.
    package var arrival: Int64 { run.expected(ride.alight).arrival }
}
