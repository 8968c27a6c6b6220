import Realtime
import Timetables
import Transit
import TransitModel

extension PlanBatchCommand {
    /// The header for ``pageLines(_:_:)``.
    static let pageHeader = "query,vehicles,departure,arrival,connection\n"

    /// Returns a page of connections that depart from the query's time on, as riders get it: with
    /// transfer times and generated walks.
    static func page(
        _ query: Query, _ day: ServiceDay, results: Int, _ planner: JourneyPlanner,
        _ overlay: RealtimeOverlay
    ) -> [Itinerary] {
        let timetable = planner.timetable
        var request = PlanningRequest(
            from: .stop(query.from), to: .stop(query.to),
            at: timetable.timeZone.time(query.departure, on: day))
        request.results = results
        // Without a connection the page is empty.
        return (try? planner.connections(request, overlay: overlay))?.itineraries ?? []
    }

    /// Returns the rows of a page, for comparison.
    static func pageLines(_ query: Query, _ page: [Itinerary]) -> String {
        page.map {
            "\(query.name),\($0.rideCount),\($0.departure.expected.seconds),"
                + "\($0.arrival.expected.seconds),\($0.id)\n"
        }.joined()
    }
}
