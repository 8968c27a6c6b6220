import APISchema
package import HTTPServing
package import Hummingbird
package import TransitModel
package import TransportAPI

/// The Transport API, forwarded to a remote server of the same API.
///
/// All clients share that server's daily limit, and recent answers are cached.
package struct RemoteOpendataEndpoints: EndpointGroup {
    private let client: OpendataClient
    private let zone: TransitTimeZone
    private let clock: any WallClock

    /// Creates the endpoints; `zone` is the remote server's time zone.
    package init(_ client: OpendataClient, zone: TransitTimeZone, clock: any WallClock) {
        self.client = client
        self.zone = zone
        self.clock = clock
    }

    package var limitedPaths: [String] { [APIPaths.opendataRoot] }
    package var errorForm: ErrorForm? { OpendataResponse.errorForm }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.opendataRoot)") { request, _ in
            let date = zone.iso8601(clock.now())
            return OpendataResponse.json(
                OpendataRoot.json(date: date, author: "Opendata.ch"), to: request)
        }
        router.get("\(APIPaths.opendataLocations)") { request, _ in
            try await answer(request, refusal: OpendataResponse.refusal) {
                parameters, fields async throws in
                let query = try OpendataLocationsQuery(parameters)
                guard query.query != nil || (query.latitude != nil && query.longitude != nil)
                else { return OpendataLocations().json(fields) }
                return try await client.locations(query).json(fields)
            }
        }
        router.get("\(APIPaths.opendataConnections)") { request, _ in
            try await answer(request, refusal: OpendataResponse.refusal) {
                parameters, fields async throws in
                let query = try OpendataConnectionsQuery(parameters)
                guard query.from != nil, query.to != nil else {
                    return OpendataConnections().json(fields)
                }
                let time = query.instant.time(in: zone, now: clock.now())
                return try await client.connections(query, at: time).json(fields)
            }
        }
        router.get("\(APIPaths.opendataStationboard)") { request, _ in
            try await answer(request, refusal: OpendataResponse.plainRefusal) {
                parameters, fields async throws in
                let query = try OpendataStationboardQuery(parameters)
                guard query.station ?? query.id != nil else {
                    return OpendataStationboard().json(fields)
                }
                let time = query.instant.time(in: zone, now: clock.now())
                return try await client.stationboard(query, at: time).json(fields)
            }
        }
    }

    private func answer(
        _ request: Request, refusal: (OpendataRefusal, Request) -> Response,
        _ ask: (OpendataParameters, FieldFilter) async throws -> [UInt8]
    ) async throws -> Response {
        let parameters = OpendataParameters(query: request.uri.query)
        do {
            return OpendataResponse.json(
                try await ask(parameters, FieldFilter(paths: parameters.list("fields"))),
                to: request)
        } catch let refused as OpendataRefusal {
            return refusal(refused, request)
        } catch let failure as OpendataFailure {
            throw RemoteProblem.opendata(failure)
        }
    }
}
