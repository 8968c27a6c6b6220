/// An operator's lists of a campus whose shuttles have no timetable.
package struct ShuttleCampus: Hashable, Sendable {
    /// The vehicles, ordered by id.
    package var vehicles: [ShuttleVehicle]
    /// The routes, ordered by id.
    package var routes: [ShuttleRoute]
    /// The stops, ordered by id.
    package var stops: [ShuttleStop]

    package init(
        vehicles: [ShuttleVehicle] = [], routes: [ShuttleRoute] = [], stops: [ShuttleStop] = []
    ) {
        self.vehicles = vehicles
        self.routes = routes
        self.stops = stops
    }
}
