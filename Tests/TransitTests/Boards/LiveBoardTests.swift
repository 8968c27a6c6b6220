import Realtime
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Transit

/// Boards of networks with realtime changes.
@Suite struct LiveBoardTests {
    @Test func `A01 a late run stays on the board, an early one has left it`() throws {
        var text = try BoardText(
            TextFeed("red-1: A 8:00 B 8:10\nred-2: A 8:10 B 8:20\nred-3: A 8:20 B 8:30"))
        text.expect([
            try text.delayed("red-1", by: [15, 15]), try text.delayed("red-3", by: [-12, -12]),
        ])
        #expect(
            try text.text("A", "8:09")
                == """
                red-2 8:10 to Stop B 0 min
                red-1 8:00 to Stop B 15 min last
                """.replacing("B 0 min", with: "B"))
        #expect(try text.board("A", "8:09").calls.map(\.isLive) == [false, true])
    }

    @Test func `A04 how full a vehicle will be is reported where it leaves`() throws {
        var text = try BoardText(TextFeed("red-1: A 8:00 B 8:10 C 8:20\nred-2: A 8:10 B 8:20"))
        text.expect([try text.delayed("red-1", by: [0, 0, 0], occupancy: .fewSeatsAvailable)])
        let calls = try text.board("A", "8:00").calls
        #expect(calls.map(\.occupancy) == [.fewSeatsAvailable, nil])
        var arrivals = BoardRequest(stop: try text.stop("B"), from: try text.instant("8:00"))
        arrivals.kind = .arrivals
        #expect(text.board(arrivals).calls.map(\.occupancy) == [nil, nil])
    }

    @Test func `A02 a cancelled run is shown, but is neither the next nor the last`() throws {
        var text = try BoardText(
            TextFeed("red-1: A 8:00 B 8:10\nred-2: A 8:10 B 8:20\nred-3: A 9:00 B 9:10"))
        text.expect([
            (try text.run("red-1"), .cancelled), (try text.run("red-3"), .cancelled),
        ])
        #expect(
            try text.text("A", "8:00") == """
                red-1 8:00 to Stop B cancelled
                red-2 8:10 to Stop B last
                red-3 9:00 to Stop B cancelled
                """)
        #expect(try text.board("A", "8:00").next?.tripID == "red-2")
        let request = BoardRequest(stop: try text.stop("A"), from: try text.instant("8:00"))
        let groups = text.maker.groups(request, callsEach: 1, overlay: text.overlay)
        #expect(groups.map { $0.calls.map(\.tripID) } == [["red-1", "red-2"]])
        #expect(groups[0].next?.tripID == "red-2")
    }

    @Test func `A03 a change holds on its day only`() throws {
        var text = try BoardText(TextFeed("red-1: A 8:00 B 8:10"))
        text.expect([(try text.run("red-1"), .cancelled)])
        let tomorrow = monday.advanced(by: 1)
        #expect(try text.text("A", "8:00", on: tomorrow) == "red-1 8:00 to Stop B last")
    }

    @Test func `B01 a skipped call, and one behind which the run ends early`() throws {
        var text = try BoardText(TextFeed("red-1: A 8:00 B 8:10 C 8:20 D 8:30"))
        text.expect([try text.delayed("red-1", by: [0, nil, 0, nil])])
        #expect(try text.text("A", "8:00") == "red-1 8:00 to Stop D 0 min last")
        #expect(try text.text("B", "8:00") == "red-1 8:10 to Stop D 0 min skipped")
        #expect(try text.text("C", "8:00") == "red-1 8:20 to Stop D 0 min skipped")
        #expect(try text.text("C", "8:00", .arrivals) == "red-1 8:20 to Stop D 0 min last")
        let call = try #require(try text.board("A", "8:00").calls.first)
        #expect(call.terminus == (try text.stop("C")))
    }

    @Test func `B02 another platform is reported at the station, at both platforms rightly`() throws
    {
        var feed = TextFeed("red-1: P1 8:00 X 8:10\nblue-1: P2 8:05 X 8:15")
        feed.files["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
            H,Main,47,8,1,
            P1,Main,47,8,0,H
            P2,Main,47,8,0,H
            X,Stop X,47,8.1,0,
            """
        var text = try BoardText(feed)
        text.expect([try text.delayed("red-1", by: [1, 1], at: [0: try text.stop("P2")])])
        let moved = "red-1 8:00 to Stop X 1 min at P2 last"
        #expect(try text.text("H", "8:00") == "\(moved)\nblue-1 8:05 to Stop X last")
        #expect(try text.text("P2", "8:00") == "\(moved)\nblue-1 8:05 to Stop X last")
        #expect(try text.text("P1", "8:00") == "red-1 8:00 to Stop X 1 min elsewhere at P2")
    }

    @Test func `B03 an added run in place of a cancelled one`() throws {
        var text = try BoardText(TextFeed("red-1: A 8:00 B 8:10 C 8:20"))
        let run = try text.run("red-1")
        let added = try #require(
            AddedRun(
                tripID: "extra", day: monday, route: RouteIndex(0), headsign: nil, replaces: run,
                calls: [("A", 8), ("C", 9)].map { stop, hour in
                    AddedCall(
                        stop: try text.stop(stop), arrival: ServiceTime(hours: hour, minutes: 30),
                        departure: ServiceTime(hours: hour, minutes: 31))
                }))
        text.expect([(run, .cancelled)], added: [added])
        #expect(
            try text.text("A", "8:00") == """
                red-1 8:00 to Stop C cancelled
                extra 8:31 to Stop C added replacement last
                """)
        #expect(
            try text.text("C", "8:00", .arrivals) == """
                red-1 8:20 to Stop C cancelled
                extra 9:30 to Stop C added replacement last
                """)
        #expect(try text.text("C", "8:00") == "")
    }

    @Test func `B04 an added run may go either way, so that only the later one is the last`() throws
    {
        var feed = TextFeed("red-1: A 8:00 B 8:10\nred-2: A 9:00 B 9:10")
        feed.files["trips.txt"] = """
            route_id,service_id,trip_id,direction_id
            red,daily,red-1,0
            red,daily,red-2,0
            """
        var text = try BoardText(feed)
        func expect(extraAt minute: Int) throws {
            let calls = try [("A", minute), ("B", minute + 10)].map { stop, minute in
                let time = ServiceTime(seconds: Int32(8 * 3600 + minute * 60))
                return AddedCall(stop: try text.stop(stop), arrival: time, departure: time)
            }
            let added = try #require(
                AddedRun(
                    tripID: "extra", day: monday, route: RouteIndex(0), headsign: nil,
                    replaces: nil, calls: calls))
            text.expect([], added: [added])
        }
        try expect(extraAt: 30)
        #expect(
            try text.text("A", "8:00") == """
                red-1 8:00 to Stop B
                extra 8:30 to Stop B added
                red-2 9:00 to Stop B last
                """)
        try expect(extraAt: 90)
        #expect(
            try text.text("A", "8:00") == """
                red-1 8:00 to Stop B
                red-2 9:00 to Stop B
                extra 9:30 to Stop B added last
                """)
    }

    @Test func `C02 alerts of one direction, and of a lift in the station`() throws {
        var feed = TextFeed("red-1: P1 8:00 X 8:10\nred-2: X 8:20 P1 8:30")
        feed.files["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
            H,Main,47,8,1,
            P1,Main,47,8,0,H
            L,Lift,47,8,3,H
            X,Stop X,47,8.1,0,

            """
        feed.files["trips.txt"] = """
            route_id,service_id,trip_id,direction_id
            red,daily,red-1,0
            red,daily,red-2,1

            """
        var text = try BoardText(feed)
        let red = try #require(text.timetable.routes.find(id: "red"))
        func alert(_ id: String, _ subject: ServiceAlert.Subject) -> ServiceAlert {
            ServiceAlert(id: id, header: ["": id], subjects: [subject])
        }
        text.overlay = RealtimeOverlay(
            version: 1,
            alerts: [
                alert("out", .init(route: red, direction: 0)),
                alert("back", .init(route: red, direction: 1)),
                alert("lift", .init(stop: try text.stop("L"))),
            ])
        let board = try text.board("H", "8:00")
        #expect(board.calls.map { $0.alerts.map { text.overlay.alerts[$0].id } } == [["out"]])
        #expect(board.alerts.map { text.overlay.alerts[$0].id } == ["lift"])
    }

    @Test func `C01 alerts of the stop, the route and the trip, while they hold`() throws {
        var text = try BoardText(TextFeed("red-1: A 8:00 B 8:10\nblue-1: A 8:05 B 8:15"))
        let red = try #require(text.timetable.routes.find(id: "red"))
        let blue = try #require(text.timetable.routes.find(id: "blue"))
        let stop = try text.stop("A")
        let other = try text.stop("B")
        func alert(
            _ id: String, _ subject: ServiceAlert.Subject, _ periods: [ServiceAlert.Period] = []
        ) -> ServiceAlert {
            ServiceAlert(id: id, header: ["": id], periods: periods, subjects: [subject])
        }
        let past = ServiceAlert.Period(start: nil, end: try text.instant("7:00"))
        text.overlay = RealtimeOverlay(
            version: 1,
            alerts: [
                alert("stop", .init(stop: stop)), alert("other stop", .init(stop: other)),
                alert("route", .init(route: red)), alert("past", .init(route: red), [past]),
                alert("route there", .init(route: red, stop: other)),
                alert("trip", .init(trip: text.timetable.trips.find(id: "blue-1"))),
                alert("route here", .init(route: blue, stop: stop)),
            ])
        let board = try text.board("A", "8:00")
        func names(_ numbers: [Int]) -> [String] { numbers.map { text.overlay.alerts[$0].id } }
        #expect(names(board.alerts) == ["stop"])
        #expect(board.calls.map { names($0.alerts) } == [["route"], ["trip", "route here"]])
    }
}
