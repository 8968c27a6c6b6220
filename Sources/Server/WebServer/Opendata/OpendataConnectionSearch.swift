import HTTPTypes
import Realtime
import Timetables
import Transit
import TransitModel
import TransportAPI
import WireAPI

/// Answers one question for connections as the Transport API does.
struct OpendataConnectionSearch: Sendable {
    let planner: JourneyPlanner
    let places: OpendataPlaces
    let mapper: OpendataMapper
    /// The stops that vehicles pass are wanted.
    let tellsPassed: Bool

    /// Days that are looked at until there are as many connections as were asked for.
    private static let maximumDays = 7
    /// Windows that are looked at for them.
    private static let maximumPages = 20

    /// Throws a problem if a place is unknown; no connections are an empty answer.
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

    /// The connections of a page.
    ///
    /// Pages count from the moment: 0 is what leaves then, -1 what leaves before. Asked by arrival, 0 is
    /// what arrives until then and 1 what arrives after. No page goes beyond the sixteenth connection.
    private func connections(
        _ wanted: PlanningRequest, limit: Int, page: Int
    ) -> [OpendataConnection] {
        let page = wanted.isArrival ? page - 1 : page
        if page < 0 {
            let found = collect(wanted, count: -page * limit, isLater: false)
            let window = found.suffix(-page * limit).prefix(limit)
            return Array(window)
        }
        let most = OpendataConnectionsQuery.maximumLimit
        let skipped = min(page * limit, most - limit)
        let found = collect(wanted, count: skipped + limit, isLater: true)
        return Array(found.dropFirst(skipped).prefix(limit))
    }

    /// Connections from the moment on, or those before it, until there are enough; in order of time.
    ///
    /// Those that do not work by what is known now are not looked for: the API has no words for them.
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
                    wanted, overlay: mapper.overlay, tellsPassed: tellsPassed,
                    tellsTroubles: false)
                let works = page.itineraries.filter(\.troubles.isEmpty)
                    .compactMap(mapper.connection)
                found = isLater ? found + works : works + found
                if page.isOnlyWalking, wanted.cursor == nil, let walk = page.directWalk {
                    return [mapper.connection(walk)]
                }
                guard let next = isLater ? page.later : page.earlier else { break }
                wanted.cursor = next
            } catch .noConnection, .noService {
                // Nothing that day: the next one, or the one before, may have something.
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
