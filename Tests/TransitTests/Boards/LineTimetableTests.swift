import Realtime
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Transit

@Suite struct LineTimetableTests {
    /// Returns a line per row: the stop and the departures, `.` where absent, `|` where passing.
    private func grid(_ line: LineTimetable, _ timetable: Timetable) -> String {
        line.rows.indices.map { row in
            let cells = line.trips.map { trip in
                switch trip.cells[row] {
                case .absent: "."
                case .passes: "|"
                case .calls(let call):
                    NetworkText.short(call.expectedDeparture ?? call.departure)
                        + (call.isSkipped ? "!" : "")
                }
            }
            return ([timetable.stops.id(line.rows[row])] + cells).joined(separator: " ")
        }.joined(separator: "\n")
    }

    private func grid(_ drawing: String) throws -> String {
        let timetable = try TextFeed(drawing).compiled()
        return grid(
            try LineTimetable(RouteIndex(0), on: monday, in: timetable), timetable)
    }

    @Test func `A01 stops by trips, in order of time`() throws {
        #expect(
            try grid("red-2: A 9:00 B 9:10 C 9:20\nred-1: A 8:00 B 8:10 C 8:20") == """
                A 8:00 9:00
                B 8:10 9:10
                C 8:20 9:20
                """)
    }

    @Test func `A02 an express passes, a branch leaves stops out`() throws {
        #expect(
            try grid(
                """
                red-1: A 8:00 B 8:10 C 8:20 D 8:30
                red-2: A 8:30 C 8:40 D 8:50
                red-3: A 9:00 B 9:10 X 9:15 D 9:30
                """) == """
                    A 8:00 8:30 9:00
                    B 8:10 | 9:10
                    C 8:20 8:40 .
                    X . . 9:15
                    D 8:30 8:50 9:30
                    """)
    }

    @Test func `A03 a loop keeps its doubled stops`() throws {
        #expect(
            try grid("ring-1: A 8:00 B 8:10 C 8:20 A 8:30\nring-2: C 9:20 A 9:30") == """
                A 8:00 .
                B 8:10 .
                C 8:20 9:20
                A 8:30 9:30
                """)
    }

    @Test func `A04 a trip that starts farther along is put in by its times`() throws {
        #expect(
            try grid(
                "red-1: A 8:00 B 8:30 C 8:40\nred-2: B 8:15 C 8:25\nred-3: A 7:30 B 8:00 C 8:10")
                    == """
                    A 7:30 . 8:00
                    B 8:00 8:15 8:30
                    C 8:10 8:25 8:40
                    """)
    }

    @Test func `B01 platforms of a station share a row`() throws {
        var feed = TextFeed("red-1: A 8:00 P1 8:10\nred-2: A 9:00 P2 9:10")
        feed.files["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
            H,Main,47,8,1,
            P1,Main,47,8,0,H
            P2,Main,47,8,0,H
            A,Stop A,47,8.1,0,
            """
        let timetable = try feed.compiled()
        let line = try LineTimetable(RouteIndex(0), on: monday, in: timetable)
        #expect(grid(line, timetable) == "A 8:00 9:00\nH 8:10 9:10")
        guard case .calls(let call) = line.trips[1].cells[1] else {
            Issue.record("no call")
            return
        }
        #expect(timetable.stops.id(call.stop) == "P2")
    }

    @Test func `B01b platforms of one name without a station share a row, far ones do not`() throws
    {
        var feed = TextFeed(
            "red-1: A 8:00 P1 8:10 C 8:20\nred-2: A 9:00 P2 9:10 C 9:20\nred-3: A 9:30 P3 9:40 C 9:50"
        )
        feed.files["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon
            P1,Main,47,8
            P2,Main,47.001,8
            P3,Main,47.1,8
            A,Stop A,47,8.1
            C,Stop C,47,8.2
            """
        let timetable = try feed.compiled()
        let line = try LineTimetable(RouteIndex(0), on: monday, in: timetable)
        #expect(
            grid(line, timetable) == """
                A 8:00 9:00 9:30
                P1 8:10 9:10 .
                P3 . . 9:40
                C 8:20 9:20 9:50
                """)
    }

    @Test func `B02 each direction has its own, unknown ones are refused`() throws {
        var feed = TextFeed("red-1: A 8:00 B 8:10\nred-2: B 9:00 A 9:10")
        feed.files["trips.txt"] = """
            route_id,service_id,trip_id,direction_id
            red,daily,red-1,1
            red,daily,red-2,0
            """
        let timetable = try feed.compiled()
        let route = RouteIndex(0)
        let first = try LineTimetable(route, on: monday, in: timetable)
        #expect(first.directions == [0, 1])
        #expect(grid(first, timetable) == "B 9:00\nA 9:10")
        let other = try LineTimetable(route, direction: 1, on: monday, in: timetable)
        #expect(grid(other, timetable) == "A 8:00\nB 8:10")
        #expect(throws: LineTimetable.Failure.noSuchDirection(known: [0, 1])) {
            try LineTimetable(route, direction: 2, on: monday, in: timetable)
        }
    }

    @Test func `B02b without directions in the feed, the order of the stops gives them`() throws {
        let timetable = try TextFeed(
            """
            red-1: A 8:00 B 8:10 C 8:20 D 8:30
            red-2: D 9:00 C 9:10 A 9:30
            red-3: B 10:00 C 10:10 X 10:20
            red-4: D 11:00 B 11:20 A 11:30
            red-5: A 12:00 B 12:10 C 12:20 D 12:30
            ring-1: A 8:00 B 8:10 C 8:20 A 8:30
            ring-2: C 9:00 A 9:10
            """
        ).compiled()
        let red = RouteIndex(0)
        let first = try LineTimetable(red, on: monday, in: timetable)
        #expect(first.directions == [0, 1])
        #expect(first.trips.map { timetable.trips.id($0.trip) } == ["red-1", "red-3", "red-5"])
        let other = try LineTimetable(red, direction: 1, on: monday, in: timetable)
        #expect(grid(other, timetable) == "D 9:00 11:00\nC 9:10 .\nB . 11:20\nA 9:30 11:30")
        let ring = try LineTimetable(RouteIndex(1), on: monday, in: timetable)
        #expect(ring.directions == [] && ring.direction == nil && ring.trips.count == 2)
    }

    @Test func `B03 a day without service and one that is not covered are distinguished`() throws {
        var feed = TextFeed("red-1: A 8:00 B 8:10")
        feed.files["calendar_dates.txt"] =
            "service_id,date,exception_type\ndaily,20260504,2\n"
            + "daily,20260505,2\ndaily,20260506,2\n"
        let timetable = try feed.compiled()
        #expect(throws: LineTimetable.Failure.noService(next: monday.advanced(by: 3))) {
            try LineTimetable(RouteIndex(0), on: monday, in: timetable)
        }
        let last = try #require(ServiceDay(TextFeed.lastDay))
        let first = try #require(ServiceDay(TextFeed.firstDay))
        #expect(throws: LineTimetable.Failure.outsideTimetable(first: first, last: last)) {
            try LineTimetable(RouteIndex(0), on: last.advanced(by: 1), in: timetable)
        }
    }

    @Test func `C01 runs at a headway are one column, exact ones many`() throws {
        var feed = TextFeed("red-1: A 8:00 B 8:10")
        func line(exact: Int) throws -> (LineTimetable, Timetable) {
            feed.files["frequencies.txt"] = """
                trip_id,start_time,end_time,headway_secs,exact_times
                red-1,08:00:00,09:00:00,600,\(exact)
                """
            let timetable = try feed.compiled()
            return (try LineTimetable(RouteIndex(0), on: monday, in: timetable), timetable)
        }
        let (about, timetable) = try line(exact: 0)
        #expect(grid(about, timetable) == "A 8:00\nB 8:10")
        #expect(
            about.trips.map(\.headway) == [
                .init(last: ServiceTime(hours: 8, minutes: 50), seconds: 600)
            ])
        #expect(try line(exact: 1).0.trips.map(\.headway) == Array(repeating: nil, count: 6))
    }

    @Test func `C02 delays, skipped calls and cancelled trips`() throws {
        var text = try BoardText(
            TextFeed("red-1: A 8:00 B 8:10 C 8:20\nred-2: A 9:00 B 9:10 C 9:20"))
        text.expect([
            try text.delayed("red-1", by: [3, nil, 4]), (try text.run("red-2"), .cancelled),
        ])
        let line = try LineTimetable(
            RouteIndex(0), on: monday, in: text.timetable, overlay: text.overlay)
        #expect(
            grid(line, text.timetable) == """
                A 8:03 9:00
                B 8:10! 9:10
                C 8:24 9:20
                """)
        #expect(line.trips.map(\.isCancelled) == [false, true])
    }

    @Test(arguments: 1...3)
    func `D01 every trip of random lines goes down the rows and keeps its stops`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        for round in 0..<40 {
            var drawing = ""
            var stopsOfTrip: [String: [String]] = [:]
            for trip in 0..<Int.random(in: 1...9, using: &random) {
                var minute = 300 + trip * 3
                drawing += "red-\(trip):"
                for _ in 0..<Int.random(in: 2...7, using: &random) {
                    let stop = "S\(Int.random(in: 0...6, using: &random))"
                    stopsOfTrip["red-\(trip)", default: []].append(stop)
                    drawing +=
                        " \(stop) \(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
                    minute += Int.random(in: 1...20, using: &random)
                }
                drawing += "\n"
            }
            let timetable = try TextFeed(drawing).compiled()
            let line = try LineTimetable(RouteIndex(0), on: monday, in: timetable)
            let others = try line.directions.dropFirst().map {
                try LineTimetable(RouteIndex(0), direction: $0, on: monday, in: timetable)
            }
            let trips = ([line] + others).flatMap(\.trips)
            #expect(trips.count == stopsOfTrip.count)
            for trip in trips {
                let stops = trip.cells.compactMap { cell -> String? in
                    guard case .calls(let call) = cell else { return nil }
                    return timetable.stops.id(call.stop)
                }
                #expect(
                    stops == stopsOfTrip[timetable.trips.id(trip.trip)],
                    Comment(rawValue: "seed \(seed), round \(round):\n\(drawing)"))
            }
        }
    }
}
