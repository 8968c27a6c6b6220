import Timetables
import Transit
import TransitModel

extension NetworkAPI {
    /// The maximum number of stops in one answer.
    package static let maximumStops = 5000
    /// The default radius of `nearby`.
    private static let defaultRadiusMetres = 1000

    func stops(_ request: NetworkRequest) throws(NetworkProblem) -> StopsAnswer {
        let parameters = request.parameters
        let limit = try parameters.integer("limit", in: 1...Self.maximumStops) ?? 500
        let after = try Self.after(parameters) { timetable.keptStop($0) }
        return StopsAnswer(self, in: try parameters.box("bbox"), limit: limit, after: after)
    }

    func stop(_ request: NetworkRequest) throws(NetworkProblem) -> StopDetailAnswer {
        guard let stop = timetable.keptStop(request.id) else {
            throw .notFound("There is no stop '\(request.id.prefix(100))'.")
        }
        let members = resolver.place(id: request.id)?.members ?? []
        return StopDetailAnswer(stop, members: members, in: timetable)
    }

    func stopSearch(_ request: NetworkRequest) throws(NetworkProblem) -> StopSearchAnswer {
        let parameters = request.parameters
        let query = StopQuery(
            parameters.text("q") ?? "", near: try parameters.coordinate("near"),
            limit: try Self.stopLimit(parameters, otherwise: 10))
        return StopSearchAnswer(resolver.index.search(query), in: timetable)
    }

    func stopsNearby(_ request: NetworkRequest) throws(NetworkProblem) -> StopSearchAnswer {
        let parameters = request.parameters
        guard let centre = try parameters.coordinate("at") else {
            throw .badParameter(
                "at", expected: "latitude,longitude in degrees, as in 47.17,8.51", given: "")
        }
        let farthest = Int(StopSearchIndex.maximumMetres)
        let radius = try parameters.integer("radius", in: 1...farthest)
        let hits = resolver.index.nearest(
            to: centre, within: Double(radius ?? Self.defaultRadiusMetres),
            limit: try Self.stopLimit(parameters, otherwise: 20))
        return StopSearchAnswer(hits, in: timetable)
    }

    private static func stopLimit(
        _ parameters: RequestParameters, otherwise limit: Int
    ) throws(NetworkProblem) -> Int {
        try parameters.integer("limit", in: 1...StopQuery.maximumLimit) ?? limit
    }
}
