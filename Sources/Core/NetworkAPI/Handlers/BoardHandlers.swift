import Realtime
import Timetables
import Transit
import TransitModel

extension NetworkAPI {
    func board(
        _ request: NetworkRequest, _ kind: BoardRequest.Kind, _ context: AnswerContext
    ) throws(NetworkProblem) -> BoardAnswer {
        let wanted = try boardRequest(request, kind, now: context.now)
        let overlay = context.snapshot.overlay
        var answer = BoardAnswer(
            boards.board(wanted, overlay: overlay), in: timetable, overlay: overlay)
        if let lead = resolver.index.lead(of: wanted.stop), lead != wanted.stop {
            answer.station = PlaceAnswer(lead, in: timetable)
        }
        return answer
    }

    func boardGroups(
        _ request: NetworkRequest, _ context: AnswerContext
    ) throws(NetworkProblem) -> BoardGroupsAnswer {
        let kind: BoardRequest.Kind = try request.parameters.choice("kind") ?? .departures
        let wanted = try boardRequest(request, kind, now: context.now)
        let each = try request.parameters.integer("each", in: 1...20) ?? 3
        let overlay = context.snapshot.overlay
        let groups = boards.groups(wanted, callsEach: each, overlay: overlay)
        // The answer takes the stop's time zone from a board of its own.
        var first = wanted
        first.limit = 1
        return BoardGroupsAnswer(
            groups, of: boards.board(first, overlay: overlay), in: timetable, overlay: overlay)
    }

    /// Returns the stops of all `with` parameters.
    private func others(_ parameters: RequestParameters) throws(NetworkProblem) -> [StopIndex] {
        let ids = try parameters.texts("with", maximum: BoardRequest.maximumOthers)
        var stops: [StopIndex] = []
        for id in ids {
            guard let stop = timetable.keptStop(id) else {
                throw .badParameter("with", expected: "the id of a stop", given: id)
            }
            stops.append(stop)
        }
        return stops
    }

    private func boardRequest(
        _ request: NetworkRequest, _ kind: BoardRequest.Kind, now: UnixTime
    ) throws(NetworkProblem) -> BoardRequest {
        let parameters = request.parameters
        guard let place = resolver.place(id: request.id) else {
            throw .notFound("There is no stop '\(request.id.prefix(100))'.")
        }
        let time = try parameters.instant("at", in: boards.timeZone(of: place.stop)) ?? now
        var wanted = BoardRequest(stop: place.stop, from: time)
        wanted.kind = kind
        wanted.others = place.members + (try others(parameters))
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
                throw .badParameter(
                    name, expected: "what a board gave as 'later' or 'earlier'", given: text)
            }
            wanted.cursor = cursor
            wanted.goesBack = goesBack
        }
        return wanted
    }
}
