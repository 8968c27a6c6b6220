import APISchema
package import HTTPServing
import HTTPTypes
package import Hummingbird
package import LiveMap
package import Realtime
import Timetables
package import Transit
package import TransitModel
import TransportAPI

/// The Transport API of transport.opendata.ch for this network, so that its clients work unchanged.
package struct OpendataEndpoints: EndpointGroup {
    private let planner: JourneyPlanner
    private let frames: Broadcast<MapFrame>
    private let clock: any WallClock
    private let searches: SearchLimiter
    private let places: OpendataPlaces
    private let boards: OpendataBoards
    private let memory = RenderedAnswerCache()

    private var timetable: Timetable { planner.timetable }

    /// The maximum number of places in an answer of `/locations`.
    private static let maximumLocations = 10
    /// The search radius of `/locations`, in metres.
    private static let maximumMetres = 5000.0

    /// Serves a network with the newest frame's realtime data.
    ///
    /// `searches` limits how many connection searches run at once.
    package init(
        _ planner: JourneyPlanner, resolver: PlaceResolver, frames: Broadcast<MapFrame>,
        clock: any WallClock, searches: SearchLimiter = SearchLimiter()
    ) {
        self.planner = planner
        self.frames = frames
        self.clock = clock
        self.searches = searches
        places = OpendataPlaces(resolver)
        boards = OpendataBoards(planner.timetable)
    }

    package var limitedPaths: [String] { [APIPaths.opendataRoot] }
    package var errorForm: ErrorForm? { OpendataResponse.errorForm }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.opendataRoot)") { request, _ in
            let date = timetable.timeZone.iso8601(clock.now())
            return OpendataResponse.json(
                OpendataRoot.json(date: date, author: "Opendata.ch"), to: request)
        }
        router.get("\(APIPaths.opendataLocations)") { request, _ in locations(request) }
        router.get("\(APIPaths.opendataConnections)") { request, _ in
            try await connections(request)
        }
        router.get("\(APIPaths.opendataStationboard)") { request, _ in stationboard(request) }
        let swagger = OpendataSwagger.document()
        router.get("\(APIPaths.opendataSwagger)") { request, _ in
            OpendataResponse.json(swagger, to: request)
        }
        let paths = [
            APIPaths.opendataRoot, APIPaths.opendataLocations, APIPaths.opendataConnections,
            APIPaths.opendataStationboard, APIPaths.opendataSwagger,
        ]
        for path in paths {
            router.on("\(path)", method: .options) { _, _ in Self.preflight() }
        }
    }

    /// Returns the answer to the CORS preflight request of browsers.
    private static func preflight() -> Response {
        var headers = HTTPFields()
        headers[.accessControlAllowMethods] = "GET, HEAD, OPTIONS"
        headers[.accessControlAllowHeaders] = "*"
        headers[.accessControlMaxAge] = "86400"
        return Response(status: .noContent, headers: headers)
    }

    private func mapper(around time: UnixTime) -> OpendataMapper {
        OpendataMapper(timetable, overlay: frames.current.snapshot.overlay, around: time)
    }

    // MARK: - Locations

    private func locations(_ request: Request) -> Response {
        let parameters = OpendataParameters(query: request.uri.query)
        do {
            let query = try OpendataLocationsQuery(parameters)
            let answer = OpendataLocations(stations(query))
            return OpendataResponse.json(answer.json(parameters.fields), to: request)
        } catch {
            return OpendataResponse.refusal(error, to: request)
        }
    }

    private func stations(_ query: OpendataLocationsQuery) -> [OpendataStation] {
        var center: Coordinate?
        if let latitude = query.latitude, let longitude = query.longitude {
            center = Coordinate(latitude: latitude, longitude: longitude)
        }
        let hits: [StopHit]
        var others: [OpendataStation] = []
        if let text = query.query {
            hits =
                query.kind == .all || query.kind == .station
                ? places.search(text, near: center, limit: Self.maximumLocations) : []
            others = places.others(text, query.kind, near: center)
                .prefix(Self.maximumLocations - hits.count)
                .map { OpendataStation($0, icon: nil) }
        } else if let center {
            hits = places.nearest(
                to: center, within: Self.maximumMetres, limit: Self.maximumLocations)
        } else {
            return []
        }
        let mapper = mapper(around: clock.now())
        return hits.map { hit in
            OpendataStation(
                mapper.location(hit.stop, distance: hit.distanceMetres),
                icon: mapper.icon(hit.members))
        } + others
    }

    // MARK: - Connections

    private func connections(_ request: Request) async throws -> Response {
        let parameters = OpendataParameters(query: request.uri.query)
        let query: OpendataConnectionsQuery
        do {
            query = try OpendataConnectionsQuery(parameters)
        } catch {
            return OpendataResponse.refusal(error, to: request)
        }
        let fields = parameters.fields
        guard query.from != nil, query.to != nil else {
            return OpendataResponse.json(OpendataConnections().json(fields), to: request)
        }
        let time = query.instant.time(in: timetable.timeZone, now: clock.now())
        let mapper = mapper(around: time)
        let question = "\(time.milliseconds) \(request.uri.query ?? "")"
        let bytes = try await memory.answer(question, version: mapper.overlay.version) {
            let search = OpendataConnectionSearch(
                planner: planner, places: places, mapper: mapper,
                includesPassed: fields.wantsPassList)
            return try await searches.run { try search.answer(query, at: time).json(fields) }
        }
        return OpendataResponse.json(bytes, to: request)
    }

    // MARK: - Stationboard

    private func stationboard(_ request: Request) -> Response {
        let parameters = OpendataParameters(query: request.uri.query)
        let query: OpendataStationboardQuery
        do {
            query = try OpendataStationboardQuery(parameters)
        } catch {
            return OpendataResponse.plainRefusal(error, to: request)
        }
        let time = query.instant.time(in: timetable.timeZone, now: clock.now())
        let mapper = mapper(around: time)
        let fields = parameters.fields
        var answer = OpendataStationboard()
        let found =
            query.station.map { places.find($0, mapper) }
            ?? query.id.flatMap { places.find(id: $0, mapper) }
        if let found, case .stop(let stop, let members) = found.place {
            answer.station = found.location
            let kind: BoardRequest.Kind = query.isArrival ? .arrivals : .departures
            var wanted = BoardRequest(stop: stop, from: time)
            wanted.others = members
            wanted.kind = kind
            let modes = query.transportations.reduce(into: Set<TransitMode>()) {
                $0.formUnion($1.modes)
            }
            let calls = boards.calls(
                wanted, modes: modes.isEmpty ? nil : modes, limit: query.limit,
                overlay: mapper.overlay)
            answer.journeys = mapper.journeys(
                calls, kind: kind, at: found.location,
                includesPassList: fields["stationboard"]?["passList"] != nil)
        }
        return OpendataResponse.json(answer.json(fields), to: request)
    }
}

extension OpendataParameters {
    /// The requested fields.
    fileprivate var fields: FieldFilter { FieldFilter(paths: list("fields")) }
}

extension FieldFilter {
    /// Whether the intermediate stops are requested.
    fileprivate var wantsPassList: Bool {
        self["connections"]?["sections"]?["journey"]?["passList"] != nil
    }
}

extension OpendataTimestamp {
    /// Returns the instant; missing parts are taken from the current time.
    func time(in zone: TransitTimeZone, now: UnixTime) -> UnixTime {
        if let unixSeconds { return UnixTime(seconds: unixSeconds) }
        guard day != nil || clock != nil else { return now }
        let today = zone.day(at: now)
        let day =
            switch day {
            case .on(let day): day
            case .fromToday(let days): today.advanced(by: days)
            case nil: today
            }
        // A day without a time means the current time of day.
        let seconds = clock.map { Int64($0.seconds) } ?? Self.clockSeconds(now, in: zone)
        if let offsetSeconds {
            return UnixTime(
                seconds: Int64(day.daysSince1970) * 86_400 + seconds - Int64(offsetSeconds))
        }
        let text = "\(day)T\(ServiceTime(seconds: Int32(seconds)))"
        return TimestampText.instant(text, in: zone) ?? now
    }

    private static func clockSeconds(_ time: UnixTime, in zone: TransitTimeZone) -> Int64 {
        let local = time.seconds + Int64(zone.offsetSeconds(at: time))
        return local - Int64(zone.day(at: time).daysSince1970) * 86_400
    }
}
