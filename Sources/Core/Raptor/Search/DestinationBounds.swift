import TransitModel

/// What a search of many departures knows beforehand of the way from each location to the
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

    /// Finds the bounds for a search, which is prepared for the request.
    ///
    /// `request`, `hops` and `opposite` are in the direction of the search; `opposite` are its
    /// columns with time reversed. Returns whether the destination can be reached at all.
    mutating func find(
        for search: inout RaptorSearch, _ origins: [AccessLocation],
        _ destinations: [AccessLocation], _ walkingPercent: Int32, _ hops: FastestHops,
        _ opposite: RoutingColumns
    ) -> Bool {
        let rides = fewest.find(
            opposite, from: destinations, to: origins, maximumRides: search.maximumRides)
        guard rides != nil else { return false }
        travel.find(hops, opposite, to: destinations, walkingPercent: walkingPercent)
        search.arrivalBoundsByStage = [ArrivalLowerBounds](
            repeating: ArrivalLowerBounds(fewest, travel, bounds: search.bounds),
            count: search.lastStage + 1)
        return true
    }
}
