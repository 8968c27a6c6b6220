import Raptor
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Routing

private let day = ServiceDay(daysSince1970: 20_577)

/// Returns a network whose only walks are those that a test states.
private func network(_ drawing: String, transfers: String = "") throws -> Timetable {
    var feed = TextFeed(drawing)
    if !transfers.isEmpty {
        feed.files["transfers.txt"] =
            "from_stop_id,to_stop_id,transfer_type,min_transfer_time\n" + transfers
    }
    return try feed.compiled()
}

/// Returns answers as `2 rides 8:40: red-1 A-B, walk B-C, blue-1 C-D`, one per line.
private func answers(
    _ timetable: Timetable, _ from: String, _ to: String, _ time: String
) throws -> String {
    let departure = try #require(ServiceTime(time))
    var search = JourneySearch(
        RoutingDay(timetable, day: day, span: .plain, walks: .stated, transferSeconds: nil))
    let found = search.earliestArrivals(
        RoutingRequest(
            from: [AccessStop(stop: try #require(timetable.stops.find(id: from)))],
            to: [AccessStop(stop: try #require(timetable.stops.find(id: to)))]),
        departure: departure)
    return found.map { journey in
        let legs = journey.legs.map { leg in
            switch leg {
            case .walk(let walk):
                return "walk \(walk.from.map(timetable.stops.id) ?? "")-"
                    + "\(walk.to.map(timetable.stops.id) ?? "")"
            case .ride(let ride):
                let trip = timetable.trips.id(timetable.patterns.runTrips[ride.run])
                return "\(trip) \(timetable.stops.id(ride.boardAt))-"
                    + "\(timetable.stops.id(ride.alightAt))"
            }
        }
        return "\(journey.rides) at \(NetworkText.short(journey.arrival)): "
            + legs.joined(separator: ", ")
    }.joined(separator: "\n")
}

@Suite struct EarliestArrivalTests {
    @Test func `A01 the next trip of one line`() throws {
        let timetable = try network("red-1: A 8:00 B 8:10\nred-2: A 9:00 B 9:10")
        #expect(try answers(timetable, "A", "B", "8:00") == "1 at 8:10: red-1 A-B")
        #expect(try answers(timetable, "A", "B", "8:01") == "1 at 9:10: red-2 A-B")
    }

    @Test func `A02 one is there already`() throws {
        let timetable = try network("red-1: A 8:00 B 8:10")
        #expect(try answers(timetable, "A", "A", "8:00") == "0 at 8:00: ")
    }

    @Test func `A03 nothing goes the other way`() throws {
        let timetable = try network("red-1: A 8:00 B 8:10")
        #expect(try answers(timetable, "B", "A", "8:00") == "")
    }

    @Test func `A04 tomorrow's first trip, when today's last has left`() throws {
        let timetable = try network("red-1: A 8:00 B 8:10")
        #expect(try answers(timetable, "A", "B", "20:00") == "1 at 32:10: red-1 A-B")
    }

    @Test func `B01 a change, if it pays`() throws {
        let timetable = try network(
            """
            red-1: A 8:00  B 8:10
            blue-1: B 8:10  C 8:20
            slow-1: A 8:00  C 9:00
            """)
        #expect(
            try answers(timetable, "A", "C", "8:00") == """
                1 at 9:00: slow-1 A-C
                2 at 8:20: red-1 A-B, blue-1 B-C
                """)
    }

    @Test func `B02 one may alight where one boarded another run before`() throws {
        let timetable = try network(
            """
            loop-1: A 8:00  B 8:05  C 8:10  A 8:15  D 8:20
            """)
        #expect(try answers(timetable, "C", "D", "8:00") == "1 at 8:20: loop-1 C-D")
        #expect(try answers(timetable, "A", "D", "8:01") == "1 at 8:20: loop-1 A-D")
    }

    @Test func `B03 an overtaking run is taken`() throws {
        let timetable = try network(
            """
            red-slow: A 8:00  B 8:30  C 9:00
            red-fast: A 8:10  B 8:20  C 8:30
            """)
        #expect(try answers(timetable, "A", "C", "8:00") == "1 at 8:30: red-fast A-C")
    }

    @Test func `C01 walks before, between and after`() throws {
        let timetable = try network(
            """
            red-1: B 8:05  C 8:10
            blue-1: D 8:20  E 8:30
            """, transfers: "A,B,2,300\nC,D,2,300\nE,F,2,300\n")
        #expect(
            try answers(timetable, "B", "E", "8:05")
                == "2 at 8:30: red-1 B-C, walk C-D, blue-1 D-E")
    }

    @Test func `C02 a walk alone needs no vehicle`() throws {
        let timetable = try network(
            "red-1: A 8:00  B 8:20", transfers: "A,B,2,600\n")
        #expect(try answers(timetable, "A", "B", "8:00") == "0 at 8:10: walk A-B")
    }

    @Test func `C03 a ride that ends with a walk is found beside the walk all the way`() throws {
        let scene = try JourneyScene(
            """
            red-1: A 8:30  C 8:35
            blue-1: B 9:30  D 9:40
            """, transfers: "A,B,2,600\nC,B,2,60")
        var search = JourneySearch(scene.layout())
        let found = search.follow(
            try scene.request("A", "B"),
            .departures(
                from: ServiceTime(hours: 8, minutes: 0), before: ServiceTime(hours: 9, minutes: 0))
        ) { _, _ in nil }
        #expect(scene.described(found.journeys) == "8:30-8:36 1: red-1 A-C, walk C-B")
    }

    @Test func `D01 nobody boards or alights where it is forbidden`() throws {
        var feed = TextFeed("red-1: A 8:00  B 8:10  C 8:20")
        feed.files["stop_times.txt"] = """
            trip_id,stop_sequence,stop_id,arrival_time,departure_time,pickup_type,drop_off_type
            red-1,1,A,8:00:00,8:00:00,0,0
            red-1,2,B,8:10:00,8:10:00,1,1
            red-1,3,C,8:20:00,8:20:00,0,0

            """
        let timetable = try feed.compiled()
        #expect(try answers(timetable, "A", "B", "8:00") == "")
        #expect(try answers(timetable, "B", "C", "8:00") == "")
        #expect(try answers(timetable, "A", "C", "8:00") == "1 at 8:20: red-1 A-C")
    }

    @Test func `D02 a journey of days passes sixteen bits`() throws {
        let timetable = try network("long-1: A 8:00  B 40:30  C 71:59")
        #expect(try answers(timetable, "B", "C", "9:00") == "1 at 71:59: long-1 B-C")
    }

    @Test func `searches on one memory do not disturb one another`() throws {
        let timetable = try network(
            "red-1: A 8:00 B 8:10\nblue-1: B 8:15 C 8:25\nred-2: A 9:00 B 9:10")
        var search = JourneySearch(
            RoutingDay(timetable, day: day, span: .plain, walks: .stated, transferSeconds: nil))
        let stops = try ["A", "B", "C"].map { try #require(timetable.stops.find(id: $0)) }
        func arrivals(_ from: Int, _ to: Int, _ hour: Int) -> [Int32] {
            search.earliestArrivals(
                RoutingRequest(
                    from: [AccessStop(stop: stops[from])], to: [AccessStop(stop: stops[to])]),
                departure: ServiceTime(hours: hour, minutes: 0)
            ).map(\.arrival.seconds)
        }
        for _ in 0..<3 {
            #expect(arrivals(0, 2, 8) == [30_300])
            #expect(arrivals(2, 0, 8) == [])
            #expect(arrivals(0, 1, 9) == [33_000])
        }
    }
}
