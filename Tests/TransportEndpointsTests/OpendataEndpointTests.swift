import Foundation
import Hummingbird
import HummingbirdTesting
import Testing
import TransitTesting

/// The Transport API over HTTP: connections, places, shapes and errors.
@Suite struct OpendataEndpointTests {
    /// A line from A to C every hour from 8 to 13, a slower one via D, and a train at night.
    private static let feed: TextFeed = {
        var drawing = ""
        for hour in 8...13 {
            drawing += "red-\(hour): A \(hour):00 B \(hour):10/\(hour):12 C \(hour):20\n"
        }
        drawing += "blue-1: A 8:30 D 8:40\nblue-2: D 8:50 C 9:05\nS12-1: A 23:50 E 24:10\n"
        var feed = TextFeed(drawing)
        feed.files["routes.txt"] = """
            route_id,agency_id,route_short_name,route_type
            red,1,red,3
            blue,1,7,0
            S12,1,S12,2

            """
        return feed
    }()
    private let scene: OpendataScene

    init() throws {
        scene = try OpendataScene(Self.feed, late: 150)
    }

    // MARK: - Connections

    @Test func `Connections come by time, four if nothing is said`() async throws {
        #expect(
            try await scene.departures("from=A&to=C&date=2026-05-05&time=07:30")
                == ["08:00", "08:30", "09:00", "10:00"])
    }

    @Test func `A connection has all that clients read`() async throws {
        let ways = try await scene.connections("from=Stop+A&to=Stop+C&time=07:30&limit=1")
        let way = try #require(ways.first)
        let from = try #require(way["from"] as? [String: Any])
        #expect(from["departure"] as? String == "2026-05-04T08:00:00+0200")
        #expect(from["departureTimestamp"] as? Int == 1_777_874_400)
        #expect(from["delay"] as? Int == 2)
        let prognosis = try #require(from["prognosis"] as? [String: Any])
        #expect(prognosis["departure"] as? String == "2026-05-04T08:02:30+0200")
        #expect(way["duration"] as? String == "00d00:20:00")
        #expect(way["transfers"] as? Int == 0)
        #expect(way["products"] as? [String] == ["red"])
        let section = try #require((way["sections"] as? [[String: Any]])?.first)
        let journey = try #require(section["journey"] as? [String: Any])
        #expect(journey["category"] as? String == "B")
        #expect(journey["number"] as? String == "red")
        #expect(journey["name"] as? String == "red-8")
        #expect(journey["operator"] as? String == "Test")
        let passed = try #require(journey["passList"] as? [[String: Any]])
        #expect(passed.count == 3)
        #expect(try scene.clock(passed[1], "arrival") == "08:10")
        #expect(try scene.clock(passed[1], "departure") == "08:12")
        #expect(passed[0]["arrival"] is NSNull)
        #expect(passed[2]["departure"] is NSNull)
    }

    @Test func `Pages go on, and do not go beyond the sixteenth connection`() async throws {
        let query = "from=A&to=C&date=2026-05-05&time=07:30&limit=2&page="
        #expect(try await scene.departures(query + "0") == ["08:00", "08:30"])
        #expect(try await scene.departures(query + "1") == ["09:00", "10:00"])
        #expect(try await scene.departures(query + "2") == ["11:00", "12:00"])
        // Seven a day: the fifteenth and sixteenth are the first ones of the third day.
        for page in ["7", "10"] {
            let ways = try await scene.connections(query + page)
            let days = ways.compactMap { ($0["from"] as? [String: Any])?["departure"] as? String }
            #expect(days.map { $0.prefix(16) } == ["2026-05-07T08:00", "2026-05-07T08:30"])
        }
    }

    @Test func `Negative pages lie before the instant`() async throws {
        let query = "from=A&to=C&date=2026-05-05&time=11:30&limit=2&page="
        #expect(try await scene.departures(query + "-1") == ["10:00", "11:00"])
        #expect(try await scene.departures(query + "-2") == ["08:30", "09:00"])
    }

    @Test func `Asked by arrival, the first page is what arrives until then`() async throws {
        let query = "from=A&to=C&date=2026-05-05&time=11:20&isArrivalTime=1&limit=2&page="
        #expect(try await scene.departures(query + "0") == ["10:00", "11:00"])
        #expect(try await scene.departures(query + "1") == ["12:00", "13:00"])
        #expect(try await scene.departures(query + "-1") == ["08:30", "09:00"])
    }

    @Test func `There are three connections wherever three exist within days`() async throws {
        let ways = try await scene.connections("from=A&to=E&limit=3&date=2026-05-05&time=23:55")
        let days = ways.compactMap { ($0["from"] as? [String: Any])?["departure"] as? String }
        #expect(
            days.map { $0.prefix(16) } == [
                "2026-05-06T23:50", "2026-05-07T23:50", "2026-05-08T23:50",
            ])
    }

    @Test(arguments: [
        ("via[]=D", "7"), ("via=D", "7"), ("transportations[]=tram", "7"),
        ("transportations=tramway", "7"), ("transportations[]=bus", "red"),
    ])
    func `Vias and means of transport choose the way`(query: String, line: String) async throws {
        let ways = try await scene.connections("from=A&to=C&time=07:30&limit=1&" + query)
        #expect((ways.first?["products"] as? [String])?.first == line)
    }

    @Test func `Transfers are described`() async throws {
        let ways = try await scene.connections("from=A&to=C&via=D&time=07:30&limit=1")
        #expect(ways.first?["transfers"] as? Int == 1)
        #expect((ways.first?["products"] as? [String])?.count == 2)
    }

    @Test func `Connections that do not work are left out`() async throws {
        let scene = try OpendataScene(Self.feed, isCancelled: true)
        #expect(try await scene.departures("from=A&to=C&time=07:30&limit=2") == ["08:30", "09:00"])
    }

    @Test func `Places are reported, and what else may have been meant`() async throws {
        let known = try await scene.object("/v1/connections?from=Stop+&to=A&limit=1")
        let stations = try #require(known["stations"] as? [String: [[String: Any]]])
        #expect(try #require(stations["from"]).count > 1)
        #expect(stations["to"]?.first?["id"] as? String == "A")
    }

    @Test(arguments: ["from=A&to=A", "from=A&to=C&date=2031-01-01"])
    func `Where there is no way there is an empty list`(query: String) async throws {
        let answer = try await scene.object("/v1/connections?" + query)
        #expect((answer["connections"] as? [Any])?.isEmpty == true)
        #expect(answer["from"] is [String: Any])
    }

    @Test func `Where one can only walk the way on foot is reported`() async throws {
        let ways = try await scene.connections("from=E&to=A")
        #expect(ways.count == 1)
        #expect(ways.first?["transfers"] as? Int == 0)
        #expect((ways.first?["products"] as? [String])?.isEmpty == true)
        let sections = try #require(ways.first?["sections"] as? [[String: Any]])
        #expect((sections.first?["walk"] as? [String: Any])?["duration"] is Int)
    }

    @Test func `Points are places too`() async throws {
        let ways = try await scene.connections("from=47.0001,8.0001&to=C&time=07:30&limit=1")
        let sections = try #require(ways.first?["sections"] as? [[String: Any]])
        #expect(sections.first?["journey"] is NSNull)
        #expect((sections.first?["walk"] as? [String: Any])?["duration"] is Int)
    }

    @Test(arguments: [
        ("datetime=2026-05-05T10:30", "11:00"), ("datetime=2026-05-05+10:30", "11:00"),
        ("datetime=@1777970000", "11:00"), ("datetime=tomorrow+9:30", "10:00"),
        ("datetime=2026-05-05T08:30:00Z", "11:00"), ("time=12:30", "13:00"),
        ("date=05.05.2026&time=8:45", "09:00"),
    ])
    func `Moments are read in many ways`(query: String, departure: String) async throws {
        #expect(try await scene.departures("from=A&to=C&limit=1&" + query) == [departure])
    }

    // MARK: - Places

    @Test func `Places are found by name, id and point`() async throws {
        for query in ["query=stop+b", "query=B", "x=47.0&y=8.01"] {
            let found = try await scene.object("/v1/locations?" + query)
            let first = try #require((found["stations"] as? [[String: Any]])?.first)
            #expect(first["id"] as? String == "B")
            #expect(first["icon"] as? String == "bus")
            let coordinate = try #require(first["coordinate"] as? [String: Any])
            #expect(coordinate["x"] as? Double == 47)
            #expect(coordinate["y"] as? Double == 8.01)
            #expect((first["distance"] is Int) == query.hasPrefix("x"))
        }
    }

    @Test(arguments: ["", "query=", "x=47", "query=Stop&type=poi", "query=Stop&type=address"])
    func `Without a question there are no places`(query: String) async throws {
        let found = try await scene.object("/v1/locations?" + query)
        #expect((found["stations"] as? [Any])?.isEmpty == true)
    }

    // MARK: - Errors

    @Test(arguments: [
        ("/v1/connections?from=A&to=C&limit=17", "Maximal value of argument `limit` is 16."),
        ("/v1/connections?from=A&to=C&page=11", "Maximal value of argument `page` is 10."),
        (
            "/v1/connections?from=A&to=C&via=1&via=2&via=3&via=4&via=5&via=6",
            "Invalid via count (max 5 allowed)."
        ),
        ("/v1/locations?x=north&y=8", "Value of argument `x` must be a number from -90 to 90."),
    ])
    func `Refused parameters are a list of sentences`(uri: String, text: String) async throws {
        let answer = try await scene.object(uri, .badRequest)
        #expect(answer["errors"] as? [String] == [text])
    }

    @Test func `A board that is too long is refused in plain text`() async throws {
        let answer = try await scene.answer("/v1/stationboard?id=A&limit=421")
        #expect(answer.status == .badRequest)
        #expect(String(buffer: answer.body) == "Invalid value for Parameter `limit`.")
        #expect(answer.headers[.contentType]?.hasPrefix("text/plain") == true)
    }

    @Test(arguments: [
        ("/v1/connections?from=Xqzzy&to=C", HTTPResponse.Status.internalServerError),
        ("/v1/connections?from=A&to=C&via=Xqzzy", .internalServerError),
        ("/v1/nothing", .notFound), ("/v1/connections/x", .notFound),
    ])
    func `Other errors are objects`(uri: String, status: HTTPResponse.Status) async throws {
        let answer = try await scene.object(uri, status)
        let errors = try #require(answer["errors"] as? [[String: String]])
        #expect(errors.first?["message"]?.isEmpty == false)
    }

    @Test func `Other methods are refused in the API's own shape`() async throws {
        let answer = try await scene.answer("/v1/connections", method: .post)
        #expect(answer.status == .methodNotAllowed)
        #expect(answer.headers[.allow]?.contains("GET") == true)
        #expect(String(buffer: answer.body).hasPrefix("{\"errors\":[{\"message\":"))
    }

    @Test(arguments: [
        "/v1/", "/v1/locations?query=A", "/v1/nothing", "/v1/connections?from=A&to=C&limit=99",
        "/v1/stationboard?limit=999", "/swagger.json",
    ])
    func `Every answer may be read by pages of any origin`(uri: String) async throws {
        #expect(try await scene.answer(uri).headers[.accessControlAllowOrigin] == "*")
        let options = try await scene.answer("/v1/connections", method: .options)
        #expect(options.status == .noContent)
        #expect(options.headers[.accessControlAllowOrigin] == "*")
        #expect(options.headers[.accessControlAllowMethods]?.contains("GET") == true)
    }

    // MARK: - Shapes

    @Test func `Without both ends the answer is empty`() async throws {
        for query in ["", "from=A", "to=A&limit=99"] {
            let answer = try await scene.answer("/v1/connections?" + query)
            #expect(
                String(buffer: answer.body)
                    == #"{"connections":[],"from":null,"to":null,"stations":{"from":[],"to":[]}}"#)
        }
    }

    @Test func `Only wanted fields come, in every form of the parameter`() async throws {
        let fields = ["connections/from/departure", "connections/duration"]
        for form in ["fields[]=", "fields%5B%5D=", "fields="] {
            let query = fields.map { "&" + form + $0 }.joined()
            let answer = try await scene.answer(
                "/v1/connections?from=A&to=C&limit=1&date=2026-05-05&time=8:00" + query)
            #expect(
                String(buffer: answer.body)
                    == """
                    {"connections":[{"from":{"departure":"2026-05-05T08:00:00+0200"},\
                    "duration":"00d00:20:00"}]}
                    """)
        }
    }

    @Test func `The root says who answers, and the document describes the rest`() async throws {
        let root = try await scene.object("/v1/")
        #expect(root["version"] as? String == "1.0")
        #expect(root["date"] as? String == "2026-05-04T07:00:00+02:00")
        let swagger = try await scene.object("/swagger.json")
        #expect(swagger["swagger"] as? String == "2.0")
        let paths = try #require(swagger["paths"] as? [String: Any])
        #expect(paths.keys.sorted() == ["/connections", "/locations", "/stationboard"])
        let definitions = try #require(swagger["definitions"] as? [String: [String: Any]])
        let stop = try #require(definitions["Stop"]?["properties"] as? [String: Any])
        let board = try await scene.journeys("id=A&limit=1")
        let shown = try #require(board.first?["stop"] as? [String: Any])
        #expect(shown.keys.sorted() == stop.keys.sorted())
    }

    @Test func `Large answers are compressed for those who take it`() async throws {
        let uri = "/v1/stationboard?id=A"
        let plain = try await scene.answer(uri)
        let packed = try await scene.answer(uri, headers: [.acceptEncoding: "gzip"])
        #expect(packed.headers[.contentEncoding] == "gzip")
        #expect(packed.body.readableBytes < plain.body.readableBytes / 4)
        #expect(plain.headers[.contentEncoding] == nil)
    }
}
