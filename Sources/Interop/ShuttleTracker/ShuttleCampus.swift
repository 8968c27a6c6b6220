/// All that an operator keeps of a campus whose shuttles have no timetable.
package struct ShuttleCampus: Hashable, Sendable {
    /// The vehicles by number.
    package var vehicles: [ShuttleVehicle]
    /// The routes by number.
    package var routes: [ShuttleRoute]
    /// The stops by number.
    package var stops: [ShuttleStop]

    /// A campus with these lists.
    package init(
        vehicles: [ShuttleVehicle] = [], routes: [ShuttleRoute] = [], stops: [ShuttleStop] = []
    ) {
        self.vehicles = vehicles
        self.routes = routes
        self.stops = stops
    }
}
