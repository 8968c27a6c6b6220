package import GTFSImport

extension LoopNetwork {
    /// Builds the network of a shuttle tracker's lists, without disabled routes.
    package init(
        routes: [ShuttleRoute], stops: [ShuttleStop], timeZone: String = "UTC",
        plans: LoopPlans? = nil
    ) {
        self.init(
            routes: routes.filter(\.isEnabled).map { route in
                LoopRoute(
                    id: route.id, name: route.name, summary: route.summary,
                    colour: route.colour, course: (route.stopIDs, route.points))
            },
            stops: stops.map { stop in
                LoopStop(
                    id: stop.id, coordinate: stop.coordinate, name: stop.name,
                    summary: stop.summary)
            },
            timeZone: timeZone, plans: plans)
    }
}
