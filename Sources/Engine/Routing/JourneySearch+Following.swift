package import TransitModel

extension JourneySearch {
    /// A journey that was found, before anything is told of its legs.
    package struct Outline: Hashable, Sendable {
        /// When one leaves the origin.
        package let departure: ServiceTime
        /// When one is at the destination.
        package let arrival: ServiceTime
        /// How many vehicles are boarded.
        package let vehicles: Int
    }

    /// Journeys from an edge on, as far as they were asked for.
    package struct Following: Sendable {
        /// All of them on this side of ``end``, none of which another journey beats.
        package let journeys: [Journey]
        /// The first moment of which nothing is told.
        package let end: ServiceTime
    }

    /// The journeys by vehicle that leave from a moment on and that no other one beats, as many as
    /// are wanted.
    ///
    /// The same as ``journeys(_:leaving:)`` has of a window from `start` to ``Following/end``, which is found
    /// on the way. Journeys are found in the order in which they arrive; after each the closure says up to
    /// which departure all must be known, nil as long as there are too few. Never looks beyond `end`.
    package mutating func journeys(
        _ request: RoutingRequest, leavingFrom start: ServiceTime, before end: ServiceTime,
        upTo needed: ([Outline]) -> ServiceTime?
    ) -> Following {
        let found = follow(
            request, isMirrored: false, from: start.seconds, before: end.seconds
        ) { outlines in
            needed(outlines.map { $0.outline(isMirrored: false) })?.seconds
        }
        return Following(journeys: found.journeys, end: ServiceTime(seconds: found.end))
    }

    /// The journeys by vehicle that arrive before a moment, the last ones first.
    ///
    /// As ``journeys(_:leavingFrom:before:upTo:)`` has them of time running backwards: ``Following/end`` is the
    /// first moment of which all is told.
    package mutating func journeys(
        _ request: RoutingRequest, arrivingBefore end: ServiceTime, from start: ServiceTime,
        upTo needed: ([Outline]) -> ServiceTime?
    ) -> Following {
        let found = follow(
            request, isMirrored: true, from: 1 - end.seconds, before: 1 - start.seconds
        ) { outlines in
            needed(outlines.map { $0.outline(isMirrored: true) }).map { -$0.seconds }
        }
        return Following(journeys: found.journeys, end: ServiceTime(seconds: 1 - found.end))
    }
}

/// An outline on the clock of the search.
struct RawOutline: Hashable {
    let departure: Int32
    let arrival: Int32
    let vehicles: Int

    func outline(isMirrored: Bool) -> JourneySearch.Outline {
        JourneySearch.Outline(
            departure: ServiceTime(seconds: isMirrored ? -arrival : departure),
            arrival: ServiceTime(seconds: isMirrored ? -departure : arrival), vehicles: vehicles)
    }
}
