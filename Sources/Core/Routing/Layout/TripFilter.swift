import Timetables
import TransitModel

/// Decides which routes and trips may be used.
struct TripFilter {
    private let timetable: Timetable
    private let filter: RoutingFilter
    private let filtersTrips: Bool
    private let filtersRoutes: Bool

    init(_ timetable: Timetable, _ filter: RoutingFilter) {
        self.timetable = timetable
        self.filter = filter
        filtersTrips = filter.wheelchair || filter.bicycles
        filtersRoutes = filter.modes != nil || !filter.excludedRoutes.isEmpty
    }

    func allows(_ route: RouteIndex) -> Bool {
        guard filtersRoutes else { return true }
        if filter.excludedRoutes.contains(route) { return false }
        return filter.modes?.contains(timetable.routes.mode(route)) ?? true
    }

    func allows(_ trip: TripIndex) -> Bool {
        guard filtersTrips else { return true }
        return !(filter.wheelchair && timetable.trips.wheelchair(trip) == .no)
            && !(filter.bicycles && timetable.trips.bicycles(trip) == .no)
    }
}
