import APISchema
package import HTTPServing
package import Hummingbird
package import LiveMap
package import Realtime
package import Transit
package import TransitModel
import WireAPI

/// Connections, and saved connections.
package struct ConnectionEndpoints: EndpointGroup {
    private let planner: JourneyPlanner
    private let resolver: PlaceResolver
    private let frames: Broadcast<MapFrame>
    private let clock: any WallClock
    private let places: SearchLimiter

    /// Plans with the newest frame's realtime data; the resolver finds requested
    /// places.
    ///
    /// `places` limits how many searches run at once.
    package init(
        _ planner: JourneyPlanner, resolver: PlaceResolver, frames: Broadcast<MapFrame>,
        clock: any WallClock, places: SearchLimiter = SearchLimiter()
    ) {
        self.planner = planner
        self.resolver = resolver
        self.frames = frames
        self.clock = clock
        self.places = places
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.connections)") { request, _ in
            let query = ConnectionQuery(request, planner.timetable, resolver)
            let wanted = try query.planningRequest(now: clock.now())
            let tellsPassed = try QueryParameters(request).flag("passed")
            let tellsPaths = try QueryParameters(request).flag("path")
            let snapshot = frames.current.snapshot
            let planner = planner
            let body = try await search {
                let page = try planner.connections(
                    wanted, in: snapshot, tellsPassed: tellsPassed)
                return try CachedBody(
                    json: ConnectionsAnswer(page, in: planner.timetable, tellsPaths: tellsPaths))
            }
            return body.response(to: request)
        }
        router.get("\(APIPaths.connections)/:id") { request, context in
            let id = try context.parameters.require("id")
            let query = ConnectionQuery(request, planner.timetable, resolver)
            let day = try QueryParameters(request).day("date")
            let options = try query.options()
            let tellsPassed = try QueryParameters(request).flag("passed")
            let tellsPaths = try QueryParameters(request).flag("path")
            let snapshot = frames.current.snapshot
            let planner = planner
            let body = try await search {
                let found = try planner.find(
                    id, on: day, in: snapshot, options: options, tellsPassed: tellsPassed)
                return try CachedBody(
                    json:
                        FoundConnectionAnswer(found, in: planner.timetable, tellsPaths: tellsPaths))
            }
            return body.response(to: request)
        }
    }

    private func search(_ body: @escaping @Sendable () throws -> CachedBody) async throws
        -> CachedBody
    {
        do {
            return try await places.run(body)
        } catch let problem as PlanningProblem {
            throw Problem(problem)
        }
    }
}

extension Problem {
    fileprivate init(_ problem: PlanningProblem) {
        let status: HTTPResponse.Status =
            switch problem {
            case .unknownPlace, .badID, .connectionGone: .notFound
            default: .unprocessableContent
            }
        self.init(status, kind: problem.code, detail: problem.sentence)
        switch problem {
        case .unknownPlace(let end), .unserved(let end, _), .noSuchCoordinate(let end),
            .nothingNearby(let end, _, _):
            parameter = end.parameter
        case .samePlace: parameter = "to"
        case .tooManyVias: parameter = "via"
        case .badStay: parameter = "stay"
        case .outsideTimetable(_, let first, let last):
            parameter = "at"
            days = ProblemDays(first: first, last: last)
        case .noService(_, let next):
            parameter = "at"
            days = ProblemDays(next: next)
        case .noConnection, .badID, .connectionGone: break
        }
    }
}

extension PlanningProblem.End {
    /// The name of the request parameter for the place.
    fileprivate var parameter: String {
        switch self {
        case .origin: "from"
        case .destination: "to"
        case .via: "via"
        }
    }
}
