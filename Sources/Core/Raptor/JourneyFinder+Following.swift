package import TransitModel

/// The criteria of a journey that was found, before its legs are reconstructed.
package struct JourneyCriteria: Hashable, Sendable {
    package let departure: ServiceTime
    package let arrival: ServiceTime
    package let rides: Int

    package init(departure: ServiceTime, arrival: ServiceTime, rides: Int) {
        self.departure = departure
        self.arrival = arrival
        self.rides = rides
    }
}

/// The journeys found from one edge of the search on, as far as they were needed.
package struct FollowingJourneys<Journey: Sendable>: Sendable {
    /// All Pareto-optimal journeys on this side of ``end``.
    package let journeys: [Journey]
    /// Journeys on the other side of ``end``, including all that can matter to a journey within
    /// the requested number of seconds of it.
    ///
    /// Only journeys with fewer rides can matter: a journey that departs later with as many
    /// rides also arrives later, or it would dominate the earlier one.
    package let neighbours: [Journey]
    /// Searching forwards, the first instant after the completely searched range; searching
    /// backwards, the first instant of that range.
    package let end: ServiceTime

    /// Returns the same with each journey converted.
    package func map<Other: Sendable>(_ body: (Journey) -> Other) -> FollowingJourneys<Other> {
        FollowingJourneys<Other>(
            journeys: journeys.map(body), neighbours: neighbours.map(body), end: end)
    }
}

/// A callback that returns the last departure (or, searching backwards, the first arrival) up
/// to which all journeys must be known; nil while too few are known.
///
/// `found` are the journeys up to the instant reached so far, `ahead` some journeys beyond it.
package typealias PageCriterion = (_ found: [JourneyCriteria], _ ahead: [JourneyCriteria]) ->
    ServiceTime?

/// The range of a search, on the clock of the search (negated and reversed when searching
/// backwards).
package struct DepartureWindow {
    let isReversed: Bool
    let start: Int32
    let end: Int32
    let neighbours: Int32

    /// The departures from `start` until before `end`; `neighbours` are seconds, as in
    /// ``FollowingJourneys/neighbours``.
    package static func departures(
        from start: ServiceTime, before end: ServiceTime, neighbours: Int32 = 0
    ) -> DepartureWindow {
        DepartureWindow(
            isReversed: false, start: start.seconds, end: end.seconds, neighbours: neighbours)
    }

    /// The arrivals before `end`, the last ones first, back to `start`.
    package static func arrivals(
        before end: ServiceTime, from start: ServiceTime, neighbours: Int32 = 0
    ) -> DepartureWindow {
        DepartureWindow(
            isReversed: true, start: 1 - end.seconds, end: 1 - start.seconds,
            neighbours: neighbours)
    }
}

/// A journey's criteria on the clock of the search.
struct PackedCriteria: Hashable {
    let departure: Int32
    let arrival: Int32
    let rides: Int

    init(departure: Int32, arrival: Int32, rides: Int) {
        self.departure = departure
        self.arrival = arrival
        self.rides = rides
    }

    init(_ criteria: JourneyCriteria, isReversed: Bool) {
        let (departure, arrival) = (criteria.departure.seconds, criteria.arrival.seconds)
        self.init(
            departure: isReversed ? -arrival : departure,
            arrival: isReversed ? -departure : arrival, rides: criteria.rides)
    }

    /// Whether it arrives as early with as few rides, whenever it departs.
    func isAsGood(as other: PackedCriteria) -> Bool {
        rides <= other.rides && arrival <= other.arrival
    }

    func criteria(isReversed: Bool) -> JourneyCriteria {
        JourneyCriteria(
            departure: ServiceTime(seconds: isReversed ? -arrival : departure),
            arrival: ServiceTime(seconds: isReversed ? -departure : arrival), rides: rides)
    }
}
