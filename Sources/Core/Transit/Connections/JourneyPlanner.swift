import Raptor
package import Realtime
package import Timetables
package import TransitModel

/// Answers riders' questions for connections.
///
/// Many threads may ask at once. Calls take as long as their searches, milliseconds to some tenths
/// of a second, so servers make them off their event loops.
package final class JourneyPlanner: Sendable {
    /// The network.
    package let timetable: Timetable
    let places: PlaceFinder
    let pool: RoutingPool
    let saved: SavedRideFinder

    /// Prepares for a network.
    ///
    /// Kept are at most `days` laid out days and the memory of `searches` searches: best as many as
    /// there are cores. Of a country, either takes some ten megabytes.
    /// - Complexity: linear in the stops and transfer rules.
    package init(_ timetable: Timetable, days: Int = 6, searches: Int = 4) {
        self.timetable = timetable
        places = PlaceFinder(timetable, changes: TransferFinder(timetable))
        pool = RoutingPool(timetable, days: days, searches: searches)
        saved = SavedRideFinder(timetable)
    }

    /// Makes ready for questions about a newer snapshot, so that riders need not wait for it.
    ///
    /// Takes some ten milliseconds for a country if what is expected changed, and next to nothing
    /// if not, or if nobody asks for connections.
    package func prepare(for snapshot: NetworkSnapshot) {
        pool.prepare(snapshot.overlay)
    }

    /// A page of connections, by all that is known in a snapshot of the planner's network.
    ///
    /// `tellsPassed` adds the stops that vehicles pass between.
    package func connections(
        _ request: PlanningRequest, in snapshot: NetworkSnapshot, tellsPassed: Bool = false
    ) throws(PlanningProblem) -> ConnectionPage {
        try connections(request, overlay: snapshot.overlay, tellsPassed: tellsPassed)
    }

    /// The same, by the timetable and what is expected to differ from it.
    ///
    /// Without `tellsTroubles` there are only connections that work, and no alternatives to their
    /// rides: with live data that takes half the time.
    package func connections(
        _ request: PlanningRequest, overlay: RealtimeOverlay = .none, tellsPassed: Bool = false,
        tellsTroubles: Bool = true
    ) throws(PlanningProblem) -> ConnectionPage {
        let ends = try places.ends(of: request)
        let cursor = request.cursor ?? PageCursor(request.time, isArrival: request.isArrival)
        let question = PlanningContext(
            self, request, ends, overlay, tellsPassed: tellsPassed, tellsTroubles: tellsTroubles)
        let limits = WindowSearch.limits(timetable)
        guard
            let content = question.search().page(
                cursor, results: min(PlanningRequest.maximumResults, max(1, request.results)),
                isFirst: request.cursor == nil, isWorth: question.isWorth)
        else { throw outside(cursor.time) }
        let found = content.journeys.compactMap(question.itinerary)
        let page = ConnectionPage(
            origin: ends.origin, destination: ends.destination,
            itineraries: Self.sorted(found + question.broken(cursor.axis, in: content.window)),
            directWalk: question.directWalk(),
            earlier: content.window.lowerBound > limits.lowerBound
                ? PageCursor(cursor.axis, .earlier, edge: content.window.lowerBound) : nil,
            later: content.window.upperBound < limits.upperBound
                ? PageCursor(cursor.axis, .later, edge: content.window.upperBound) : nil,
            windowStart: UnixTime(seconds: content.window.lowerBound),
            windowEnd: UnixTime(seconds: content.window.upperBound))
        // A later page may be empty; the first one says why it is.
        if page.itineraries.isEmpty, page.directWalk == nil, request.cursor == nil {
            throw nothing(request)
        }
        return page
    }

    /// By departure, then arrival, then vehicles.
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
                || options.wheelchair || options.bicycle || options.changes < plain.changes
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
    /// Where from, as it was found.
    package let origin: ItineraryPlace
    /// Where to.
    package let destination: ItineraryPlace
    /// By expected departure; among them those of the timetable that do not work, with their
    /// troubles.
    package let itineraries: [Itinerary]
    /// The way on foot, where it is no longer than an hour; nil if it is, or places are visited.
    package let directWalk: WalkLeg?
    /// The page before; nil where the timetable begins.
    package let earlier: PageCursor?
    /// The page after; nil where the timetable ends.
    package let later: PageCursor?
    /// The first moment at which what is on the page leaves or, asked by arrival, arrives.
    package let windowStart: UnixTime
    /// The first moment after.
    package let windowEnd: UnixTime

    /// Riders can only walk.
    package var isOnlyWalking: Bool { itineraries.isEmpty && directWalk != nil }
}
