package import TransitModel

extension JourneySearch {
    /// A journey that was found, before anything is told of its legs.
    package struct JourneyCriteria: Hashable, Sendable {
        /// When one leaves the origin.
        package let departure: ServiceTime
        /// When one is at the destination.
        package let arrival: ServiceTime
        /// How many vehicles are boarded.
        package let rides: Int
    }

    /// Journeys from an edge on, as far as they were asked for.
    package struct Following: Sendable {
        /// All of them on this side of ``end``, none of which another journey beats.
        package let journeys: [Journey]
        /// Some on the other side, among them all that matter to journeys as near as was asked for.
        ///
        /// These are those with fewer vehicles: whoever leaves later with as many arrives later, or the
        /// journey before would be beaten.
        package let neighbours: [Journey]
        /// The first moment of which nothing else is told.
        package let end: ServiceTime
    }

    /// Up to which departure all must be known, or from which arrival on; nil as long as there are too few.
    ///
    /// It is told what is found, up to the moment that was reached, and some journeys that lie behind it.
    package typealias PageCriterion = (_ found: [JourneyCriteria], _ ahead: [JourneyCriteria]) ->
        ServiceTime?

    /// The journeys by vehicle that leave from a moment on and that no other one beats, as many as
    /// are wanted.
    ///
    /// The same as ``journeys(_:leaving:)`` has of a window from `start` to ``Following/end``, which is found
    /// on the way. Journeys are found in the order in which they leave; after each it is asked what is
    /// needed. ``Following/neighbours`` leave up to so many seconds later. Never looks beyond `end`.
    package mutating func journeys(
        _ request: RoutingRequest, leavingFrom start: ServiceTime, before end: ServiceTime,
        neighbours: Int32 = 0, upTo needed: PageCriterion
    ) -> Following {
        follow(
            request,
            DepartureWindow(
                isReversed: false, start: start.seconds, end: end.seconds, neighbours: neighbours),
            needed)
    }

    /// The journeys by vehicle that arrive before a moment, the last ones first.
    ///
    /// As ``journeys(_:leavingFrom:before:neighbours:upTo:)`` has them of time running backwards:
    /// ``Following/end`` is the first moment of which all is told.
    package mutating func journeys(
        _ request: RoutingRequest, arrivingBefore end: ServiceTime, from start: ServiceTime,
        neighbours: Int32 = 0, upTo needed: PageCriterion
    ) -> Following {
        follow(
            request,
            DepartureWindow(
                isReversed: true, start: 1 - end.seconds, end: 1 - start.seconds,
                neighbours: neighbours),
            needed)
    }
}

/// Where journeys are looked for, on the clock of the search.
struct DepartureWindow {
    let isReversed: Bool
    let start: Int32
    let end: Int32
    let neighbours: Int32
}

/// An outline on the clock of the search.
struct PackedCriteria: Hashable {
    let departure: Int32
    let arrival: Int32
    let rides: Int

    func criteria(isReversed: Bool) -> JourneySearch.JourneyCriteria {
        JourneySearch.JourneyCriteria(
            departure: ServiceTime(seconds: isReversed ? -arrival : departure),
            arrival: ServiceTime(seconds: isReversed ? -departure : arrival), rides: rides)
    }
}
