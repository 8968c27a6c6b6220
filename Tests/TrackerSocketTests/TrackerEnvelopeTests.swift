import Foundation
import Testing
@testable import TrackerSocket

private func parse(_ bytes: [UInt8]) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
}

private func messages(_ text: String) -> [TrackerEnvelope]? {
    TrackerEnvelope.messages(in: Array(text.utf8))
}

@Suite("Messages of the tracker socket")
struct TrackerEnvelopeTests {
    @Test func `a message has its four members, and null where there is nothing`() throws {
        let message = try parse(
            TrackerEnvelope.json(
                source: "station 7", timestamp: 12, clientReference: "q", content: nil))
        #expect(Set(message.keys) == ["source", "timestamp", "client_reference", "content"])
        #expect(message["source"] as? String == "station 7")
        #expect(message["timestamp"] as? Int == 12)
        #expect(message["client_reference"] as? String == "q")
        #expect(message["content"] is NSNull)
        let pong = try parse(TrackerEnvelope.json(source: "websocket", timestamp: 1, text: "PONG"))
        #expect(pong["content"] as? String == "PONG")
        #expect(pong["client_reference"] as? String == "")
    }

    @Test func `a buffer holds whole messages and ends with null`() throws {
        let one = TrackerEnvelope.json(source: "deleted_vehicles", timestamp: 5, text: "a")
        let two = TrackerEnvelope.json(source: "deleted_vehicles", timestamp: 6, text: "b")
        let bytes = TrackerEnvelope.buffer([one, two], timestamp: 7)
        let buffer = try parse(bytes)
        #expect(buffer["source"] as? String == "buffer")
        let content = try #require(buffer["content"] as? [Any])
        #expect(content.count == 3)
        #expect(content[2] is NSNull)
        let read = try #require(TrackerEnvelope.messages(in: bytes))
        #expect(read.map(\.timestamp) == [5, 6])
        guard case .deletedVehicle("b") = read[1].content else {
            Issue.record("the removal of b is missing")
            return
        }
    }

    @Test func `messages of every channel are distinguished`() throws {
        func content(_ text: String) throws -> TrackerContent {
            try #require(messages(text)?.first).content
        }
        let status = try content(#"{"source":"websocket","content":{"status":"open"}}"#)
        guard case .status("open") = status else { throw Unexpected() }
        let pong = try content(#"{"source":"websocket","content":"PONG","timestamp":1}"#)
        guard case .status("PONG") = pong else { throw Unexpected() }
        let nothing = try content(#"{"source":"stopsequence_a","content":null}"#)
        guard case .nothing = nothing else { throw Unexpected() }
        let missing = try content(#"{"source":"full_trajectory_a"}"#)
        guard case .nothing = missing else { throw Unexpected() }
        let other = try content(#"{"source":"sbb_newsticker","content":[1]}"#)
        guard case .unknown = other else { throw Unexpected() }
        let wrong = try content(#"{"source":"timetable_1","content":[1]}"#)
        guard case .unknown = wrong else { throw Unexpected() }
        let old = try content(#"{"source":"deleted_vehicles","content":140026}"#)
        guard case .deletedVehicle("140026") = old else { throw Unexpected() }
    }

    private struct Unexpected: Error {}

    @Test(arguments: [
        "", "PONG", "[]", "{}", "{\"source\":7}", "null",
        "{\"source\":\"buffer\",\"content\":3}",
        "{\"source\":\"trajectory\",\"content\":", String(repeating: "[", count: 100_000),
    ])
    func `frames that are no messages are none`(text: String) {
        #expect(messages(text) == nil)
    }

    @Test func `in a buffer, what is no message is left out, and buffers do not nest`() throws {
        let text = #"""
            {"source":"buffer","content":[null,7,"x",{},{"source":"deleted_vehicles","content":"a"},
            {"source":"buffer","content":[{"source":"deleted_vehicles","content":"b"}]},null]}
            """#
        let read = try #require(messages(text))
        #expect(read.map(\.source) == ["deleted_vehicles", "buffer"])
        guard case .unknown = read[1].content else { throw Unexpected() }
    }

    @Test func `stop sequences keep their times, at the ends nulls`() throws {
        var first = TrackerStopSequence.Station(
            id: 1, name: "A", uid: "a", place: MercatorPoint(x: 1, y: 2))
        first.aimedDeparture = 60_000
        first.departure = 90_000
        first.isExpected = true
        first.state = .leaving
        var last = TrackerStopSequence.Station(id: nil, name: "B", uid: "b", place: nil)
        last.aimedArrival = 120_000
        last.arrival = 110_000
        last.isExpected = true
        last.isCancelled = true
        last.platform = "2"
        var run = TrackerStopSequence(
            id: "t_1", destination: "B", mode: .ferry, tenant: "t", stations: [first, last])
        run.hasRealtime = true
        run.routeIdentifier = "trip"
        run.situations = ["Fog"]
        let object = try parse(run.json)
        let stations = try #require(object["stations"] as? [[String: Any]])
        #expect(stations[0]["arrivalTime"] is NSNull)
        #expect(stations[0]["departureDelay"] as? Int == 30_000)
        #expect(stations[1]["departureTime"] is NSNull)
        #expect(stations[1]["arrivalDelay"] as? Int == -10_000)
        #expect(stations[1]["coordinate"] is NSNull)
        let message = TrackerEnvelope.json(
            source: "stopsequence_t_1", timestamp: 1,
            content: Array("[".utf8) + run.json + Array("]".utf8))
        let read = try #require(TrackerEnvelope.messages(in: message)?.first)
        guard case .stopSequences(let runs) = read.content else { throw Unexpected() }
        #expect(runs == [run])
    }

    @Test func `departures are read as they are written`() throws {
        var departure = TrackerDeparture(
            callID: 9, trainID: "t_1", destinations: ["B"], time: 90_000, mode: .bus, tenant: "t",
            updatedAt: 80_000)
        departure.aimedDeparture = 60_000
        departure.isExpected = true
        departure.nextStops = ["C", "B"]
        departure.state = .boarding
        let object = try parse(departure.json)
        #expect(object["departureDelay"] as? Int == 30_000)
        #expect(object["arrivalDelay"] is NSNull)
        let message = TrackerEnvelope.json(
            source: "timetable_7", timestamp: 1, content: departure.json)
        let read = try #require(TrackerEnvelope.messages(in: message)?.first)
        guard case .departure(departure) = read.content else { throw Unexpected() }
    }

    @Test func `full trajectories, stations and health are GeoJSON and JSON that parses`() throws {
        let line = TrackerLine(id: 3, name: "3", colour: nil, textColour: nil)
        let way = [MercatorPoint(x: 0, y: 0), MercatorPoint(x: 5, y: 5)]
        let full = try parse(
            TrackerFullTrajectory(
                trainID: "a", line: line, mode: .bus, corners: way, stops: way, level: .five
            ).json)
        #expect(full["type"] as? String == "FeatureCollection")
        let feature = try #require((full["features"] as? [[String: Any]])?.first)
        let geometry = try #require(feature["geometry"] as? [String: Any])
        let parts = try #require(geometry["geometries"] as? [[String: Any]])
        #expect(parts.compactMap { $0["type"] as? String } == ["LineString", "MultiPoint"])
        let station = try parse(
            TrackerStation(
                number: 7, uid: "s", name: "S", place: way[1], isAccessible: nil, modes: [.bus],
                lines: [line]
            ).json(tenant: "t"))
        #expect((station["geometry"] as? [String: Any])?["coordinates"] as? [Double] == [5, 5])
        let health = try parse(
            TrackerHealth(service: "tracker", isHealthy: true, tenant: "t").json)
        #expect(health["heathly"] as? Bool == true)
        #expect(health["healthy"] as? Bool == true)
    }
}
