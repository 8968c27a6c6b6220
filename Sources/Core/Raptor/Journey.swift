package import Timetables
package import TransitModel

/// A way from an origin to a destination, in seconds of the ``RoutingDay`` that it was found on.
package struct Journey: Hashable, Sendable {
    /// How many vehicles are boarded; staying seated where one run goes on as another does not count.
    package let rides: Int
    /// When one leaves the origin; before the first vehicle nobody waits longer than needed.
    package let departure: ServiceTime
    /// When one is at the destination.
    package let arrival: ServiceTime
    /// Its parts in order of travel.
    package let legs: [Leg]

    /// One part of a journey.
    package enum Leg: Hashable, Sendable {
        /// On foot.
        case walk(Walk)
        /// In a vehicle.
        case ride(Ride)
    }

    /// A part on foot.
    package struct Walk: Hashable, Sendable {
        /// Where it begins; nil for an origin that is no stop.
        package let from: StopIndex?
        /// Where it ends; nil for a destination that is no stop.
        package let to: StopIndex?
        /// When it begins.
        package let departure: ServiceTime
        /// When it ends.
        package let arrival: ServiceTime
    }

    /// A part in a vehicle.
    package struct Ride: Hashable, Sendable {
        /// The run; numbers from the timetable's `runCount` on are the overlay's added runs.
        package let run: RunIndex
        /// The service day of the run.
        package let day: ServiceDay
        /// The run's pattern, ``ColumnIndex/none`` for an added run.
        package let pattern: PatternIndex
        /// Where it is boarded: a position in the pattern, or among an added run's calls.
        package let board: Int
        /// Where it is left: a position after ``board``.
        package let alight: Int
        /// The stop where it is boarded, which may be another than scheduled.
        package let boardAt: StopIndex
        /// The stop where it is left.
        package let alightAt: StopIndex
        /// When it is expected to leave there.
        package let departure: ServiceTime
        /// When it is expected to arrive there.
        package let arrival: ServiceTime
        /// The rider sits in the vehicle already: it served the ride before.
        package let staysSeated: Bool
    }
}
