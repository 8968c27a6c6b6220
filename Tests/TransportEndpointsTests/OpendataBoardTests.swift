import Foundation
import Hummingbird
import HummingbirdTesting
import Testing
import TransitTesting

/// Stationboards of the Transport API over HTTP.
@Suite struct OpendataBoardTests {
    private static let feed = TextFeed(
        """
        red-1: A 8:00 B 8:10/8:12 C 8:20
        red-2: A 9:00 B 9:10/9:12 C 9:20
        blue-1: B 8:12 D 8:30
        green-1: B 8:14 D 8:31
        """)
    private let scene: OpendataScene

    init() throws {
        scene = try OpendataScene(Self.feed)
    }

    @Test(arguments: ["station=Stop+B", "station=B", "id=B", "id=B&station=", "station=B&id=A"])
    func `A board is asked for by name or id`(query: String) async throws {
        let answer = try await scene.object("/v1/stationboard?" + query)
        #expect((answer["station"] as? [String: Any])?["id"] as? String == "B")
        #expect(
            try await scene.times("limit=3&" + query) == ["08:12", "08:12", "08:14"])
    }

    @Test func `A station is found by its code, which is more than a name or a number like it`()
        async throws
    {
        var feed = TextFeed("red-1: 12 8:00 B 8:10\nblue-1: C 8:30 D 8:40")
        feed.files["stops.txt"] = """
            stop_id,stop_code,stop_name,stop_lat,stop_lon
            12,700,North,47.0,8.0
            B,0012,South,47.0,8.1
            C,55,East,47.0,8.2
            D,S1,55,47.0,8.3

            """
        let scene = try OpendataScene(feed)
        let codes = ["700": "12", "0012": "B", "55": "C", "S1": "D", "12": "12", "B": "B"]
        for (code, id) in codes {
            let answer = try await scene.object("/v1/stationboard?id=\(code)")
            #expect((answer["station"] as? [String: Any])?["id"] as? String == id, "\(code)")
        }
        let named = try await scene.object("/v1/stationboard?station=55")
        #expect((named["station"] as? [String: Any])?["id"] as? String == "D", "names first")
    }

    @Test func `Every id that locations give finds the station`() async throws {
        let found = try await scene.object("/v1/locations?query=Stop")
        let stations = try #require(found["stations"] as? [[String: Any]])
        #expect(stations.count == 4)
        for station in stations {
            let id = try #require(station["id"] as? String)
            let answer = try await scene.object("/v1/stationboard?id=\(id)")
            #expect((answer["station"] as? [String: Any])?["id"] as? String == id)
        }
    }

    @Test func `Journeys at the minute of the last one are all there`() async throws {
        #expect(try await scene.times("id=B&limit=1") == ["08:12", "08:12"])
        #expect(try await scene.times("id=B&limit=2") == ["08:12", "08:12"])
        #expect(try await scene.times("id=B&limit=3").count == 3)
    }

    @Test func `Departures show what comes next, the station itself first`() async throws {
        let journeys = try await scene.journeys("id=A&limit=1")
        let journey = try #require(journeys.first)
        #expect(journey["to"] as? String == "Stop C")
        let passed = try #require(journey["passList"] as? [[String: Any]])
        let names = passed.map { ($0["station"] as? [String: Any])?["name"] as? String }
        #expect(names == ["Stop A", "Stop B", "Stop C"])
        #expect(try scene.clock(passed[1], "arrival") == "08:10")
        #expect(try scene.clock(passed[1], "departure") == "08:12")
        #expect(passed[2]["departure"] is NSNull)
        let stop = try #require(journey["stop"] as? [String: Any])
        #expect(stop["delay"] is NSNull)
        #expect(stop["arrival"] is NSNull)
    }

    @Test func `Arrivals fill both times and show where the vehicle comes from`() async throws {
        let journeys = try await scene.journeys("id=B&type=arrival&limit=1")
        let journey = try #require(journeys.first)
        #expect(try scene.clock(journey["stop"], "arrival") == "08:10")
        #expect(try scene.clock(journey["stop"], "departure") == "08:12")
        #expect(journey["to"] as? String == "Stop A")
        let passed = try #require(journey["passList"] as? [[String: Any]])
        let names = passed.map { ($0["station"] as? [String: Any])?["name"] as? String }
        #expect(names == ["Stop B", "Stop A"])
    }

    @Test func `Arrivals have both times where the run ends too`() async throws {
        let journeys = try await scene.journeys("id=C&type=arrival&limit=1")
        #expect(try scene.clock(journeys.first?["stop"], "arrival") == "08:20")
        #expect(try scene.clock(journeys.first?["stop"], "departure") == "08:20")
    }

    @Test(arguments: [(150, 2), (-150, 0), (0, 0)])
    func `Delays are minutes, never negative`(seconds: Int32, minutes: Int) async throws {
        let scene = try OpendataScene(TextFeed("red-1: A 8:00 B 8:10"), late: seconds)
        let journeys = try await scene.journeys("id=A&limit=1")
        let stop = try #require(journeys.first?["stop"] as? [String: Any])
        #expect(stop["delay"] as? Int == minutes)
        let prognosis = try #require(stop["prognosis"] as? [String: Any])
        #expect(try scene.clock(prognosis, "departure") == (seconds > 0 ? "08:02" : "08:00"))
    }

    @Test func `A cancelled run is on the board and marked`() async throws {
        let scene = try OpendataScene(TextFeed("red-1: A 8:00 B 8:10"), isCancelled: true)
        let journeys = try await scene.journeys("id=A&limit=1")
        let stop = try #require(journeys.first?["stop"] as? [String: Any])
        #expect(stop["cancelled"] as? Bool == true)
        #expect(stop["delay"] as? Int == 0)
    }

    @Test(arguments: [
        ("date=2026-05-05", "2026-05-05"), ("datetime=2026-05-06+07:00", "2026-05-06"),
        ("date=2026-05-07+07:00&datetime=2026-05-06", "2026-05-07"),
    ])
    func `A board begins when it is asked for`(query: String, day: String) async throws {
        let journeys = try await scene.journeys("id=A&limit=1&" + query)
        let stop = try #require(journeys.first?["stop"] as? [String: Any])
        #expect((stop["departure"] as? String)?.hasPrefix(day) == true)
    }

    @Test(arguments: [
        ("transportations[]=bus", 1), ("transportations=train", 0),
        ("transportations[]=train&transportations[]=bus", 1), ("transportations=rocket", 1),
    ])
    func `Only wanted means of transport are shown`(query: String, least: Int) async throws {
        let count = try await scene.journeys("id=A&limit=1&" + query).count
        #expect(count == least)
    }

    @Test(arguments: ["", "station=", "station=Xqzzy", "station=91,200"])
    func `An unknown station has an empty board`(query: String) async throws {
        let answer = try await scene.answer("/v1/stationboard?" + query)
        #expect(answer.status == .ok)
        #expect(String(buffer: answer.body) == #"{"station":null,"stationboard":[]}"#)
    }

    @Test func `A station's platforms are one board that names platforms`() async throws {
        var feed = TextFeed("red-1: A1 8:00 B 8:10\nblue-1: A2 8:05 B 8:20")
        feed.files["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code
            Parent8503000,Altstadt,47.0,8.0,1,,
            A1,Altstadt,47.0,8.0,0,Parent8503000,1
            A2,Altstadt,47.0,8.0,0,Parent8503000,2
            B,Berg,47.1,8.1,0,,

            """
        let scene = try OpendataScene(feed)
        for query in ["id=8503000", "id=008503000", "station=Altstadt", "id=Parent8503000"] {
            let journeys = try await scene.journeys(query + "&limit=2")
            let stops = journeys.compactMap { $0["stop"] as? [String: Any] }
            #expect(stops.map { $0["platform"] as? String } == ["1", "2"])
            for stop in stops {
                #expect((stop["station"] as? [String: Any])?["id"] as? String == "Parent8503000")
            }
        }
    }
}
