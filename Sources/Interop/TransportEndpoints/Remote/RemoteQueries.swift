import HTTPServing
import Hummingbird
import TransitModel
import TransportAPI

/// A connection query of Takt's own API, converted for a remote server.
struct RemoteConnectionQuery {
    private(set) var query = OpendataConnectionsQuery()
    let time: UnixTime

    /// Converts the request's parameters.
    ///
    /// - Throws: A problem with status 400 for a missing, invalid or unsupported parameter.
    init(_ request: Request, zone: TransitTimeZone, now: UnixTime) throws(Problem) {
        let parameters = QueryParameters(request)
        for name in ["from", "to"] where parameters.text(name) == nil {
            throw .badParameter(name, expected: "a stop's id or name", given: "")
        }
        query.from = parameters.text("from")
        query.to = parameters.text("to")
        query.vias = request.uri.queryParameters[values: "via"].map(String.init)
        guard query.vias.count <= OpendataConnectionsQuery.maximumVias else {
            throw .badParameter(
                "via", expected: "given at most \(OpendataConnectionsQuery.maximumVias) times",
                given: "\(query.vias.count)")
        }
        query.isArrival = try parameters.flag("arriveBy")
        query.bike = try parameters.flag("bicycle")
        query.limit =
            min(
                OpendataConnectionsQuery.maximumLimit,
                try parameters.integer("results", in: 1...30) ?? 6)
        query.transportations = try Self.means(parameters)
        var time = try parameters.instant("at", in: zone) ?? now
        if let text = parameters.text("cursor") {
            let parts = text.split(separator: ".").map { Int64($0) }
            guard parts.count == 2, let page = parts[0], let seconds = parts[1],
                abs(page) <= Int64(OpendataConnectionsQuery.maximumPage),
                (0...253_000_000_000).contains(seconds)
            else {
                throw .badParameter(
                    "cursor", expected: "what a page gave as 'earlier' or 'later'", given: text)
            }
            query.page = Int(page)
            time = UnixTime(seconds: seconds)
        }
        self.time = time
    }

    private static func means(
        _ parameters: QueryParameters
    ) throws(Problem) -> [OpendataTransportation] {
        var means: [OpendataTransportation] = []
        for word in (parameters.text("modes") ?? "").split(separator: ",") {
            guard let mode = TransitMode(rawValue: String(word)) else {
                let known = TransitMode.allCases.map(\.rawValue).joined(separator: ", ")
                throw .badParameter("modes", expected: "some of \(known)", given: word)
            }
            if let one = OpendataTransportation(mode: mode), !means.contains(one) {
                means.append(one)
            }
        }
        return means
    }

    /// Returns the cursor of the page `step` pages away; nil where the remote server has no further
    /// pages.
    func cursor(beside step: Int) -> String? {
        // The remote server's last connection is the sixteenth.
        let lastPage = OpendataConnectionsQuery.maximumLimit / query.limit
        let page = query.page + step
        guard page >= -OpendataConnectionsQuery.maximumPage, page < max(1, lastPage) else {
            return nil
        }
        return "\(page).\(time.seconds)"
    }
}

/// A board query of Takt's own API, converted for a remote server.
///
/// That server has only future departures; the previous page begins an hour earlier.
struct RemoteBoardQuery {
    private(set) var query = OpendataStationboardQuery()
    let start: UnixTime
    private let limit: Int
    /// The exclusive end of the page; nil if it goes forward.
    private let end: UnixTime?

    private static let stepSeconds = 3600.0
    private static let maximumJourneys = 200

    /// Converts the request's parameters.
    ///
    /// - Throws: A problem with status 400 for an invalid parameter.
    init(
        _ request: Request, station: String, isArrival: Bool, zone: TransitTimeZone, now: UnixTime
    ) throws(Problem) {
        let parameters = QueryParameters(request)
        limit = min(
            Self.maximumJourneys, try parameters.integer("limit", in: 1...500) ?? 20)
        query.station = station
        query.isArrival = isArrival
        let time = try parameters.instant("at", in: zone) ?? now
        if let end = try Self.cursor(parameters, "before") {
            self.end = end
            start = end.advanced(bySeconds: -Self.stepSeconds)
            query.limit = Self.maximumJourneys
        } else {
            end = nil
            start = try Self.cursor(parameters, "after") ?? time
            query.limit = limit
        }
    }

    private static func cursor(
        _ parameters: QueryParameters, _ name: String
    ) throws(Problem) -> UnixTime? {
        guard let text = parameters.text(name) else { return nil }
        guard let seconds = Int64(text), (0...253_000_000_000).contains(seconds) else {
            throw .badParameter(
                name, expected: "what a board gave as 'later' or 'earlier'", given: text)
        }
        return UnixTime(seconds: seconds)
    }

    private func time(_ journey: OpendataBoardJourney) -> UnixTime? {
        let stop = journey.stop
        return
            (query.isArrival ? stop.arrival ?? stop.departure : stop.departure ?? stop.arrival)?
            .time
    }

    /// Returns the page's journeys among those received.
    func page(of journeys: [OpendataBoardJourney]) -> [OpendataBoardJourney] {
        guard let end else { return journeys }
        return Array(journeys.filter { (time($0) ?? end) < end }.suffix(limit))
    }

    /// Returns the cursors of the adjacent pages, in whole minutes as the remote server counts.
    func cursors(around journeys: [OpendataBoardJourney]) -> (earlier: String, later: String) {
        let first = end == nil ? start : journeys.first.flatMap(time) ?? start
        let last = journeys.last.flatMap(time)?.advanced(bySeconds: 60)
        let later = end ?? last ?? start.advanced(bySeconds: Self.stepSeconds)
        return ("\(first.seconds)", "\(later.seconds)")
    }
}
