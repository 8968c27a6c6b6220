import APISchema
package import HTTPServing
package import Hummingbird
package import LiveMap
package import Realtime
import Timetables
package import Transit
package import TransitModel
import WireAPI

/// Departure and arrival boards of stops, and timetables of lines.
package struct BoardEndpoints: EndpointGroup {
    private let timetable: Timetable
    private let resolver: PlaceResolver
    private let maker: BoardMaker
    private let frames: Broadcast<MapFrame>
    private let clock: any WallClock

    /// Serves the boards of the index's network with the newest frame's realtime data.
    package init(_ index: StopSearchIndex, frames: Broadcast<MapFrame>, clock: any WallClock) {
        timetable = index.timetable
        resolver = PlaceResolver(index)
        self.frames = frames
        self.clock = clock
        maker = BoardMaker(index.timetable)
    }

    package func add(to router: Router<TaktRequestContext>) {
        for kind in BoardRequest.Kind.allCases {
            router.get("\(APIPaths.stops)/:id/\(kind.rawValue)") { request, context in
                let wanted = try boardRequest(request, context, kind)
                let overlay = frames.current.snapshot.overlay
                let board = maker.board(wanted, overlay: overlay)
                return try CachedBody(json: BoardAnswer(board, in: timetable, overlay: overlay))
                    .response(to: request)
            }
        }
        router.get("\(APIPaths.stops)/:id/lines") { request, context in
            try lines(request, context)
        }
        router.get("\(APIPaths.routes)/:id/timetable") { request, context in
            try lineTimetable(request, context)
        }
    }

    private func lines(_ request: Request, _ context: TaktRequestContext) throws -> Response {
        let parameters = QueryParameters(request)
        let kind: BoardRequest.Kind = try parameters.choice("kind") ?? .departures
        let wanted = try boardRequest(request, context, kind)
        let each = try parameters.integer("each", in: 1...20) ?? 3
        let overlay = frames.current.snapshot.overlay
        let groups = maker.groups(wanted, callsEach: each, overlay: overlay)
        // The answer takes the stop's time zone from a board of its own.
        var first = wanted
        first.limit = 1
        let answer = BoardGroupsAnswer(
            groups, of: maker.board(first, overlay: overlay), in: timetable, overlay: overlay)
        return try CachedBody(json: answer).response(to: request)
    }

    private func lineTimetable(
        _ request: Request, _ context: TaktRequestContext
    ) throws -> Response {
        let parameters = QueryParameters(request)
        let id = try context.parameters.segment("id")
        guard let named = timetable.keptRoute(id) else {
            throw Problem.notFound("There is no route '\(id.prefix(100))'.")
        }
        // If another feed's line is shown instead of this one, that line is used.
        let route = timetable.shownRoute(named) ?? named
        let day = try parameters.day("date") ?? timetable.timeZone.day(at: clock.now())
        let direction = try parameters.integer("direction", in: 0...1)
        do {
            let line = try LineTimetable(
                route, direction: direction, on: day, in: timetable,
                overlay: frames.current.snapshot.overlay)
            return try CachedBody(json: LineTimetableAnswer(line, in: timetable))
                .response(to: request)
        } catch let failure as LineTimetable.Failure {
            throw Self.problem(failure, day)
        }
    }

    private static func problem(_ failure: LineTimetable.Failure, _ day: ServiceDay) -> Problem {
        switch failure {
        case .outsideTimetable(let first, let last):
            return .outsideTimetable(day, first: first, last: last)
        case .noService: return .noService("The line", on: day)
        case .noSuchDirection(let known):
            var problem = Problem(
                .notFound, kind: "no-such-direction",
                detail: known.isEmpty
                    ? "The line has no stated directions; leave 'direction' out."
                    : "The line has only direction \(known.map(String.init).joined()).")
            problem.parameter = "direction"
            return problem
        }
    }

    /// Returns the stops of all `with` parameters.
    private func others(_ request: Request) throws -> [StopIndex] {
        let ids = request.uri.queryParameters[values: "with"]
        guard ids.count <= BoardRequest.maximumOthers else {
            throw Problem.badParameter(
                "with", expected: "given at most \(BoardRequest.maximumOthers) times",
                given: "\(ids.count)")
        }
        return try ids.map { id in
            guard let stop = timetable.keptStop(String(id)) else {
                throw Problem.badParameter("with", expected: "the id of a stop", given: id)
            }
            return stop
        }
    }

    private func boardRequest(
        _ request: Request, _ context: TaktRequestContext, _ kind: BoardRequest.Kind
    ) throws -> BoardRequest {
        let parameters = QueryParameters(request)
        let id = try context.parameters.segment("id")
        guard let place = resolver.place(id: id) else {
            throw Problem.notFound("There is no stop '\(id.prefix(100))'.")
        }
        let time = try parameters.instant("at", in: maker.timeZone(of: place.stop)) ?? clock.now()
        var wanted = BoardRequest(stop: place.stop, from: time)
        wanted.kind = kind
        wanted.others = place.members + (try others(request))
        wanted.limit =
            try parameters.integer("limit", in: 1...BoardRequest.maximumLimit) ?? wanted.limit
        let minutes = BoardRequest.maximumSpanSeconds / 60
        if let given = try parameters.integer("minutes", in: 1...minutes) {
            wanted.spanSeconds = given * 60
        }
        wanted.furtherCalls =
            try parameters.integer("further", in: 0...BoardRequest.maximumFurtherCalls) ?? 0
        for (name, goesBack) in [("after", false), ("before", true)] {
            guard let text = parameters.text(name) else { continue }
            guard let cursor = BoardCursor(text: text) else {
                throw Problem.badParameter(
                    name, expected: "what a board gave as 'later' or 'earlier'", given: text)
            }
            wanted.cursor = cursor
            wanted.goesBack = goesBack
        }
        return wanted
    }
}
