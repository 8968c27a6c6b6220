package import TransitModel

// Trips of several feeds that are one journey to riders.
extension Timetable {
    /// The route that shows all trips of another feed's route; nil for nearly all.
    package func shownRoute(_ route: RouteIndex) -> RouteIndex? { shownRoutes[route] }

    /// The trip of an id that was kept, or the one of another feed that is shown in its place on a
    /// day; nil if no feed has it.
    package func keptTrip(_ id: String, on day: ServiceDay) -> TripIndex? {
        guard let trip = keptTrip(id), let other = trips.shown(trip) else { return keptTrip(id) }
        let isRunning = trips.runs(of: trip).contains {
            services.isActive(patterns.runServices[$0], on: day)
        }
        return isRunning ? trip : other
    }

    /// For the routes none of whose trips runs, the ones that show them; trips are gone through
    /// once.
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
