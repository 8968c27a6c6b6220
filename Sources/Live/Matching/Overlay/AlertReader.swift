package import Realtime
package import Timetables
package import TransitModel

/// Converts the alerts of live sources to alerts about routes, stops and trips of a network.
package struct AlertReader {
    /// The maximum number of routes of an alert; one about more applies to the whole network.
    private static let maximumRoutes = 500

    private let timetable: Timetable
    private let finder: RunFinder

    package init(_ timetable: Timetable) {
        self.timetable = timetable
        finder = RunFinder(timetable)
    }

    /// Returns the alert with the network's indices; nil if everything that it is about is unknown
    /// here.
    ///
    /// An agency or a route type selects its routes. An alert that selects nothing applies to
    /// the whole network, and so does one about more than 500 routes.
    package func alert(_ update: AlertUpdate, now: UnixTime) -> ServiceAlert? {
        var subjects: [ServiceAlert.Subject] = []
        for subject in update.subjects {
            guard let found = self.subjects(subject, now: now) else { continue }
            subjects += found + found.compactMap(shown)
            if subjects.count > Self.maximumRoutes { break }
        }
        guard update.subjects.isEmpty || !subjects.isEmpty else { return nil }
        var known = Set<ServiceAlert.Subject>()
        subjects.removeAll { !known.insert($0).inserted }
        if subjects.count > Self.maximumRoutes { subjects = [] }
        return ServiceAlert(
            id: update.id, header: update.texts.header, description: update.texts.description,
            urls: update.texts.url, images: update.texts.image,
            imageTexts: update.texts.imageText, cause: update.classes.cause,
            effect: update.classes.effect,
            severity: update.classes.severity,
            periods: update.periods.map {
                ServiceAlert.Period(start: $0.start, end: $0.end)
            },
            subjects: subjects)
    }

    /// Returns the subjects of a selector; nil if part of it is unknown here.
    private func subjects(
        _ selector: AlertUpdate.Subject, now: UnixTime
    ) -> [ServiceAlert.Subject]? {
        var stop: StopIndex?
        if let id = selector.stopID {
            guard let found = timetable.stops.find(id: id) else { return nil }
            stop = found
        }
        if let named = selector.trip, let trip = trip(named, now: now) {
            return [ServiceAlert.Subject(stop: stop, trip: trip)]
        }
        if selector.trip?.tripID != nil { return nil }
        if let id = selector.routeID ?? selector.trip?.routeID {
            guard let route = timetable.routes.find(id: id) else { return nil }
            guard selector.agencyID == nil || fits(route, selector) else { return nil }
            return [
                ServiceAlert.Subject(
                    route: route, direction: selector.directionID ?? selector.trip?.directionID,
                    stop: stop)
            ]
        }
        guard selector.agencyID != nil || selector.routeType != nil else {
            return stop.map { [ServiceAlert.Subject(stop: $0)] }
        }
        let routes = timetable.routes.indices.filter { fits($0, selector) }
        guard !routes.isEmpty else { return nil }
        return routes.prefix(Self.maximumRoutes + 1).map {
            ServiceAlert.Subject(route: $0, direction: selector.directionID, stop: stop)
        }
    }

    /// Returns the subject for the route of another feed that is shown instead of all trips of its
    /// route; nil if there is none.
    ///
    /// The directions `0` and `1` differ between feeds, so the result applies to both.
    private func shown(_ subject: ServiceAlert.Subject) -> ServiceAlert.Subject? {
        guard let route = subject.route, let other = timetable.shownRoute(route) else { return nil }
        guard let stop = subject.stop else { return ServiceAlert.Subject(route: other) }
        let stops = timetable.stops
        return stops.joined(to: stops.parent(stop) ?? stop)
            .first { stops.feeds[$0] == timetable.routes.feeds[other] }
            .map { ServiceAlert.Subject(route: other, stop: $0) }
    }

    private func trip(_ named: TripReference, now: UnixTime) -> TripIndex? {
        if let id = named.tripID { return timetable.trips.find(id: id) }
        return finder.run(named, at: now).map { timetable.patterns.runTrips[$0.run] }
    }

    private func fits(_ route: RouteIndex, _ selector: AlertUpdate.Subject) -> Bool {
        if let type = selector.routeType, Int(timetable.routes.types[route]) != type {
            return false
        }
        guard let id = selector.agencyID else { return true }
        let agency = timetable.routes.agencies[route]
        return agency != .none && timetable.strings[timetable.agencies.ids[agency]] == id
    }
}
