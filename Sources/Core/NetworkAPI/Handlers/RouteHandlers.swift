import Realtime
import Timetables
import Transit
import TransitModel

extension NetworkAPI {
    /// The maximum number of routes in one answer, which is also the default.
    package static let maximumRoutes = 2000

    func routes(_ request: NetworkRequest) throws(NetworkProblem) -> RoutesAnswer {
        let limit = try request.parameters.integer("limit", in: 1...Self.maximumRoutes)
        let after = try Self.after(request.parameters) { timetable.keptRoute($0) }
        return RoutesAnswer(timetable, limit: limit ?? Self.maximumRoutes, after: after)
    }

    /// Returns the route in the path.
    func route(_ request: NetworkRequest) throws(NetworkProblem) -> RouteIndex {
        guard let route = timetable.keptRoute(request.id) else {
            throw .notFound("There is no route '\(request.id.prefix(100))'.")
        }
        return route
    }

    func routeLines(_ request: NetworkRequest) throws(NetworkProblem) -> GeoJSON.RouteCollection {
        let isSideBySide = try request.parameters.flag("sideBySide")
        let box = try request.parameters.box("bbox")
        if isSideBySide { return GeoJSON.RouteCollection(sideBySide: map, in: box) }
        return box.map { GeoJSON.RouteCollection(map, in: $0) }
            ?? GeoJSON.RouteCollection(timetable)
    }

    func lineTimetable(
        _ request: NetworkRequest, _ context: AnswerContext
    ) throws(NetworkProblem) -> LineTimetableAnswer {
        let named = try route(request)
        // If another feed's line is shown instead of this one, that line is used.
        let route = timetable.shownRoute(named) ?? named
        let day =
            try request.parameters.day("date") ?? timetable.timeZone.day(at: context.now)
        let direction = try request.parameters.integer("direction", in: 0...1)
        let line: LineTimetable
        do throws(LineTimetable.Failure) {
            line = try LineTimetable(
                route, direction: direction, on: day, in: timetable,
                overlay: context.snapshot.overlay)
        } catch {
            throw Self.problem(error, day)
        }
        return LineTimetableAnswer(line: line, timetable: timetable)
    }

    private static func problem(
        _ failure: LineTimetable.Failure, _ day: ServiceDay
    ) -> NetworkProblem {
        switch failure {
        case .outsideTimetable(let first, let last):
            .outsideTimetable(day, first: first, last: last)
        case .noService(let next): .noService("The line", on: day, next: next)
        case .noSuchDirection(let known):
            NetworkProblem(
                .notFound, kind: "no-such-direction",
                detail: known.isEmpty
                    ? "The line has no directions; leave 'direction' out."
                    : "The line has only direction \(known.map { "\($0)" }.joined()).",
                parameter: "direction")
        }
    }

    func trip(
        _ request: NetworkRequest, _ context: AnswerContext
    ) throws(NetworkProblem) -> TripRunAnswer {
        let parameters = request.parameters
        let day = try parameters.day("date") ?? timetable.timeZone.day(at: context.now)
        var start: ServiceTime?
        if let text = parameters.text("start") {
            start = ServiceTime(text)
            guard start != nil else {
                throw .badParameter("start", expected: "a time as in 08:30:00", given: text)
            }
        }
        let snapshot = context.snapshot
        let run: RunOnDay
        do throws(RunOnDay.Missing) {
            run = try RunOnDay.find(
                trip: request.id, on: day, start: start, at: context.now,
                in: (timetable, snapshot.overlay))
        } catch {
            throw Self.problem(error, request.id, day)
        }
        let vehicle = run.runIndex.flatMap { index in
            snapshot.vehicles.first {
                $0.progress?.run == index && $0.progress?.serviceDay == run.day
            }
        }
        return TripRunAnswer(run: run, vehicle: vehicle, now: context.now)
    }

    private static func problem(
        _ missing: RunOnDay.Missing, _ id: String, _ day: ServiceDay
    ) -> NetworkProblem {
        switch missing {
        case .unknownTrip: return .notFound("There is no trip '\(id.prefix(100))'.")
        case .outsideTimetable(let first, let last):
            return .outsideTimetable(day, first: first, last: last)
        case .noService: return .noService("The trip", on: day)
        case .noSuchStart(let known):
            let times = known.map { $0.description }.joined(separator: ", ")
            return NetworkProblem(
                .notFound, kind: "no-such-start",
                detail: "No run of the trip begins then; the first begin at \(times).",
                parameter: "start")
        }
    }

    /// The maximum number of alerts in one answer, which is also the default.
    package static let maximumAlerts = 1000

    func alerts(
        _ request: NetworkRequest, _ context: AnswerContext
    ) throws(NetworkProblem) -> AlertsAnswer {
        let limit = try request.parameters.integer("limit", in: 1...Self.maximumAlerts)
        let after = request.parameters.text("after")
        guard
            let answer = AlertsAnswer(
                context.snapshot, limit: limit ?? Self.maximumAlerts, after: after)
        else {
            throw .badParameter(
                "after", expected: "the 'next' of a page, whose alert still applies",
                given: after ?? "")
        }
        return answer
    }
}
