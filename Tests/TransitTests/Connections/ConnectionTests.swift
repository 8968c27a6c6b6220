import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Transit

/// Connections as displayed to riders.
@Suite struct ConnectionTests {
    @Test func `where riders get on and off, it is shown how to book and by when`() throws {
        var feed = TextFeed("red-1: A 8:00  B 8:10  C 8:20")
        feed.append(
            "pickup_type,drop_off_type,pickup_booking_rule_id,drop_off_booking_rule_id"
        ) { _, stop in ["A": "2,0,on,", "B": "2,2,on,on"][stop] ?? "0,3,,off" }
        let scene = try PlanningScene(
            "red-1: A 8:00  B 8:10  C 8:20",
            files: [
                "stop_times.txt": feed.files["stop_times.txt"] ?? "",
                "booking_rules.txt": """
                booking_rule_id,booking_type,prior_notice_last_day,prior_notice_last_time,message
                on,2,1,15:00:00,
                off,0,,,Tell the driver

                """,
            ])
        let page = try scene.page(scene.request("A", "C", at: "7:55"), passed: true)
        let ride = try #require(page.itineraries.first?.rides.first)
        #expect(ride.board.rule == .phoneAgency && ride.alight.rule == .coordinateWithDriver)
        let before = scene.day.advanced(by: -1)
        #expect(ride.board.booking?.latest == (try scene.time("15:00", on: before)))
        #expect(ride.alight.booking?.message == "Tell the driver")
        #expect(ride.passed.map(\.booking) == [nil], "who stays in the vehicle need not book")
        #expect(ride.passed.map(\.rule) == [.regular])
    }

    @Test func `connections come by departure`() throws {
        let scene = try PlanningScene(
            "red-1: A 8:00  B 8:10  C 8:20\nred-2: A 8:30  B 8:40  C 8:50\nx-1: A 8:10 C 8:25")
        #expect(
            try scene.plan(scene.request("A", "C", at: "7:55")).hasPrefix(
                """
                08:00-08:20 1: red-1 A-C
                08:10-08:25 1: x-1 A-C
                08:30-08:50 1: red-2 A-C
                """))
    }

    @Test func `by arrival, the last that arrive in time end the page`() throws {
        let scene = try PlanningScene(
            "red-1: A 8:00  C 8:20\nred-2: A 8:30  C 8:50\nred-3: A 9:00  C 9:20")
        var request = try scene.request("A", "C", at: "8:50")
        request.isArrival = true
        request.results = 2
        #expect(
            try scene.plan(request) == "08:00-08:20 1: red-1 A-C\n08:30-08:50 1: red-2 A-C")
        request.time = try scene.time("8:49")
        request.results = 1
        #expect(try scene.plan(request) == "08:00-08:20 1: red-1 A-C")
    }

    @Test func `a transfer is where there is time, not where the vehicles last meet`() throws {
        // Both call at B, C and D; most trips call at C.
        let scene = try PlanningScene(
            """
            red-1: A 8:00  B 8:10  C 8:20  D 8:30
            blue-1: B 8:14  C 8:24  D 8:34  E 8:44
            green-1: X 1:00  C 1:10
            green-2: C 2:00  X 2:10
            yellow-1: C 3:00  Y 3:10
            """)
        let page = try scene.page(scene.request("A", "E", at: "8:00"))
        #expect(scene.described(page.itineraries[0]) == "08:00-08:44 2: red-1 A-C, blue-1 C-E")
    }

    @Test func `nobody rides past and back`() throws {
        let scene = try PlanningScene(
            """
            red-1: A 8:00  B 8:10  C 8:20
            blue-1: C 8:22  B 8:32  D 8:42
            x-1: C 1:00 X 1:10
            x-2: C 2:00 X 2:10
            """)
        let page = try scene.page(scene.request("A", "D", at: "8:00"))
        #expect(scene.described(page.itineraries[0]) == "08:00-08:42 2: red-1 A-B, blue-1 B-D")
    }

    @Test func `what is not faster than walking is not shown`() throws {
        // 0.001 degrees are 76 m: about 79 s of walking.
        let stops = """
            stop_id,stop_name,stop_lat,stop_lon
            A,A,47,8.000
            B,B,47,8.001
            C,C,47,8.3

            """
        let scene = try PlanningScene(
            "red-1: A 8:00  B 8:02  C 8:30\nred-2: A 9:00  B 9:01  C 9:30",
            files: ["stops.txt": stops])
        let page = try scene.page(scene.request("A", "B", at: "7:59"))
        #expect(page.itineraries.map(\.rides[0].tripID).prefix(1) == ["red-2"])
        #expect(page.directWalk.map { (78...81).contains($0.seconds) } == true)
        let far = try scene.page(scene.request("A", "C", at: "7:59"))
        #expect(far.directWalk == nil)
    }

    @Test func `nobody leaves a minute later to arrive much later`() throws {
        // Equal except for one minute: red-1 would do.
        let drawing = """
            red-1: A 8:00  C 8:20
            blue-1: A 8:01  B 8:10
            blue-2: B 8:15  C 8:40
            green-1: A 8:10  C 9:00
            """
        let scene = try PlanningScene(drawing)
        var request = try scene.request("A", "C", at: "7:50")
        request.results = 2
        #expect(
            try scene.plan(request) == "08:00-08:20 1: red-1 A-C\n08:10-09:00 1: green-1 A-C")
        // At 8:01, red-1 can no longer be boarded.
        request.time = try scene.time("8:01")
        #expect(
            try scene.plan(request)
                == "08:01-08:40 2: blue-1 A-B, blue-2 B-C\n08:10-09:00 1: green-1 A-C")
    }

    @Test func `by arrival, nobody leaves much earlier to be there a minute earlier`() throws {
        let scene = try PlanningScene(
            "red-1: A 8:10  C 8:41\nblue-1: A 8:00  B 8:10\nblue-2: B 8:15  C 8:40")
        var request = try scene.request("A", "C", at: "9:00")
        request.isArrival = true
        request.results = 1
        #expect(try scene.plan(request) == "08:10-08:41 1: red-1 A-C")
        request.time = try scene.time("8:40")
        #expect(try scene.plan(request) == "08:00-08:40 2: blue-1 A-B, blue-2 B-C")
    }

    @Test func `a transfer that saves seconds is none that riders make`() throws {
        var scene = try PlanningScene(
            "red-1: A 8:00  C 8:30\nblue-1: A 8:00  B 8:10\nblue-2: B 8:12  C 8:29")
        var request = try scene.request("A", "C", at: "7:50")
        request.results = 2
        #expect(try scene.plan(request).contains("blue-1"))
        try scene.change(["blue-2": scene.late("blue-2", by: 30)])
        #expect(try scene.page(request).itineraries.first?.rides.map(\.tripID) == ["red-1"])
        #expect(!(try scene.plan(request).contains("blue-1")))
    }

    @Test func `a place on the map is reached on foot, at the last instant`() throws {
        let scene = try PlanningScene("red-1: A 8:00  B 8:10  C 8:20")
        var request = try scene.request("A", "C", at: "7:00")
        request.options.walkSeconds = 500
        // 0.002 degrees south of A: 222 m, with detours 290 m.
        request.origin = .point(Coordinate(latitude: 46.998, longitude: 8.0), name: "Home")
        let page = try scene.page(request)
        let first = try #require(page.itineraries.first)
        #expect(scene.described(first) == "07:56:08-08:20 1: walk *-A 232 s, red-1 A-C")
        guard case .walk(let walk) = first.legs[0] else {
            Issue.record("no walk")
            return
        }
        #expect(walk.from.name == "Home")
        #expect(walk.metres == 289)
        // Walking half as fast means departing twice as early.
        request.options.walkingSpeed = 0.625
        let slow = try scene.page(request)
        #expect(slow.itineraries.first?.departure.expected == (try scene.time("7:52:17")))
    }

    @Test func `transfers show the time there is, the time they need, and whether it is tight`()
        throws
    {
        let scene = try PlanningScene(
            """
            red-1: A 8:00  B 8:10
            blue-1: B 8:15  C 8:25
            green-1: D 8:27  E 8:40
            brown-1: E 8:42  F 8:50
            """, transfers: "B,B,2,60\nC,D,2,90\nE,E,2,60")
        let page = try scene.page(scene.request("A", "F", at: "8:00"))
        let first = try #require(page.itineraries.first)
        #expect(
            scene.described(first)
                == "08:00-08:50 4: red-1 A-B, blue-1 B-C, walk C-D 90 s, green-1 D-E, brown-1 E-F")
        #expect(first.transfers.map(\.availableSeconds) == [300, 120, 120])
        #expect(first.transfers.map(\.neededSeconds) == [60, 90, 60])
        #expect(first.transfers.map(\.marginSeconds) == [240, 30, 60])
        #expect(first.transfers.map(\.state) == [.easy, .tight, .easy])
    }

    @Test func `rules about lines and trips show what a transfer needs`() throws {
        let rules = """
            from_stop_id,to_stop_id,from_route_id,to_route_id,from_trip_id,to_trip_id,transfer_type,min_transfer_time
            B,B,red,blue,,,2,370
            B,B,,,red-2,blue-2,1,
            B,B,,green,,,3,

            """
        let scene = try PlanningScene(
            """
            red-1: A 8:00  B 8:10
            blue-1: B 8:15  C 8:25
            green-1: B 8:12  C 8:20
            blue-3: B 8:17  C 8:27
            red-2: A 9:00  B 9:10
            blue-2: B 9:10  C 9:20
            """, files: ["transfers.txt": rules])
        var request = try scene.request("A", "C", at: "8:00")
        request.results = 2
        let page = try scene.page(request)
        #expect(
            scene.described(page.itineraries)
                == """
                08:00-08:27 2: red-1 A-B, blue-3 B-C
                09:00-09:20 2: red-2 A-B, blue-2 B-C
                """)
        #expect(page.itineraries.map(\.transfers[0].neededSeconds) == [370, 0])
        #expect(page.itineraries.map(\.transfers[0].state) == [.tight, .guaranteed])
    }

    @Test func `who stays in the vehicle does not change`() throws {
        let scene = try PlanningScene(
            "red-1: A 8:00  B 8:10\nblue-1: B 8:12  C 8:20",
            files: [
                "trips.txt":
                    "route_id,service_id,trip_id,block_id\nred,daily,red-1,7\nblue,daily,blue-1,7\n"
            ])
        let first = try #require(
            try scene.page(scene.request("A", "C", at: "8:00")).itineraries.first)
        #expect(scene.described(first) == "08:00-08:20 1: red-1 A-B, still blue-1 B-C")
        #expect(first.transfers.map(\.state) == [.staySeated])
    }

    @Test func `other lines that would do are listed too`() throws {
        let scene = try PlanningScene(
            """
            red-1: A 8:00  B 8:10
            x-1: A 8:03  B 8:12
            y-1: A 8:04  B 8:25
            z-1: A 8:05  B 8:30
            blue-1: B 8:16  C 8:30
            green-1: B 8:18  C 8:35
            late-1: B 8:31  C 8:45
            """)
        let first = try #require(
            try scene.page(scene.request("A", "C", at: "8:00")).itineraries.first)
        #expect(first.rides.map(\.tripID) == ["x-1", "blue-1"])
        // Alternatives later than x-1 with which blue-1 would be missed are not as good.
        #expect(first.rides[0].alternatives.map(\.tripID) == [])
        #expect(first.rides[1].alternatives.map(\.tripID) == ["green-1"])
    }

    @Test func `stops that vehicles pass are reported when asked for`() throws {
        let scene = try PlanningScene("red-1: A 8:00  B 8:10/8:11  C 8:20")
        let request = try scene.request("A", "C", at: "8:00")
        #expect(try scene.page(request).itineraries[0].rides[0].passed == [])
        let passed = try scene.page(request, passed: true).itineraries[0].rides[0].passed
        #expect(passed.map(\.place.name) == ["Stop B"])
        #expect(passed.first?.departure.expected == (try scene.time("8:11")))
    }

    @Test func `a stay on the way is kept and shown`() throws {
        let scene = try PlanningScene(
            "red-1: A 8:00  B 8:10  C 8:20\nred-2: A 8:30  B 8:40  C 8:50")
        var request = try scene.request("A", "C", at: "8:00")
        request.vias = [PlanningVia(.stop(try scene.stop("B")), staySeconds: 1200)]
        let first = try #require(try scene.page(request).itineraries.first)
        #expect(scene.described(first) == "08:00-08:50 2: red-1 A-B, red-2 B-C")
        #expect(first.transfers[0].availableSeconds == 1800)
        #expect(first.transfers[0].neededSeconds == 60)
        request.vias = [PlanningVia(.stop(try scene.stop("B")))]
        #expect(try scene.plan(request).hasPrefix("08:00-08:20 1: red-1 A-C"))
    }

    @Test func `filters leave out lines, modes and transfers`() throws {
        let scene = try PlanningScene(
            """
            red-1: A 8:00  M1 8:10
            blue-1: M1 8:12  Z 8:20
            slow-1: A 8:00  Z 9:30
            x-1: M2 1:00  M3 1:10  M4 1:20
            """)
        var request = try scene.request("A", "Z", at: "7:55")
        request.results = 1
        #expect(try scene.plan(request).contains("red-1"))
        request.options.maximumTransfers = 0
        #expect(try scene.plan(request) == "08:00-09:30 1: slow-1 A-Z")
        request.options.maximumTransfers = 7
        request.options.excludedRoutes = [try #require(scene.timetable.routes.find(id: "blue"))]
        #expect(try scene.plan(request) == "08:00-09:30 1: slow-1 A-Z")
        request.options = PlanningOptions()
        request.options.modes = [.rail]
        #expect(try scene.problem(request) == .noConnection(hours: 24, isFiltered: true))
    }
}
