import JSONWriting
package import Realtime
package import Timetables
package import Transit
package import TransitModel

/// The state of the world in which a request is answered.
package struct AnswerContext: Sendable {
    /// The deviations from the timetable, and the vehicles.
    package let snapshot: NetworkSnapshot
    package let now: UnixTime
    /// Seconds of the clock in a second; 1 unless it is simulated.
    package var clockSpeed = 1.0
    /// The file that a phone keeps; nil if none is offered.
    package var phone: NetworkAnswer.Phone?
    /// The number of vehicles on the map.
    package var vehicleCount: Int

    package init(_ snapshot: NetworkSnapshot, now: UnixTime) {
        self.snapshot = snapshot
        self.now = now
        vehicleCount = snapshot.vehicles.count
    }
}

/// The questions of the HTTP API that a network alone answers: a server and the engine in a
/// browser write the same bytes for the same request.
package struct NetworkAPI: Sendable {
    package let timetable: Timetable
    let planner: JourneyPlanner
    let resolver: PlaceResolver
    let boards: BoardMaker
    let map: MapIndex
    private let profile: NetworkProfile

    /// Answers by a planner's network; the resolver finds the places that requests name.
    ///
    /// The planner and the resolver know streets and addresses where the server has them.
    package init(_ planner: JourneyPlanner, _ resolver: PlaceResolver, profile: NetworkProfile) {
        timetable = planner.timetable
        self.planner = planner
        self.resolver = resolver
        self.profile = profile
        boards = BoardMaker(planner.timetable)
        map = MapIndex(planner.timetable)
    }

    /// Returns the JSON text of an answer.
    ///
    /// - Throws: The reason why there is none.
    package func answer(
        _ request: NetworkRequest, _ context: AnswerContext
    ) throws(NetworkProblem) -> [UInt8] {
        switch request.route {
        case .network: profile.answer(context).jsonBytes
        case .routes: try routes(request).jsonBytes
        case .routesGeoJSON: try routeLines(request).jsonBytes
        case .route: RouteDetailAnswer(try route(request), in: timetable).jsonBytes
        case .lineTimetable: try lineTimetable(request, context).jsonBytes
        case .trip: try trip(request, context).jsonBytes
        case .stops: try stops(request).jsonBytes
        case .stopSearch: try stopSearch(request).jsonBytes
        case .stopsNearby: try stopsNearby(request).jsonBytes
        case .stop: try stop(request).jsonBytes
        case .departures: try board(request, .departures, context).jsonBytes
        case .arrivals: try board(request, .arrivals, context).jsonBytes
        case .boardGroups: try boardGroups(request, context).jsonBytes
        case .connections: try connections(request, context).jsonBytes
        case .connection: try connection(request, context).jsonBytes
        case .alerts: try alerts(request, context).jsonBytes
        }
    }

    /// Returns the item after which a page begins; nil for the first page.
    static func after<Index>(
        _ parameters: RequestParameters, _ find: (String) -> Index?
    ) throws(NetworkProblem) -> Index? {
        guard let id = parameters.text("after") else { return nil }
        guard let found = find(id) else {
            throw .badParameter("after", expected: "the 'next' of a page", given: id)
        }
        return found
    }
}
