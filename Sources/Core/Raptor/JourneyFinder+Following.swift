package import TransitModel

/// The criteria of a journey that was found, before its legs are reconstructed.
package struct JourneyCriteria: Hashable, Sendable {
    package let departure: ServiceTime
    package let arrival: ServiceTime
    /// The number of rides.
    package let rides: Int
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

extension JourneyFinder {
    /// Finds the Pareto-optimal journeys with rides that depart at or after `start`, as many as
    /// `needed` requests.
    ///
    /// The result equals ``journeys(_:leaving:)`` for the window from `start` to
    /// ``FollowingJourneys/end``, which is determined during the search. Journeys are found in
    /// order of departure, and `needed` is called after each departure.
    /// ``FollowingJourneys/neighbours`` depart up to `neighbours` seconds after that. Nothing that
    /// departs at or after the given `end` is returned.
    package func journeys(
        _ request: RaptorRequest, leavingFrom start: ServiceTime, before end: ServiceTime,
        neighbours: Int32 = 0, upTo needed: PageCriterion
    ) -> FollowingJourneys<RaptorJourney> {
        follow(
            request,
            DepartureWindow(
                isReversed: false, start: start.seconds, end: end.seconds, neighbours: neighbours),
            needed)
    }

    /// Finds the Pareto-optimal journeys with rides that arrive before `end`, the last ones first.
    ///
    /// The counterpart of ``journeys(_:leavingFrom:before:neighbours:upTo:)`` with time reversed:
    /// ``FollowingJourneys/end`` is the first instant from which all journeys are known.
    package func journeys(
        _ request: RaptorRequest, arrivingBefore end: ServiceTime, from start: ServiceTime,
        neighbours: Int32 = 0, upTo needed: PageCriterion
    ) -> FollowingJourneys<RaptorJourney> {
        follow(
            request,
            DepartureWindow(
                isReversed: true, start: 1 - end.seconds, end: 1 - start.seconds,
                neighbours: neighbours),
            needed)
    }
}

/// The range of a search, on the clock of the search (negated and reversed when searching
/// backwards).
struct DepartureWindow {
    let isReversed: Bool
    let start: Int32
    let end: Int32
    let neighbours: Int32
}

/// A journey's criteria on the clock of the search.
struct PackedCriteria: Hashable {
    let departure: Int32
    let arrival: Int32
    let rides: Int

    func criteria(isReversed: Bool) -> JourneyCriteria {
        JourneyCriteria(
            departure: ServiceTime(seconds: isReversed ? -arrival : departure),
            arrival: ServiceTime(seconds: isReversed ? -departure : arrival), rides: rides)
    }
}
