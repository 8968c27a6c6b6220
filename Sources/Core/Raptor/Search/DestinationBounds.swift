import TransitModel

/// What a search of many departures knows at its beginning of the way from each location to the
/// destination: the fewest rides and the least seconds.
///
/// Both hold for all departures, and finding them costs less than a twentieth of a search for the
/// departures of a day.
struct DestinationBounds: ~Copyable {
    private var fewest: FewestRides
    private var travel: TravelTimes

    init(_ columns: RoutingColumns) {
        fewest = FewestRides(columns)
        travel = TravelTimes(columns)
    }

    /// Returns whether the memory is large enough for other columns.
    func fits(_ columns: RoutingColumns) -> Bool { fewest.fits(columns) && travel.fits(columns) }

    /// Finds the bounds for a search, which is prepared for the task; `hops` are in its direction.
    ///
    /// Returns whether the destination can be reached at all.
    mutating func find(
        for search: inout RaptorSearch, _ task: borrowing DepartureOrderedSearch.Task,
        _ hops: FastestHops
    ) -> Bool {
        let rides = fewest.find(
            task.opposite, from: task.destinations, to: task.origins,
            maximumRides: search.maximumRides)
        guard rides != nil else { return false }
        travel.find(
            hops, task.opposite, to: task.destinations,
            walkingPercent: task.request.walkingPercent)
        search.arrivalBoundsByStage = [ArrivalLowerBounds](
            repeating: ArrivalLowerBounds(fewest, travel, bounds: search.bounds),
            count: search.lastStage + 1)
        return true
    }
}
