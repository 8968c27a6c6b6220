package import Timetables
package import TransitModel

/// A journey from an origin to a destination, in seconds of the ``RoutingDay`` it was found on.
package struct Journey: Hashable, Sendable {
    /// The number of rides.
    ///
    /// Staying seated when a run continues as another does not count as one.
    package let rides: Int
    /// The departure from the origin, no earlier than the first ride requires.
    package let departure: ServiceTime
    package let arrival: ServiceTime
    /// The legs in order of travel.
    package let legs: [Leg]

    /// One part of a journey.
    package enum Leg: Hashable, Sendable {
        case walk(Walk)
        case ride(Ride)
    }

    /// A leg on foot.
    package struct Walk: Hashable, Sendable {
        /// The stop where the walk begins; nil for an origin that is not a stop.
        package let from: StopIndex?
        /// The stop where the walk ends; nil for a destination that is not a stop.
        package let to: StopIndex?
        package let departure: ServiceTime
        package let arrival: ServiceTime
    }

    /// A leg in a vehicle.
    package struct Ride: Hashable, Sendable {
        /// The run.
        ///
        /// Numbers from the timetable's `runCount` on are the overlay's added runs.
        package let run: RunIndex
        package let day: ServiceDay
        /// The run's pattern; `ColumnIndex.none` for an added run.
        package let pattern: PatternIndex
        /// The boarding position: an index into the pattern, or into the calls of an added run.
        package let board: Int
        /// The alighting position, after ``board``.
        package let alight: Int
        /// The stop where the rider boards, which may differ from the scheduled one.
        package let boardAt: StopIndex
        package let alightAt: StopIndex
        /// The expected departure from `boardAt`.
        package let departure: ServiceTime
        /// The expected arrival at `alightAt`.
        package let arrival: ServiceTime
        /// Whether the rider is already in the vehicle because it served the ride before.
        package let staysSeated: Bool
    }
}
