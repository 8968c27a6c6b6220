import APISchema
package import HTTPServing
import HTTPTypes
package import Hummingbird
import NetworkAPI
package import TransitModel
package import TransportAPI
import WireAPI

/// Connections, boards and stop search for a server without its own network, answered by a remote
/// server of the Transport API.
///
/// Paths, parameters and answers are those of Takt's own API, as far as the remote server supports
/// them: there are no permanent connection ids, no transfer times and no page for a line.
package struct RemoteEndpoints: EndpointGroup {
    private let client: OpendataClient
    private let zone: TransitTimeZone
    private let clock: any WallClock
    private let name: String

    /// Creates the endpoints; `zone` is the remote server's time zone, `name` the displayed name of
    /// the service.
    package init(
        _ client: OpendataClient, zone: TransitTimeZone, clock: any WallClock, name: String
    ) {
        self.client = client
        self.zone = zone
        self.clock = clock
        self.name = name
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.network)") { request, _ in
            let answer = NetworkAnswer(
                remote: name, zone: zone, now: clock.now(), clockSpeed: clock.speed)
            return try CachedBody(json: answer).response(to: request)
        }
        router.get("\(APIPaths.stopSearch)") { request, _ in try await search(request) }
        router.get("\(APIPaths.stopsNearby)") { request, _ in try await nearby(request) }
        router.get("\(APIPaths.connections)") { request, _ in try await connections(request) }
        router.get("\(APIPaths.connections)/:id") { _, _ -> Response in
            throw Problem(
                .notFound, kind: "connection-gone",
                detail: "Saved connections cannot be found again here; search for it again.")
        }
        for kind in ["departures", "arrivals"] {
            router.get("\(APIPaths.stops)/:id/\(kind)") { request, context in
                try await board(
                    request, station: context.parameters.segment("id"),
                    isArrival: kind == "arrivals")
            }
        }
    }

    // MARK: - Stops

    private func search(_ request: Request) async throws -> Response {
        let parameters = QueryParameters(request)
        var query = OpendataLocationsQuery()
        query.query = parameters.text("q")
        query.kind = .station
        if query.query == nil, let near = try parameters.coordinate("near") {
            query.latitude = near.latitude
            query.longitude = near.longitude
        }
        let limit = try parameters.integer("limit", in: 1...100) ?? 10
        return try await locations(query, limit, request)
    }

    private func nearby(_ request: Request) async throws -> Response {
        let parameters = QueryParameters(request)
        guard let center = try parameters.coordinate("at") else {
            throw Problem.badParameter(
                "at", expected: "latitude,longitude in degrees, as in 47.17,8.51", given: "")
        }
        var query = OpendataLocationsQuery()
        query.latitude = center.latitude
        query.longitude = center.longitude
        let limit = try parameters.integer("limit", in: 1...100) ?? 20
        return try await locations(query, limit, request)
    }

    private func locations(
        _ query: OpendataLocationsQuery, _ limit: Int, _ request: Request
    ) async throws -> Response {
        // Without a text and a coordinate there is nothing to search for.
        var found = OpendataLocations()
        if query.query != nil || query.latitude != nil {
            found = try await RemoteProblem.converting { () async throws(OpendataFailure) in
                try await client.locations(query)
            }
        }
        // A remote search around a coordinate also finds buildings, where nothing calls.
        found.stations = Array(found.stations.filter { $0.location.id != nil }.prefix(limit))
        return try CachedBody(json: StopSearchAnswer(found))
            .response(to: request, cacheControl: CachePolicy.ofOneClient)
    }

    // MARK: - Connections

    private func connections(_ request: Request) async throws -> Response {
        let wanted = try RemoteConnectionQuery(request, zone: zone, now: clock.now())
        let found = try await RemoteProblem.converting { () async throws(OpendataFailure) in
            try await client.connections(wanted.query, at: wanted.time)
        }
        guard found.from != nil, found.to != nil else {
            throw Problem(
                .notFound, kind: "unknown-place",
                detail: "The timetable service does not know one of the places.")
        }
        let instant = LocalClock(zone, around: wanted.time).local(wanted.time)
        let answer = ConnectionsAnswer(
            found, about: instant, earlier: wanted.cursor(beside: -1),
            later: wanted.cursor(beside: 1))
        return try CachedBody(json: answer)
            .response(to: request, cacheControl: CachePolicy.ofOneClient)
    }

    // MARK: - Boards

    private func board(
        _ request: Request, station: String, isArrival: Bool
    ) async throws -> Response {
        let wanted = try RemoteBoardQuery(
            request, station: station, isArrival: isArrival, zone: zone, now: clock.now())
        var found = try await RemoteProblem.converting { () async throws(OpendataFailure) in
            try await client.stationboard(wanted.query, at: wanted.start)
        }
        found.journeys = wanted.page(of: found.journeys)
        let cursors = wanted.cursors(around: found.journeys)
        guard
            let answer = BoardAnswer(
                found, isArrival: isArrival, timeZone: zone.identifier, earlier: cursors.earlier,
                later: cursors.later)
        else {
            throw Problem.notFound("The timetable service knows no stop '\(station.prefix(100))'.")
        }
        return try CachedBody(json: answer).response(to: request)
    }
}

/// Converts failures of a remote server into problems.
enum RemoteProblem {
    /// Runs a remote query.
    ///
    /// - Throws: A problem that says what to do next, if the query fails.
    static func converting<Answer>(
        _ ask: () async throws(OpendataFailure) -> Answer
    ) async throws(Problem) -> Answer {
        do {
            return try await ask()
        } catch {
            throw problem(error)
        }
    }

    /// Returns the problem with the Transport API's status: 429 if the daily limit is used up.
    static func opendata(_ failure: OpendataFailure) -> Problem {
        switch failure {
        case .spent, .resting:
            var problem = Problem(
                .tooManyRequests, kind: "budget-spent", detail: failure.sentence)
            problem.headers[.retryAfter] = "3600"
            return problem
        case .unknown:
            return Problem(
                .internalServerError, kind: "unknown-place", detail: failure.sentence)
        case .busy, .refused, .unavailable: return problem(failure)
        }
    }

    private static func problem(_ failure: OpendataFailure) -> Problem {
        var problem: Problem
        switch failure {
        case .spent:
            problem = Problem(.serviceUnavailable, kind: "budget-spent", detail: failure.sentence)
        case .resting, .busy: return .busy(failure.sentence, retryAfterSeconds: 60)
        case .unknown: problem = Problem(.notFound, kind: "unknown-place", detail: failure.sentence)
        case .refused:
            problem = Problem(.unprocessableContent, kind: "refused", detail: failure.sentence)
        case .unavailable:
            problem = Problem(.badGateway, kind: "remote-unavailable", detail: failure.sentence)
        }
        if case .spent = failure { problem.headers[.retryAfter] = "3600" }
        return problem
    }
}
