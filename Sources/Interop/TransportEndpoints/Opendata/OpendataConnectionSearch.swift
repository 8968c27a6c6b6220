import HTTPServing
import HTTPTypes
import Transit
import TransitModel
import TransportAPI

/// Answers one connection query as the Transport API does.
struct OpendataConnectionSearch: Sendable {
    let planner: JourneyPlanner
    let places: OpendataPlaces
    let mapper: OpendataMapper
    /// Whether the answer includes the intermediate stops.
    let includesPassed: Bool

    /// The maximum number of days searched for the requested number of connections.
    private static let maximumDays = 7
    /// The maximum number of search windows for them.
    private static let maximumPages = 20

    /// Searches connections; finding none is an empty answer.
    ///
    /// - Throws: A problem if a place is unknown.
    func answer(
        _ query: OpendataConnectionsQuery, at time: UnixTime
    ) throws(Problem) -> OpendataConnections {
        let origin = try find(query.from)
        let destination = try find(query.to)
        var wanted = PlanningRequest(from: origin.place, to: destination.place, at: time)
        for via in query.vias {
            wanted.vias.append(PlanningVia(try find(via).place))
        }
        wanted.isArrival = query.isArrival
        wanted.options.bicycle = query.bike
        if !query.transportations.isEmpty {
            wanted.options.modes = query.transportations.reduce(into: []) {
                $0.formUnion($1.modes)
            }
        }
        var answer = OpendataConnections()
        answer.from = origin.location
        answer.to = destination.location
        answer.originCandidates = origin.candidates
        answer.destinationCandidates = destination.candidates
        answer.connections = connections(wanted, limit: query.limit, page: query.page)
        return answer
    }

    private func find(_ text: String?) throws(Problem) -> OpendataPlaces.Found {
        guard let text, let found = places.find(text, mapper) else {
            throw Problem(
                .internalServerError, kind: "unknown-place",
                detail:
                    "Error from the timetable: there is no stop like '\((text ?? "").prefix(60))'.")
        }
        return found
    }

    /// Returns the connections of a page.
    ///
    /// Pages count from the requested time: page 0 departs from then on, page -1 before it. If the
    /// request is by arrival, page 0 arrives until then and page 1 after it. No page goes beyond
    /// the sixteenth connection.
    private func connections(
        _ wanted: PlanningRequest, limit: Int, page: Int
    ) -> [OpendataConnection] {
        let page = wanted.isArrival ? page - 1 : page
        if page < 0 {
            let found = collect(wanted, count: -page * limit, isLater: false)
            let window = found.suffix(-page * limit).prefix(limit)
            return Array(window)
        }
        let maximum = OpendataConnectionsQuery.maximumLimit
        let skipped = min(page * limit, maximum - limit)
        let found = collect(wanted, count: skipped + limit, isLater: true)
        return Array(found.dropFirst(skipped).prefix(limit))
    }

    /// Returns connections after the requested time, or before it, until there are enough; in order
    /// of time.
    ///
    /// Connections that realtime data makes impossible are omitted, because the API cannot express
    /// them.
    private func collect(
        _ wanted: PlanningRequest, count: Int, isLater: Bool
    ) -> [OpendataConnection] {
        var wanted = wanted
        let start = wanted.time
        let isNatural = isLater != wanted.isArrival
        if !isNatural {
            wanted.cursor = PageCursor(beside: start, isArrival: wanted.isArrival, isLater: isLater)
        }
        var found: [OpendataConnection] = []
        for _ in 0..<Self.maximumPages where found.count < count {
            wanted.results = min(PlanningRequest.maximumResults, count - found.count)
            do {
                let page = try planner.connections(
                    wanted, overlay: mapper.overlay, includesPassed: includesPassed,
                    includesTroubles: false)
                let works = page.itineraries.filter(\.troubles.isEmpty)
                    .compactMap(mapper.connection)
                found = isLater ? found + works : works + found
                if page.isOnlyWalking, wanted.cursor == nil, let walk = page.directWalk {
                    return [mapper.connection(walk)]
                }
                guard let next = isLater ? page.later : page.earlier else { break }
                wanted.cursor = next
            } catch .noConnection, .noService {
                // Nothing that day: try the next or the previous one.
                let day = Double(PlanningRequest.spanSeconds)
                let edge = (wanted.cursor?.time ?? wanted.time)
                    .advanced(bySeconds: isLater ? day : -day)
                wanted.cursor = PageCursor(
                    beside: edge, isArrival: wanted.isArrival, isLater: isLater)
            } catch {
                break
            }
            let distance = (wanted.cursor?.time ?? start).seconds(since: start)
            if abs(distance) >= Double(Self.maximumDays) * 86_400 { break }
        }
        return found
    }
}
