package import TransitModel

// Trips of several feeds that are the same journey to riders.
extension Timetable {
    /// Returns the route that shows all trips of another feed's route; nil for almost all routes.
    package func shownRoute(_ route: RouteIndex) -> RouteIndex? { shownRoutes[route] }

    /// Returns the trip with a stored id, or the trip of another feed that is shown instead on a
    /// day; nil if no feed has it.
    package func keptTrip(_ id: String, on day: ServiceDay) -> TripIndex? {
        guard let trip = keptTrip(id), let other = trips.shown(trip) else { return keptTrip(id) }
        let isRunning = trips.runs(of: trip).contains {
            services.isActive(patterns.runServices[$0], on: day)
        }
        return isRunning ? trip : other
    }

    /// Returns the routes that show those routes of which no trip runs.
    ///
    /// Iterates once over the trips.
    static func shownRoutes(
        _ trips: TripColumns, _ patterns: PatternColumns, _ services: ServiceColumns
    ) -> [RouteIndex: RouteIndex] {
        guard trips.hasShared else { return [:] }
        let runsEver = services.runsEver()
        var shown: [RouteIndex: RouteIndex] = [:]
        var own = Set<RouteIndex>()
        for row in 0..<trips.count {
            let trip = TripIndex(row)
            let route = trips.routes[trip]
            if let other = trips.shown(trip),
                !trips.runs(of: trip).contains(where: { runsEver[patterns.runServices[$0].row] })
            {
                shown[route] = shown[route] ?? trips.routes[other]
            } else {
                own.insert(route)
            }
        }
        return shown.filter { !own.contains($0.key) }
    }
}
