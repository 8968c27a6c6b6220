import Foundation
import Realtime
import Synchronization
import Testing
import Timetables
import TransitModel

@testable import Transit

/// Connections with realtime changes.
@Suite struct LiveTests {
    private let drawing = """
        red-1: A 8:00  B 8:10  C 8:20
        red-2: A 8:15  B 8:25  C 8:35
        blue-1: B 8:15  D 8:30
        blue-2: B 8:45  D 9:00
        """

    @Test func `a broken connection is listed with those that work`() throws {
        var scene = try PlanningScene(drawing)
        var request = try scene.request("A", "D", at: "7:50")
        request.results = 1
        #expect(try scene.plan(request) == "08:00-08:30 2: red-1 A-B, blue-1 B-D")
        try scene.change(["red-1": scene.late("red-1", by: 300, from: 1)])
        #expect(
            try scene.plan(request)
                == """
                08:00-08:30 2: red-1 A-B, blue-1 B-D [Transit.Itinerary.Trouble.missed(transfer: 0)]
                08:15-09:00 2: red-2 A-B, blue-2 B-D
                """)
    }

    @Test func `clients without words for troubles get what works, without alternatives`() throws {
        var scene = try PlanningScene(
            drawing
                + """

                green-1: B 8:50  D 9:05
                """)
        var request = try scene.request("A", "D", at: "7:50")
        request.results = 1
        try scene.change(["red-1": scene.late("red-1", by: 300, from: 1)])
        let whole = try scene.page(request)
        #expect(whole.itineraries.contains { !$0.troubles.isEmpty })
        #expect(whole.itineraries.contains { $0.rides.contains { !$0.alternatives.isEmpty } })
        let plain = try scene.planner.connections(
            request, overlay: scene.overlay, includesTroubles: false)
        #expect(plain.itineraries.map(\.id) == whole.itineraries.suffix(1).map(\.id))
        #expect(plain.itineraries.allSatisfy { $0.rides.allSatisfy(\.alternatives.isEmpty) })
        #expect(plain.later == whole.later)
    }

    @Test func `how sure times are is reported, and when to set out`() throws {
        var scene = try PlanningScene(drawing)
        let request = try scene.request("A", "B", at: "7:50")
        #expect(try scene.page(request).itineraries[0].departure.span == nil)
        try scene.change(["red-1": scene.late("red-1", by: 60, off: 40)])
        let ride = try scene.page(request).itineraries[0]
        let expected = ride.departure.expected
        let span = try #require(ride.departure.span)
        #expect(span.earliest == expected.advanced(bySeconds: -40))
        #expect(span.latest == expected.advanced(bySeconds: 40))
        #expect(span.leaveBy == expected.advanced(bySeconds: -40))
        #expect(ride.arrival.span?.leaveBy == nil && ride.arrival.span != nil)
        let sooner = ride.departure.shifted(by: -300)
        #expect(sooner.span?.leaveBy == sooner.expected.advanced(bySeconds: -40))
    }

    @Test func `how full a vehicle will be is reported where one gets on`() throws {
        var scene = try PlanningScene(drawing)
        let request = try scene.request("A", "B", at: "7:50")
        #expect(try scene.page(request).itineraries[0].rides[0].board.occupancy == nil)
        try scene.change(["red-1": scene.late("red-1", by: 60, occupancy: .full)])
        #expect(try scene.page(request).itineraries[0].rides[0].board.occupancy == .full)
    }

    @Test func `cancelled and skipped vehicles are named`() throws {
        var scene = try PlanningScene(drawing)
        var request = try scene.request("A", "D", at: "7:50")
        request.results = 1
        try scene.change(["blue-1": .cancelled])
        let cancelled = try scene.page(request).itineraries
        #expect(cancelled.map(\.troubles) == [[.cancelled(ride: 1)], []])
        #expect(cancelled[0].rides[1].isCancelled)
        try scene.change(["red-1": scene.late("red-1", by: 0, skipping: [1])], version: 2)
        let skipped = try scene.page(request).itineraries
        #expect(skipped.map(\.troubles) == [[.skipped(ride: 0)], []])
        #expect(skipped[0].rides[0].alight.isSkipped)
    }

    @Test func `scheduled and expected times, delay and platforms are reported`() throws {
        let stops = """
            stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code
            S,Main,47,8,1,,
            S1,Main,47,8,0,S,1
            S2,Main,47.0001,8,0,S,2
            B,Bee,47,8.2,0,,

            """
        var scene = try PlanningScene("red-1: S1 8:00  B 8:10", files: ["stops.txt": stops])
        let platform = try scene.stop("S2")
        try scene.change([
            "red-1": scene.late("red-1", by: 240, platforms: [0: platform])
        ])
        let ride = try #require(
            try scene.page(scene.request("S", "B", at: "8:00")).itineraries.first?.rides.first)
        #expect(ride.board.departure.scheduled == (try scene.time("8:00")))
        #expect(ride.board.departure.expected == (try scene.time("8:04")))
        #expect(ride.board.departure.delaySeconds == 240)
        #expect(ride.board.scheduledPlatform == "1")
        #expect(ride.board.expectedPlatform == "2")
        #expect(ride.isLive)
    }

    @Test func `where nothing is known nothing is live`() throws {
        let scene = try PlanningScene(drawing)
        let first = try #require(
            try scene.page(scene.request("A", "D", at: "7:50")).itineraries.first)
        #expect(!first.usesLiveData)
        #expect(first.departure.delaySeconds == nil)
        #expect(first.departure.scheduled == first.departure.expected)
    }

    @Test func `an added run is found, reported, and found again`() throws {
        var scene = try PlanningScene(drawing)
        let calls = try [("A", 29_100), ("D", 29_400)].map {
            AddedCall(
                stop: try scene.stop($0.0), arrival: ServiceTime(seconds: $0.1),
                departure: ServiceTime(seconds: $0.1))
        }
        let added = try #require(
            AddedRun(tripID: "extra", day: scene.day, route: RouteIndex(0), calls: calls))
        try scene.change([:], added: [added])
        var request = try scene.request("A", "D", at: "8:01")
        request.results = 1
        let page = try scene.page(request)
        #expect(scene.described(page.itineraries) == "08:05-08:10 1: extra A-D")
        #expect(page.itineraries[0].departure.scheduled == nil)
        let found = try scene.planner.find(page.itineraries[0].id, overlay: scene.overlay)
        #expect(found.itinerary == page.itineraries[0])
        #expect(
            try scene.planner.find(page.itineraries[0].id, overlay: .none).matches == [.gone])
    }

    @Test func `messages that concern a connection come with it`() throws {
        var scene = try PlanningScene(drawing)
        func alert(
            _ id: String, _ subjects: [ServiceAlert.Subject], _ periods: [ServiceAlert.Period] = []
        ) -> ServiceAlert {
            ServiceAlert(id: id, header: ["": id], periods: periods, subjects: subjects)
        }
        let columns = scene.timetable
        let red = try #require(columns.routes.find(id: "red"))
        let blue = try #require(columns.routes.find(id: "blue"))
        let past = ServiceAlert.Period(start: nil, end: try scene.time("7:00"))
        try scene.change(
            [:],
            alerts: [
                alert("all", []), alert("red", [.init(route: red)]),
                alert("change", [.init(stop: try scene.stop("B"))]),
                alert("red at D", [.init(route: red, stop: try scene.stop("D"))]),
                alert("C", [.init(stop: try scene.stop("C"))]),
                alert("blue, over", [.init(route: blue)], [past]),
                alert("trip", [.init(trip: columns.trips.find(id: "blue-1"))]),
            ])
        let first = try #require(
            try scene.page(scene.request("A", "D", at: "7:50")).itineraries.first)
        #expect(first.alerts.map(\.id) == ["all", "red", "change", "trip"])
    }

    @Test func `many threads and changing overlays get the answers of one thread`() throws {
        var scene = try PlanningScene(drawing)
        let request = try scene.request("A", "D", at: "7:50")
        var overlays: [RealtimeOverlay] = [.none]
        for version in 1...5 {
            try scene.change(
                ["red-1": scene.late("red-1", by: Int32(version) * 70, from: 1)],
                version: UInt64(version))
            overlays.append(scene.overlay)
        }
        let expected = try overlays.map { overlay in
            try JourneyPlanner(scene.timetable).connections(request, overlay: overlay).itineraries
        }
        let wrong = Mutex(0)
        let planner = JourneyPlanner(scene.timetable, days: 3, searches: 2)
        let asked = overlays
        DispatchQueue.concurrentPerform(iterations: 200) { number in
            let choice = number * 7 % asked.count
            let page = try? planner.connections(request, overlay: asked[choice])
            if page?.itineraries != expected[choice] { wrong.withLock { $0 += 1 } }
        }
        #expect(wrong.withLock { $0 } == 0)
        #expect(planner.pool.count <= 3)
    }

    @Test func `an overlay about another week does not lay out this one again`() throws {
        var scene = try PlanningScene(drawing)
        let request = try scene.request("A", "D", at: "7:50")
        _ = try scene.page(request)
        let before = scene.planner.pool.count
        scene.day = scene.day.advanced(by: 7)
        try scene.change(["red-1": .cancelled])
        _ = try scene.page(request)
        #expect(scene.planner.pool.count == before)
    }

    @Test func `what riders ask for is laid out ahead, for as long as they do`() throws {
        var scene = try PlanningScene(drawing)
        let pool = scene.planner.pool
        try scene.change(["red-1": scene.late("red-1", by: 60, from: 1)])
        pool.prepare(scene.overlay)
        #expect(pool.count == 0)
        let request = try scene.request("A", "D", at: "7:50")
        _ = try scene.planner.connections(request)
        let plain = pool.count
        pool.prepare(scene.overlay)
        #expect(pool.count == 2 * plain)
        // The page finds the prepared day.
        let page = try scene.page(request)
        #expect(pool.count == 2 * plain)
        let other = JourneyPlanner(scene.timetable)
        let same = try other.connections(request, overlay: scene.overlay)
        #expect(page.itineraries == same.itineraries)
    }

    @Test func `what nobody asks for any more is not laid out ahead`() throws {
        var scene = try PlanningScene(drawing)
        let pool = scene.planner.pool
        _ = try scene.planner.connections(try scene.request("A", "D", at: "7:50"))
        let plain = pool.count
        for _ in 0...300 { pool.prepare(.none) }
        try scene.change(["red-1": scene.late("red-1", by: 90, from: 1)])
        pool.prepare(scene.overlay)
        #expect(pool.count == plain)
    }
}
