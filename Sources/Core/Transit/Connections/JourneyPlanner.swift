import Routing
package import Realtime
package import Timetables
package import TransitModel

/// Answers requests for connections.
///
/// It may be used by many threads at once. A call takes as long as its searches, from milliseconds
/// to some tenths of a second, so servers call it off their event loops.
package final class JourneyPlanner: Sendable {
    package let timetable: Timetable
    let places: PlaceFinder
    let pool: RoutingPool
    let scheduled = ScheduledJourneys()
    let saved: SavedRideFinder

    /// Creates a planner for a network.
    ///
    /// It keeps at most `days` laid-out days and the scratch memory of `searches` searches, best as
    /// many as there are cores. For a country each takes some ten megabytes. Walks follow
    /// `streets`; without them, they are estimated from the distance.
    /// - Complexity: linear in the stops and transfer rules.
    package init(
        _ timetable: Timetable, days: Int = 6, searches: Int = 4, streets: StreetRouter? = nil
    ) {
        self.timetable = timetable
        let components = NetworkComponents(timetable)
        places = PlaceFinder(
            timetable, transfers: TransferFinder(timetable, components.transferRules),
            streets: streets)
        pool = RoutingPool(components, days: days, searches: searches)
        saved = SavedRideFinder(timetable)
    }

    /// Prepares for requests on a newer snapshot, so that riders need not wait for it.
    ///
    /// It takes some ten milliseconds for a country if the expectations changed, and next to
    /// nothing otherwise, or if nobody requests connections.
    package func prepare(for snapshot: NetworkSnapshot) {
        pool.prepare(snapshot.overlay)
    }

    /// Returns a page of connections by a snapshot of the planner's network.
    ///
    /// `includesPassed` adds the calls between boarding and alighting.
    /// - Throws: ``PlanningProblem`` if there is none on the first page.
    package func connections(
        _ request: PlanningRequest, in snapshot: NetworkSnapshot, includesPassed: Bool = false
    ) throws(PlanningProblem) -> ConnectionPage {
        try connections(request, overlay: snapshot.overlay, includesPassed: includesPassed)
    }

    /// Returns a page of connections by the timetable and a realtime overlay.
    ///
    /// Without `includesTroubles`, only connections that hold are returned, without alternatives to
    /// their rides; with live data that takes half the time.
    /// - Throws: ``PlanningProblem`` if there is none on the first page.
    package func connections(
        _ request: PlanningRequest, overlay: RealtimeOverlay = .none, includesPassed: Bool = false,
        includesTroubles: Bool = true
    ) throws(PlanningProblem) -> ConnectionPage {
        let ends = try places.ends(of: request)
        let cursor = request.cursor ?? PageCursor(request.time, isArrival: request.isArrival)
        let question = PlanningContext(
            self, request, ends, overlay, includesPassed: includesPassed,
            includesTroubles: includesTroubles)
        let limits = WindowSearch.limits(timetable)
        guard
            let content = question.search().page(
                cursor, results: min(PlanningRequest.maximumResults, max(1, request.results)),
                isFirst: request.cursor == nil, bar: question.bar())
        else { throw outside(cursor.time) }
        var found = content.journeys.compactMap(question.itinerary)
        found += LessWalking(planner: self, request: request, ends: ends, overlay: overlay)
            .itineraries(
                beside: found, cursor.axis, in: content.window, includesPassed: includesPassed)
        let page = ConnectionPage(
            origin: ends.origin, destination: ends.destination,
            itineraries: Self.sorted(
                found
                    + question.broken(
                        cursor.axis, in: content.window, beside: content.journeys)),
            directWalk: question.directWalk(),
            earlier: content.window.lowerBound > limits.lowerBound
                ? PageCursor(cursor.axis, .earlier, edge: content.window.lowerBound) : nil,
            later: content.window.upperBound < limits.upperBound
                ? PageCursor(cursor.axis, .later, edge: content.window.upperBound) : nil,
            windowStart: UnixTime(seconds: content.window.lowerBound),
            windowEnd: UnixTime(seconds: content.window.upperBound))
        // A later page may be empty; the first one reports why it is.
        if page.itineraries.isEmpty, page.directWalk == nil, request.cursor == nil {
            throw nothing(request)
        }
        return page
    }

    /// Sorts by departure, then arrival, then rides.
    static func sorted(_ itineraries: [Itinerary]) -> [Itinerary] {
        itineraries.sorted {
            ($0.departure.expected, $0.arrival.expected, $0.rideCount, $0.id) < (
                $1.departure.expected, $1.arrival.expected, $1.rideCount, $1.id
            )
        }
    }

    // MARK: - Why there is nothing

    private func outside(_ time: UnixTime) -> PlanningProblem {
        let services = timetable.services
        return .outsideTimetable(
            timetable.timeZone.day(at: time), first: services.firstDay, last: services.lastDay)
    }

    private func nothing(_ request: PlanningRequest) -> PlanningProblem {
        let services = timetable.services
        let day = timetable.timeZone.day(at: request.time)
        if day < services.firstDay || day > services.lastDay { return outside(request.time) }
        if !isServed(day) {
            let next = (1...max(1, services.dayCount)).lazy.map { day.advanced(by: $0) }
                .first { $0 <= services.lastDay && self.isServed($0) }
            return .noService(day, next: next)
        }
        let plain = PlanningOptions()
        let options = request.options
        return .noConnection(
            hours: Int(PlanningRequest.spanSeconds / 3600),
            isFiltered: options.modes != nil || !options.excludedRoutes.isEmpty
                || options.wheelchair || options.bicycle
                || options.maximumTransfers < plain.maximumTransfers
                || options.marginSeconds > 0 || !request.vias.isEmpty)
    }

    private func isServed(_ day: ServiceDay) -> Bool {
        (0..<timetable.services.count).contains {
            timetable.services.isActive(ServiceIndex($0), on: day)
        }
    }
}

/// A page of connections.
package struct ConnectionPage: Sendable {
    /// The resolved origin.
    package let origin: ItineraryPlace
    /// The resolved destination.
    package let destination: ItineraryPlace
    /// By expected departure, including scheduled connections that do not hold, with their
    /// troubles.
    package let itineraries: [Itinerary]
    /// The walk all the way; nil if it takes more than an hour or there are vias.
    package let directWalk: WalkLeg?
    /// The page before; nil where the timetable begins.
    package let earlier: PageCursor?
    /// The page after; nil where the timetable ends.
    package let later: PageCursor?
    /// The first instant of the page: of departures or, for a request by arrival, of arrivals.
    package let windowStart: UnixTime
    /// The first instant after the page.
    package let windowEnd: UnixTime

    /// Whether walking is the only way.
    package var isOnlyWalking: Bool { itineraries.isEmpty && directWalk != nil }
}
