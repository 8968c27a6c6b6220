import Raptor
import Realtime
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Routing

/// A drawn network on one day, with search results as short lines.
struct JourneyScene {
    static let day = ServiceDay(daysSince1970: 20_577)

    let timetable: Timetable
    var overlay = RealtimeOverlay.none
    var filter = RoutingFilter()
    var transferSeconds: Int32? = 0
    var walks = RoutingDay.Walks.stated
    var span = RoutingDay.Span.plain
    var day = JourneyScene.day

    init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    /// Draws a network; `files` replaces or adds files of the feed.
    init(_ drawing: String, files: [String: String] = [:]) throws {
        var feed = TextFeed(drawing)
        feed.files.merge(files) { $1 }
        timetable = try feed.compiled()
    }

    /// Draws a network with transfers, each `from,to,type,seconds`.
    init(_ drawing: String, transfers: String) throws {
        try self.init(
            drawing,
            files: [
                "transfers.txt":
                    "from_stop_id,to_stop_id,transfer_type,min_transfer_time\n" + transfers + "\n"
            ])
    }

    func stop(_ id: String) throws -> StopIndex { try #require(timetable.stops.find(id: id)) }

    func run(_ trip: String) throws -> RunIndex {
        let index = try #require(timetable.trips.find(id: trip))
        return try #require(timetable.trips.runs(of: index).first)
    }

    func request(_ from: String, _ to: String) throws -> RoutingRequest {
        RoutingRequest(
            from: [AccessStop(stop: try stop(from))], to: [AccessStop(stop: try stop(to))])
    }

    func layout() -> RoutingDay {
        RoutingDay(
            timetable, day: day, span: span, walks: walks, overlay: overlay, filter: filter,
            transferSeconds: transferSeconds)
    }

    func leaving(_ request: RoutingRequest, at time: String) throws -> String {
        var search = JourneySearch(layout())
        return described(
            search.earliestArrivals(request, departure: try #require(ServiceTime(time))))
    }

    func arriving(_ request: RoutingRequest, by time: String) throws -> String {
        var search = JourneySearch(layout())
        return described(search.latestDepartures(request, arrival: try #require(ServiceTime(time))))
    }

    func leaving(_ request: RoutingRequest, from: String, to: String) throws -> String {
        var search = JourneySearch(layout())
        return described(
            search.journeys(
                request,
                .departures(
                    from: try #require(ServiceTime(from)), before: try #require(ServiceTime(to)))))
    }

    func arriving(_ request: RoutingRequest, from: String, to: String) throws -> String {
        var search = JourneySearch(layout())
        return described(
            search.journeys(
                request,
                .arrivals(
                    before: try #require(ServiceTime(to)), from: try #require(ServiceTime(from)))))
    }

    /// Returns one line per journey: `8:00-8:40 2: red-1 A-B, walk B-C, blue-1 C-D`.
    func described(_ journeys: [Journey]) -> String {
        journeys.map { journey in
            "\(NetworkText.short(journey.departure))-\(NetworkText.short(journey.arrival)) "
                + "\(journey.rides): " + journey.legs.map(described).joined(separator: ", ")
        }.joined(separator: "\n")
    }

    private func described(_ leg: Journey.Leg) -> String {
        func id(_ stop: StopIndex?) -> String { stop.map(timetable.stops.id) ?? "*" }
        switch leg {
        case .walk(let walk): return "walk \(id(walk.from))-\(id(walk.to))"
        case .ride(let ride):
            let trip =
                ride.run.row < timetable.patterns.runCount
                ? timetable.trips.id(timetable.patterns.runTrips[ride.run])
                : overlay.added[ride.run.row - timetable.patterns.runCount].tripID
            return
                "\(ride.staysSeated ? "still " : "")\(trip) \(id(ride.boardAt))-\(id(ride.alightAt))"
        }
    }
}
