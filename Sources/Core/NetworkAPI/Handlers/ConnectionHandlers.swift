import Realtime
import Timetables
package import Transit
import TransitModel

extension NetworkAPI {
    func connections(
        _ request: NetworkRequest, _ context: AnswerContext
    ) throws(NetworkProblem) -> ConnectionsAnswer {
        let query = ConnectionQuery(request.parameters, timetable, resolver)
        let wanted = try query.planningRequest(now: context.now)
        let includesPassed = try request.parameters.flag("passed")
        let includesPaths = try request.parameters.flag("path")
        do throws(PlanningProblem) {
            let page = try planner.connections(
                wanted, in: context.snapshot, includesPassed: includesPassed)
            return ConnectionsAnswer(page, in: timetable, includesPaths: includesPaths)
        } catch {
            throw NetworkProblem(error)
        }
    }

    func connection(
        _ request: NetworkRequest, _ context: AnswerContext
    ) throws(NetworkProblem) -> FoundConnectionAnswer {
        let query = ConnectionQuery(request.parameters, timetable, resolver)
        let day = try request.parameters.day("date")
        let options = try query.options()
        let includesPassed = try request.parameters.flag("passed")
        let includesPaths = try request.parameters.flag("path")
        do throws(PlanningProblem) {
            let found = try planner.find(
                request.id, on: day, in: context.snapshot, options: options,
                includesPassed: includesPassed)
            return FoundConnectionAnswer(found, in: timetable, includesPaths: includesPaths)
        } catch {
            throw NetworkProblem(error)
        }
    }
}

extension NetworkProblem {
    /// Says why there is no connection.
    package init(_ problem: PlanningProblem) {
        let status: Status =
            switch problem {
            case .unknownPlace, .badID, .connectionGone: .notFound
            case .tooManyVias, .badStay: .badRequest
            default: .unprocessableContent
            }
        self.init(status, kind: problem.code, detail: problem.sentence)
        switch problem {
        case .unknownPlace(let end), .unserved(let end, _), .noSuchCoordinate(let end),
            .nothingNearby(let end, _, _):
            advice.parameter = end.parameter
        case .samePlace: advice.parameter = "to"
        case .tooManyVias: advice.parameter = "via"
        case .badStay: advice.parameter = "stay"
        case .outsideTimetable(_, let first, let last):
            advice.parameter = "at"
            advice.days = ProblemDays(first: first, last: last)
        case .noService(_, let next):
            advice.parameter = "at"
            advice.days = ProblemDays(next: next)
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
