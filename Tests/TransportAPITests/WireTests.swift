import Foundation
import Testing
import TransitModel
import TransportAPI

/// Answers in the Transport API's format, in both directions.
@Suite struct WireTests {
    private let bern = OpendataLocation(
        id: "8507000", name: "Bern \"HB\"\n",
        coordinate: Coordinate(latitude: 46.948832, longitude: -7.4))
    private var stop: OpendataStop {
        var stop = OpendataStop(bern)
        stop.departure = OffsetTime(text: "2026-11-20T08:02:00+0100")
        stop.platform = "4"
        return stop
    }

    private func object(_ bytes: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    private func board(_ stop: OpendataStop) -> OpendataStationboard {
        var journey = OpendataJourney()
        journey.name = "019254"
        journey.category = "S"
        journey.number = "12"
        journey.operatorName = "XYZ"
        journey.to = "Endstadt"
        journey.passList = [stop]
        var board = OpendataStationboard()
        board.station = bern
        board.journeys = [OpendataBoardJourney(stop: stop, journey: journey)]
        return board
    }

    private func connections() -> OpendataConnections {
        var arrival = OpendataStop(OpendataLocation(id: nil, name: "Weg 1", coordinate: nil))
        arrival.arrival = OffsetTime(text: "2026-11-20T08:47:00+0100")
        var answer = OpendataConnections()
        answer.from = bern
        answer.originCandidates = [bern]
        answer.connections = [
            OpendataConnection(
                from: stop, to: arrival, durationSeconds: 90_061, transfers: 1,
                products: ["S12", "IC 8"],
                sections: [
                    OpendataSection(
                        journey: board(stop).journeys[0].journey, walk: nil, departure: stop,
                        arrival: nil),
                    OpendataSection(
                        journey: nil, walk: OpendataWalk(seconds: 120), departure: stop,
                        arrival: arrival),
                ])
        ]
        return answer
    }

    @Test func `control characters of a text are left out`() throws {
        let text = #"{"stations":[{"id":"1","name":"Be\u202ern\u001b[2J"}]}"#
        let answer = try JSONDecoder().decode(OpendataLocations.self, from: Data(text.utf8))
        #expect(answer.stations.map(\.location.name) == ["Bern[2J"])
    }

    // MARK: - Whole calls

    /// Calls with all their fields are written from prepared texts, others field by field.
    @Test func `A call says the same whether all its fields are wanted or each is named`() throws {
        var late = stop
        late.location.distance = 12.6
        late.expect(arrival: nil, departure: late.departure?.time.advanced(bySeconds: 135))
        late.prognosis.platform = "5"
        late.isCancelled = true
        var next = OpendataStop(OpendataLocation(id: nil, name: nil, coordinate: nil))
        next.arrival = OffsetTime(text: "2026-11-21T00:01:00+0100")
        next.departure = OffsetTime(text: "2027-03-28T03:02:09+0200")
        var board = board(late)
        board.journeys[0].journey.passList = [late, next, stop, next]
        let names = [
            "station", "arrival", "arrivalTimestamp", "departure", "departureTimestamp", "delay",
            "platform", "prognosis", "realtimeAvailability", "location", "cancelled",
        ]
        let ways =
            names.map { "stationboard/stop/" + $0 } + names.map { "stationboard/passList/" + $0 }
        let others = [
            "name", "category", "subcategory", "categoryCode", "number", "operator", "to",
            "capacity1st", "capacity2nd",
        ].map { "stationboard/" + $0 }
        let named = board.json(FieldFilter(paths: ["station"] + ways + others))
        #expect(
            String(decoding: board.json(), as: UTF8.self) == String(decoding: named, as: UTF8.self))
    }

    // MARK: - Times

    @Test(arguments: [
        ("2026-11-20T08:02:00+0100", 1_795_158_120, "2026-11-20T08:02:00+0100"),
        ("2026-06-20T08:02:00+02:00", 1_781_935_320, "2026-06-20T08:02:00+0200"),
        ("1969-12-31T23:59:59Z", -1, "1969-12-31T23:59:59+0000"),
        ("2026-01-01T00:00:00-0930", 1_767_259_800, "2026-01-01T00:00:00-0930"),
    ])
    func `Times have an offset without a colon`(text: String, unix: Int64, output: String) throws {
        let time = try #require(OffsetTime(text: text))
        #expect(time.time.seconds == unix)
        #expect(time.text == output)
    }

    @Test(arguments: [
        "", "2026-11-20", "2026-11-20T08:02:00", "2026-11-20T24:00:00Z", "2026-13-20T08:02:00Z",
        "2026-11-20T08:02:00+1", "2026-11-20T08:02:00+0199", "2026-11-20T08:02:00+9900",
        "2026-11-20 08:02:00+0100",
    ])
    func `What is no time is none`(text: String) {
        #expect(OffsetTime(text: text) == nil)
    }

    @Test func `Clocks change when daylight saving does`() throws {
        let zone = try #require(TransitTimeZone(identifier: "Europe/Zurich"))
        let before = UnixTime(seconds: 1_792_886_400)  // 2026-10-25 01:20 local, still summer time
        let clock = LocalClock(zone, around: before)
        #expect(clock.local(before).offsetSeconds == 7200)
        #expect(clock.local(before.advanced(bySeconds: 7200)).offsetSeconds == 3600)
        let winter = LocalClock(zone, around: UnixTime(seconds: 1_795_158_120))
        #expect(winter.local(before).offsetSeconds == 7200)
    }

    // MARK: - Delays

    @Test(arguments: [
        (0, 0), (59, 0), (60, 1), (299, 4), (-120, 0), (7260, 121),
    ])
    func `Delays are whole minutes and never negative`(seconds: Double, minutes: Int) throws {
        var stop = stop
        let scheduled = try #require(stop.departure)
        stop.expect(arrival: nil, departure: scheduled.time.advanced(bySeconds: seconds))
        #expect(stop.delay == minutes)
        let output = try #require(stop.prognosis.departure)
        #expect(output.time.seconds(since: scheduled.time) == max(0, seconds))
        #expect(stop.prognosis.arrival == nil)
    }

    @Test func `A departure's delay counts before an arrival's`() throws {
        var stop = stop
        stop.arrival = OffsetTime(text: "2026-11-20T08:00:00+0100")
        let scheduled = try #require(stop.arrival?.time)
        stop.expect(
            arrival: scheduled.advanced(bySeconds: 600),
            departure: scheduled.advanced(bySeconds: 660))
        #expect(stop.delay == 9)
    }

    // MARK: - Shapes

    @Test func `A board is written with every key and read again`() throws {
        var stop = stop
        stop.expect(arrival: nil, departure: stop.departure?.time.advanced(bySeconds: 180))
        let board = board(stop)
        let bytes = board.json()
        let entry = try #require((try object(bytes)["stationboard"] as? [[String: Any]])?.first)
        #expect(
            entry.keys.sorted() == [
                "capacity1st", "capacity2nd", "category", "categoryCode", "name", "number",
                "operator", "passList", "stop", "subcategory", "to",
            ])
        let output = try #require(entry["stop"] as? [String: Any])
        #expect(
            output.keys.sorted() == [
                "arrival", "arrivalTimestamp", "delay", "departure", "departureTimestamp",
                "location", "platform", "prognosis", "realtimeAvailability", "station",
            ])
        #expect(output["departureTimestamp"] as? Int == 1_795_158_120)
        #expect(output["arrival"] is NSNull)
        #expect(output["delay"] as? Int == 3)
        let prognosis = try #require(output["prognosis"] as? [String: Any])
        #expect(prognosis.count == 5)
        #expect(prognosis["departure"] as? String == "2026-11-20T08:05:00+0100")
        let twins = ["station", "location"].map { output[$0] as? NSDictionary }
        #expect(twins[0] == twins[1])
        #expect(twins[0]?.count == 5)
        #expect(try JSONDecoder().decode(OpendataStationboard.self, from: Data(bytes)) == board)
    }

    @Test func `Connections are written with every key and read again`() throws {
        let answer = connections()
        let bytes = answer.json()
        let output = try object(bytes)
        #expect(output.keys.sorted() == ["connections", "from", "stations", "to"])
        #expect(output["to"] is NSNull)
        let way = try #require((output["connections"] as? [[String: Any]])?.first)
        #expect(
            way.keys.sorted() == [
                "capacity1st", "capacity2nd", "duration", "from", "products", "sections",
                "service", "to", "transfers",
            ])
        #expect(way["duration"] as? String == "01d01:01:01")
        let sections = try #require(way["sections"] as? [[String: Any]])
        for section in sections {
            #expect(section.keys.sorted() == ["arrival", "departure", "journey", "walk"])
        }
        #expect(sections[0]["walk"] is NSNull)
        #expect(sections[1]["journey"] is NSNull)
        #expect((sections[1]["walk"] as? [String: Int]) == ["duration": 120])
        #expect(try JSONDecoder().decode(OpendataConnections.self, from: Data(bytes)) == answer)
    }

    @Test func `Places are written with latitude first and read again`() throws {
        let answer = OpendataLocations([
            OpendataStation(bern, icon: .train),
            OpendataStation(OpendataLocation(id: nil, name: nil, coordinate: nil), icon: nil),
        ])
        let bytes = answer.json()
        let stations = try #require(try object(bytes)["stations"] as? [[String: Any]])
        let coordinate = try #require(stations[0]["coordinate"] as? [String: Any])
        #expect(coordinate["x"] as? Double == 46.948832)
        #expect(coordinate["y"] as? Double == -7.4)
        #expect(stations[1]["icon"] is NSNull)
        #expect((stations[1]["coordinate"] as? [String: Any])?.count == 3)
        #expect(try JSONDecoder().decode(OpendataLocations.self, from: Data(bytes)) == answer)
    }

    @Test func `A call that does not take place is marked, any other is not`() throws {
        var stop = stop
        stop.isCancelled = true
        let marked = String(decoding: board(stop).json(), as: UTF8.self)
        #expect(marked.contains("\"cancelled\":true"))
        #expect(!String(decoding: board(self.stop).json(), as: UTF8.self).contains("cancelled"))
    }

    @Test(arguments: [0.0, 47, -0.000001, 179.9999999, 8.5, .nan, .infinity])
    func `Degrees are numbers with six digits at most`(degrees: Double) throws {
        let place = OpendataLocation(
            id: nil, name: nil, coordinate: Coordinate(latitude: 0, longitude: degrees))
        let bytes = OpendataLocations([OpendataStation(place, icon: nil)]).json()
        let stations = try #require(try object(bytes)["stations"] as? [[String: Any]])
        let y = (stations[0]["coordinate"] as? [String: Any])?["y"] as? Double
        #expect(y == (degrees.isFinite ? (degrees * 1e6).rounded() / 1e6 : nil))
    }

    // MARK: - Fields

    @Test func `Only wanted fields are written`() throws {
        let filter = FieldFilter(paths: ["connections/from/departure", "connections/duration"])
        let output = String(decoding: connections().json(filter), as: UTF8.self)
        #expect(
            output == """
                {"connections":[{"from":{"departure":"2026-11-20T08:02:00+0100"},\
                "duration":"01d01:01:01"}]}
                """)
    }

    @Test func `A field brings all below it unless a deeper one is named`() {
        let all = FieldFilter(paths: ["station"])
        let output = String(decoding: board(stop).json(all), as: UTF8.self)
        #expect(output.contains("coordinate"))
        #expect(!output.contains("stationboard"))
        for paths in [["station", "station/name"], ["station/name", "station"]] {
            let deeper = FieldFilter(paths: paths)
            #expect(
                String(decoding: board(stop).json(deeper), as: UTF8.self)
                    == "{\"station\":{\"name\":\"Bern \\\"HB\\\"\\u000a\"}}")
        }
    }

    @Test func `Both ends of the candidates are no step of a path`() {
        for path in ["stations/id", "stations/from/id"] {
            let output = String(
                decoding: connections().json(FieldFilter(paths: [path])), as: UTF8.self)
            #expect(output.contains("\"from\":[{\"id\":\"8507000\"}]"))
        }
    }

    @Test func `Fields that do not exist leave nothing`() {
        let filter = FieldFilter(paths: ["nothing/at/all"])
        #expect(String(decoding: connections().json(filter), as: UTF8.self) == "{}")
        #expect(FieldFilter(paths: ["", "/"]) == .everything)
    }

    // MARK: - Errors

    @Test func `Errors are sentences or objects`() throws {
        let sentences = try object(OpendataErrors.json(["a", "b"]))
        #expect(sentences["errors"] as? [String] == ["a", "b"])
        let message = try object(OpendataErrors.json(message: "c"))
        #expect(message["errors"] as? [[String: String]] == [["message": "c"]])
    }

    // MARK: - Reading

    @Test func `Numbers for texts, missing keys and early trains are read`() throws {
        let text = """
            {"station":{"id":8507000,"name":"Bern"},"stationboard":[{"stop":{"station":{"id":"1"},
            "location":{"id":"8507000","name":"Bern"},"delay":-2,"platform":"",
            "departure":"2026-11-20T08:02:00+01:00"},"number":12}]}
            """
        let board = try JSONDecoder().decode(OpendataStationboard.self, from: Data(text.utf8))
        #expect(board.station?.id == "8507000")
        let entry = try #require(board.journeys.first)
        #expect(entry.journey.number == "12")
        #expect(entry.stop.delay == 0)
        #expect(entry.stop.platform == nil)
        #expect(entry.stop.location.name == "Bern")
    }

    @Test(arguments: [
        "[]", "{\"stationboard\":[{}]}", "{\"stationboard\":[{\"stop\":{\"departure\":\"soon\"}}]}",
        "{\"stationboard\":\"x\"}", "{\"stationboard\":[{\"stop\":{\"platform\":{}}}]}",
    ])
    func `What has another shape is refused`(text: String) {
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(OpendataStationboard.self, from: Data(text.utf8))
        }
    }
}
