import GTFSImport
import Raptor
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Routing

/// The same journeys, found from both ends and in parts.
@Suite(.enabled(if: SharedData.folder != nil, "no ../shared/data beside the project"))
struct DirectionTests {
    private struct Facts: Hashable {
        let departure: ServiceTime
        let arrival: ServiceTime
        let rides: Int

        init(_ journey: Journey) {
            departure = journey.departure
            arrival = journey.arrival
            rides = journey.rides
        }
    }

    private func request(_ stops: [StopIndex], _ random: inout SeededRandom) throws
        -> RoutingRequest
    {
        func stop() throws -> StopIndex { try #require(stops.randomElement(using: &random)) }
        let seconds: Int32 = Bool.random(using: &random) ? 200 : 0
        var request = RoutingRequest(
            from: [AccessStop(stop: try stop(), seconds: seconds)],
            to: [AccessStop(stop: try stop())])
        request.marginSeconds = Int32.random(in: 0...120, using: &random)
        if Bool.random(using: &random) {
            let stay: Int32 = Bool.random(using: &random) ? 300 : 0
            request.vias = [ViaStops(stops: [try stop()], staySeconds: stay)]
        }
        return request
    }

    @Test(arguments: ["medium/swiss_canton_zug_2021", "medium/austin_capmetro_2016summer"])
    func `leaving in a window and arriving whenever is the same from both ends`(feed: String) throws
    {
        let folder = try #require(SharedData.folder)
        let timetable = try NetworkImport([.init(path: "\(folder)/gtfs/\(feed).zip")])
            .timetable().0
        let day = timetable.services.firstDay.advanced(by: timetable.services.dayCount / 2)
        var search = JourneySearch(RoutingDay(timetable, day: day, transferSeconds: 120))
        let stops = timetable.stops.indices.filter { !timetable.stops.callOffsets[$0].isEmpty }
        var random = SeededRandom(seed: 3)
        func time(_ hours: Int) -> ServiceTime { ServiceTime(hours: hours, minutes: 0) }
        var found = 0
        for _ in 0..<10 {
            let request = try request(stops, &random)
            let forward = search.journeys(request, .departures(from: time(6), before: time(10)))
            let backward = search.journeys(request, .arrivals(before: time(34), from: time(6)))
                .filter { $0.departure >= time(6) && $0.departure < time(10) }
            #expect(Set(forward.map(Facts.init)) == Set(backward.map(Facts.init)))
            let pieces = (6..<10).flatMap {
                search.journeys(request, .departures(from: time($0), before: time($0 + 1)))
            }
            #expect(pieces.map(Facts.init) == forward.map(Facts.init))
            found += forward.count
        }
        #expect(found > 15)
    }
}
