package import Raptor
package import TransitModel

/// Finds journeys on one ``RoutingDay``.
///
/// Times are seconds of that day, and expected times where the day's overlay has them. The working
/// memory is allocated once and reused, so an instance runs one search at a time.
package struct JourneySearch: ~Copyable {
    package static let maximumRides = JourneyFinder.maximumRides

    private var day: RoutingDay
    private let finder: JourneyFinder

    /// Allocates working memory for searches on a day.
    package init(_ day: RoutingDay) {
        self.day = day
        finder = JourneyFinder(day.raptor)
    }

    /// Switches to another day, of the same network or of another one.
    ///
    /// The memory is kept if it is large enough, as it is for the same day with another overlay.
    package mutating func move(to day: RoutingDay) {
        self.day = day
        finder.move(to: day.raptor)
    }

    /// Returns the earliest arrival for each Pareto-optimal number of rides, among journeys
    /// departing at or after `departure`; see `JourneyFinder.earliestArrivals(_:departure:)`.
    package mutating func earliestArrivals(
        _ request: RoutingRequest, departure: ServiceTime
    ) -> [Journey] {
        finder.earliestArrivals(day.numbered(request), departure: departure).map(day.named)
    }

    /// Returns the latest departure for each Pareto-optimal number of rides, among journeys
    /// arriving by `arrival`.
    package mutating func latestDepartures(
        _ request: RoutingRequest, arrival: ServiceTime
    ) -> [Journey] {
        finder.latestDepartures(day.numbered(request), arrival: arrival).map(day.named)
    }

    /// Returns all Pareto-optimal journeys with rides in the window; see
    /// `JourneyFinder.journeys(_:_:)`.
    package mutating func journeys(
        _ request: RoutingRequest, _ window: DepartureWindow
    ) -> [Journey] {
        finder.journeys(day.numbered(request), window).map(day.named)
    }

    /// Returns the Pareto-optimal journeys with rides in the window, as many as `needed` requests;
    /// see `JourneyFinder.follow(_:_:_:)`.
    package mutating func follow(
        _ request: RoutingRequest, _ window: DepartureWindow, _ needed: PageCriterion
    ) -> FollowingJourneys<Journey> {
        finder.follow(day.numbered(request), window, needed).map(day.named)
    }
}
