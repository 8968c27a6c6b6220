import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Transit

@Suite struct BoardTests {
    @Test func `A01 departures by time, the last of the day marked`() throws {
        let text = try BoardText(TextFeed("red-2: A 9:00 B 9:10\nred-1: A 8:00 B 8:10"))
        #expect(
            try text.text("A", "8:00") == """
                red-1 8:00 to Stop B
                red-2 9:00 to Stop B last
                """)
        #expect(try text.text("A", "8:01") == "red-2 9:00 to Stop B last")
    }

    @Test func `a line of several routes has one last call`() throws {
        var feed = TextFeed("red-1: A 8:00 B 8:10\nblue-1: A 9:00 B 9:10\ngold-1: A 8:30 B 8:40")
        feed.files["routes.txt"] = """
            route_id,agency_id,route_short_name,route_type
            red,1,S24,3
            blue,1,S24,3
            gold,1,,3

            """
        #expect(
            try BoardText(feed).text("A", "7:00") == """
                red-1 8:00 to Stop B
                gold-1 8:30 to Stop B last
                blue-1 9:00 to Stop B last
                """)
    }

    @Test func `A02 no terminating call among departures, no starting one among arrivals`() throws {
        let text = try BoardText(TextFeed("red-1: A 8:00 B 8:10 C 8:20"))
        #expect(try text.text("C", "8:00") == "")
        #expect(try text.text("C", "8:00", .arrivals) == "red-1 8:20 to Stop C last")
        #expect(try text.text("A", "7:00", .arrivals) == "")
        #expect(try text.board("C", "8:00").emptiness == .neverServed)
    }

    @Test func `A03 a loop calls twice and both times are right`() throws {
        let text = try BoardText(TextFeed("ring-1: A 8:00 B 8:10 A 8:20 C 8:30 A 8:40"))
        #expect(
            try text.text("A", "7:00") == """
                ring-1 8:00 to Stop A
                ring-1 8:20 to Stop A last
                """)
        #expect(
            try text.text("A", "7:00", .arrivals) == """
                ring-1 8:20 to Stop A
                ring-1 8:40 to Stop A last
                """)
    }

    @Test func `A04 where boarding is not allowed nothing departs, request stops are marked`()
        throws
    {
        var feed = TextFeed("red-1: A 8:00 B 8:10 C 8:20 D 8:30")
        feed.append("pickup_type,drop_off_type") { _, stop in
            ["B": "1,0", "C": "2,3", "D": "0,1"][stop] ?? "0,0"
        }
        let text = try BoardText(feed)
        #expect(try text.text("B", "8:00") == "")
        #expect(try text.text("B", "8:00", .arrivals) == "red-1 8:10 to Stop D last")
        #expect(try text.text("C", "8:00") == "red-1 8:20 to Stop D phoneAgency last")
        #expect(
            try text.text("C", "8:00", .arrivals)
                == "red-1 8:20 to Stop D coordinateWithDriver last")
        #expect(try text.text("D", "8:00", .arrivals) == "")
    }

    @Test func `where riders must book, boards and timetables of lines show how and by when`()
        throws
    {
        var feed = TextFeed("red-1: A 8:00 B 8:10 C 8:20")
        feed.files["booking_rules.txt"] = """
            booking_rule_id,booking_type,prior_notice_duration_min,phone_number
            on,1,30,044 1
            off,1,60,044 2

            """
        feed.append(
            "pickup_type,drop_off_type,pickup_booking_rule_id,drop_off_booking_rule_id"
        ) { _, stop in stop == "B" ? "2,3,on,off" : "0,0,," }
        let text = try BoardText(feed)
        let on = try #require(try text.board("B", "7:00").calls.first?.booking)
        #expect(on.phone == "044 1")
        #expect(on.latest == (try text.instant("7:40")))
        let off = try #require(try text.board("B", "7:00", .arrivals).calls.first?.booking)
        #expect(off.phone == "044 2")
        #expect(off.latest == (try text.instant("7:10")))
        #expect(try text.board("A", "7:00").calls.first?.booking == nil)
        let line = try LineTimetable(RouteIndex(0), on: monday, in: text.timetable)
        let bookings = line.trips[0].cells.map { cell -> [CallBooking?] in
            guard case .calls(let call) = cell else { return [] }
            return [call.pickupBooking, call.dropOffBooking]
        }
        #expect(bookings == [[nil, nil], [on, off], [nil, nil]])
    }

    @Test func `A05 the stop's headsign goes before the trip's, and that before the last stop`()
        throws
    {
        var feed = TextFeed("red-1: A 8:00 B 8:10 C 8:20\nred-2: A 9:00 B 9:10 C 9:20")
        feed.files["trips.txt"] = """
            route_id,service_id,trip_id,trip_headsign
            red,daily,red-1,Harbour
            red,daily,red-2,
            """
        feed.append("stop_headsign") { trip, stop in trip == "red-1" && stop == "B" ? "Pier" : "" }
        let text = try BoardText(feed)
        #expect(
            try text.text("A", "8:00") == "red-1 8:00 to Harbour\nred-2 9:00 to Stop C last")
        #expect(try text.text("B", "8:00") == "red-1 8:10 to Pier\nred-2 9:10 to Stop C last")
    }

    @Test func `B01 a station shows its platforms, a platform only itself`() throws {
        var feed = TextFeed("red-1: P1 8:00 X 8:10\nblue-1: P2 8:05 X 8:15")
        feed.files["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code
            H,Main,47,8,1,,
            P1,Main,47,8,0,H,1
            P2,Main,47,8,0,H,2
            E,Door,47,8,2,H,
            X,Stop X,47,8.1,0,,
            """
        let text = try BoardText(feed)
        let both = "red-1 8:00 to Stop X last\nblue-1 8:05 to Stop X last"
        #expect(try text.text("H", "8:00") == both)
        #expect(try text.text("E", "8:00") == both)
        #expect(try text.text("P2", "8:00") == "blue-1 8:05 to Stop X last")
    }

    @Test func `B05 stops of one place without a station are shown together`() throws {
        let text = try BoardText(TextFeed("red-1: A 8:00 C 8:10\nblue-1: B 8:05 C 8:15"))
        var request = BoardRequest(stop: try text.stop("A"), from: try text.instant("8:00"))
        request.others = [try text.stop("B"), try text.stop("A")]
        #expect(text.board(request).calls.map(\.tripID) == ["red-1", "blue-1"])
    }

    @Test func `B02 runs after midnight belong to the day before`() throws {
        let text = try BoardText(TextFeed("night-1: A 23:50 B 24:20 C 50:10 D 50:20"))
        let board = try text.board("B", "0:00", on: monday.advanced(by: 1))
        #expect(board.calls.map(\.serviceDay) == [monday])
        #expect(board.calls[0].scheduled == (try text.instant("24:20")))
        // Two days later, and the one of the following day.
        #expect(
            try text.text("C", "50:00") == "night-1 50:10 to Stop D last")
    }

    @Test func `B03 on the days on which clocks change every run leaves once`() throws {
        let text = try BoardText(TextFeed("red-1: A 1:30 B 1:40\nred-2: A 3:30 B 3:40"))
        for (date, clocks) in [
            ("2026-03-29", ["2026-03-29T00:30:00+01:00", "2026-03-29T03:30:00+02:00"]),
            ("2026-10-25", ["2026-10-25T02:30:00+02:00", "2026-10-25T03:30:00+01:00"]),
        ] {
            let day = try #require(ServiceDay(date))
            var request = BoardRequest(
                stop: try text.stop("A"),
                from: text.timetable.timeZone.time(ServiceTime(seconds: 0), on: day))
            request.spanSeconds = 6 * 3600
            let board = text.board(request)
            #expect(
                board.calls.compactMap(\.scheduled).map(board.timeZone.iso8601) == clocks)
        }
    }

    @Test func `B04 the stop's own zone is for showing, the agency's for reckoning`() throws {
        var feed = TextFeed("red-1: A 8:00 B 8:10")
        feed.files["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon,stop_timezone
            A,Stop A,47,8,Europe/London
            B,Stop B,47,8.1,
            """
        let board = try BoardText(feed).board("A", "8:00")
        #expect(
            board.calls.map { board.timeZone.iso8601($0.time) } == ["2026-05-04T07:00:00+01:00"])
    }

    @Test func `C01 an empty board says why`() throws {
        var feed = TextFeed("red-1: A 8:00 B 8:10")
        feed.files["calendar_dates.txt"] =
            "service_id,date,exception_type\ndaily,20260505,2\ndaily,20260506,2\n"
        let text = try BoardText(feed)
        let next = try text.instant("8:00", on: monday.advanced(by: 3))
        #expect(try text.board("A", "9:00").emptiness == .noneInSpan(next: next))
        let last = try #require(ServiceDay(TextFeed.lastDay))
        #expect(
            try text.board("A", "8:00", on: last.advanced(by: 3)).emptiness
                == .outsideTimetable(first: try #require(ServiceDay(TextFeed.firstDay)), last: last)
        )
        #expect(try text.board("A", "7:00").emptiness == nil)
    }

    @Test func `C02 what follows on the way, and what came before`() throws {
        let text = try BoardText(TextFeed("red-1: A 8:00 B 8:10/8:12 C 8:20 D 8:30"))
        var request = BoardRequest(stop: try text.stop("B"), from: try text.instant("8:00"))
        request.furtherCalls = 1
        let next = try #require(text.board(request).calls.first)
        #expect(next.further.map(\.stop) == [try text.stop("C")])
        #expect(next.further.map(\.scheduled) == [try text.instant("8:20")])
        request.stop = try text.stop("C")
        request.kind = .arrivals
        request.furtherCalls = 9
        let came = try #require(text.board(request).calls.first)
        #expect(came.further.map(\.stop) == [try text.stop("B"), try text.stop("A")])
        #expect(came.further.first?.scheduled == (try text.instant("8:12")))
    }

    @Test func `C03 grouped by line and direction, without direction by where it ends`() throws {
        let text = try BoardText(
            TextFeed(
                """
                red-1: A 8:00 B 8:10
                red-2: A 8:20 B 8:30
                red-3: A 8:40 B 8:50
                red-4: A 8:10 C 8:30
                blue-1: A 8:05 B 8:20
                """))
        let request = BoardRequest(stop: try text.stop("A"), from: try text.instant("8:00"))
        let groups = text.maker.groups(request, callsEach: 2)
        #expect(
            groups.map { $0.calls.map(\.tripID) } == [
                ["red-1", "red-2"], ["blue-1"], ["red-4"],
            ])
    }

    @Test func `C04 runs at a headway are reported as not exact`() throws {
        var feed = TextFeed("red-1: A 8:00 B 8:10")
        feed.files["frequencies.txt"] =
            "trip_id,start_time,end_time,headway_secs,exact_times\nred-1,08:00:00,08:30:00,600,0\n"
        #expect(
            try BoardText(feed).text("A", "8:05") == """
                red-1 8:10 to Stop B about
                red-1 8:20 to Stop B about last
                """)
    }
}
