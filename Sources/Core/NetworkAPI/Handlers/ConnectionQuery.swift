import Timetables
import Transit
import TransitModel

/// Reads the parameters of `/api/v1/connections`.
package struct ConnectionQuery {
    private let parameters: RequestParameters
    private let timetable: Timetable
    private let resolver: PlaceResolver

    /// The maximum number of excluded lines.
    package static let maximumExcluded = 100

    init(_ parameters: RequestParameters, _ timetable: Timetable, _ resolver: PlaceResolver) {
        self.parameters = parameters
        self.timetable = timetable
        self.resolver = resolver
    }

    /// Returns the planning request.
    ///
    /// - Throws: A problem with status 400 for a missing or invalid parameter.
    func planningRequest(now: UnixTime) throws(NetworkProblem) -> PlanningRequest {
        var wanted = PlanningRequest(
            from: try place("from", required("from")), to: try place("to", required("to")),
            at: try parameters.instant("at", in: timetable.timeZone) ?? now)
        wanted.vias = try vias()
        wanted.isArrival = try parameters.flag("arriveBy")
        if let text = parameters.text("cursor") {
            guard let cursor = PageCursor(text: text) else {
                throw .badParameter(
                    "cursor", expected: "what a page gave as 'earlier' or 'later'", given: text)
            }
            wanted.cursor = cursor
        }
        wanted.results =
            try parameters.integer("results", in: 1...PlanningRequest.maximumResults)
            ?? wanted.results
        wanted.options = try options()
        wanted.offersLessWalking = true
        return wanted
    }

    /// Returns the planning options.
    ///
    /// - Throws: A problem with status 400 for an invalid parameter.
    func options() throws(NetworkProblem) -> PlanningOptions {
        var options = PlanningOptions()
        options.wheelchair = try parameters.flag("wheelchair")
        options.bicycle = try parameters.flag("bicycle")
        options.modes = try modes()
        options.excludedRoutes = try excludedRoutes()
        options.maximumTransfers =
            try parameters.integer("changes", in: PlanningOptions.transferRange)
            ?? options.maximumTransfers
        if let minutes = try parameters.integer("margin", in: 0...60) {
            options.marginSeconds = Int32(minutes * 60)
        }
        let maximum = Int(PlanningOptions.maximumWalkSeconds / 60)
        if let minutes = try parameters.integer("walk", in: 0...maximum) {
            options.walkSeconds = Int32(minutes * 60)
        }
        options.walkingSpeed = try parameters.walkingSpeed()
        return options
    }

    private func required(_ name: String) throws(NetworkProblem) -> String {
        guard let text = parameters.text(name) else {
            throw .badParameter(
                name, expected: "a stop's id or name, or latitude,longitude", given: "")
        }
        return text
    }

    /// Returns the repeated parameter `via`, with one `stay` in minutes for each, in order.
    private func vias() throws(NetworkProblem) -> [PlanningVia] {
        let places = try parameters.texts("via", maximum: PlanningRequest.maximumVias)
        // A stay without a via may belong to another one, so it is refused.
        let stays = try parameters.texts("stay", maximum: places.count)
        let maximum = PlanningRequest.maximumStaySeconds / 60
        var vias: [PlanningVia] = []
        for (number, text) in places.enumerated() {
            var minutes: Int32 = 0
            if number < stays.count {
                guard let stay = Int32(stays[number]), (0...maximum).contains(stay) else {
                    throw .badParameter(
                        "stay", expected: "a whole number of minutes from 0 to \(maximum)",
                        given: stays[number])
                }
                minutes = stay
            }
            vias.append(PlanningVia(try place("via", text), staySeconds: minutes * 60))
        }
        return vias
    }

    private func modes() throws(NetworkProblem) -> Set<TransitMode>? {
        guard let text = parameters.text("modes") else { return nil }
        var modes = Set<TransitMode>()
        for word in text.split(separator: ",") {
            guard let mode = TransitMode(rawValue: String(word)) else {
                let known = TransitMode.allCases.map { $0.rawValue }.joined(separator: ", ")
                throw .badParameter("modes", expected: "some of \(known)", given: word)
            }
            modes.insert(mode)
        }
        return modes
    }

    private func excludedRoutes() throws(NetworkProblem) -> Set<RouteIndex> {
        var routes = Set<RouteIndex>()
        for id in try parameters.texts("exclude", maximum: Self.maximumExcluded) {
            guard let route = timetable.keptRoute(id) else {
                throw .badParameter("exclude", expected: "the id of a route", given: id)
            }
            routes.insert(route)
        }
        return routes
    }

    private func place(
        _ parameter: String, _ text: String
    ) throws(NetworkProblem) -> PlanningPlace {
        let found = resolver.resolve(text)
        let detail = found.explanation(of: text, in: timetable) ?? ""
        switch found {
        case .coordinate(let coordinate): return .point(coordinate, name: nil)
        case .place(let place): return .point(place.coordinate, name: place.name)
        case .stop(let stop): return .stop(stop.stop, members: stop.members)
        case .ambiguousPlaces(let places):
            var problem = NetworkProblem(
                .unprocessableContent, kind: "ambiguous-place", detail: detail,
                parameter: parameter)
            problem.advice.candidates = places.map { place in
                let (latitude, longitude) = (place.coordinate.latitude, place.coordinate.longitude)
                return ProblemCandidate(id: "\(latitude),\(longitude)", name: place.name)
            }
            throw problem
        case .ambiguous(let hits):
            var problem = NetworkProblem(
                .unprocessableContent, kind: "ambiguous-place", detail: detail,
                parameter: parameter)
            problem.advice.candidates = candidates(hits)
            throw problem
        case .unknown(let hits):
            var problem = NetworkProblem(
                .notFound, kind: "unknown-place", detail: detail, parameter: parameter)
            problem.advice.candidates = candidates(hits)
            throw problem
        case .offTheGlobe:
            throw NetworkProblem(
                .unprocessableContent, kind: "no-such-coordinate", detail: detail,
                parameter: parameter)
        }
    }

    private func candidates(_ hits: [StopHit]) -> [ProblemCandidate] {
        hits.map { ProblemCandidate(id: timetable.stops.id($0.stop), name: $0.name) }
    }
}
