import Foundation
import Testing
@testable import TrackerSocket
import TransitModel

/// Returns a tram that drives 100 m east, waits half a minute and drives 300 m north.
private func tram() -> TrackerTrajectory {
    var tram = TrackerTrajectory(
        trainID: "takt_7", mode: .tram, tenant: "takt",
        corners: [
            MercatorPoint(x: 1000, y: 2000), MercatorPoint(x: 1100, y: 2000),
            MercatorPoint(x: 1100, y: 2300),
        ],
        intervals: [
            .init(time: 10_000, fraction: 0, direction: 0),
            .init(time: 20_000, fraction: 0.25, direction: .pi / 2),
            .init(time: 50_000, fraction: 0.25, direction: .pi / 2),
            .init(time: 80_000, fraction: 1, direction: nil),
        ], timestamp: 9000)
    tram.line = TrackerLine(
        id: 4, name: "4 \"Ring\"\n", colour: RGBColour(0xD823_2A), textColour: RGBColour(0xFFFFFF))
    tram.delay = 61_000
    tram.state = .driving
    tram.eventTimestamp = 8000
    tram.timeSinceUpdate = 1000
    tram.hasJourney = true
    tram.hasRealtime = true
    tram.routeIdentifier = "trip-1"
    tram.level = .ten
    return tram
}

/// A reimplementation of geOps' JavaScript client's evaluation of a trajectory.
private struct ScriptClient {
    let properties: [String: Any]
    let coordinates: [[Double]]

    init(_ json: [UInt8]) throws {
        let object = try JSONSerialization.jsonObject(with: Data(json))
        let feature = try #require(object as? [String: Any])
        #expect(feature["type"] as? String == "Feature")
        properties = try #require(feature["properties"] as? [String: Any])
        let geometry = try #require(feature["geometry"] as? [String: Any])
        #expect(geometry["type"] as? String == "LineString")
        coordinates = try #require(geometry["coordinates"] as? [[Double]])
    }

    /// Returns the position at a time, interpolated between two times by the share of the line's
    /// length.
    func place(at now: Double) throws -> [Double] {
        let instants = try #require(properties["time_intervals"] as? [[Any]])
        let times = try instants.map { try #require($0[0] as? Double) }
        let shares = try instants.map { try #require($0[1] as? Double) }
        guard now > times[0] else { return coordinates[0] }
        guard let end = times.firstIndex(where: { now <= $0 }) else {
            return try #require(coordinates.last)
        }
        let share =
            shares[end - 1] + (shares[end] - shares[end - 1])
            * min(1, (now - times[end - 1]) / (times[end] - times[end - 1]))
        let lengths = zip(coordinates, coordinates.dropFirst()).map {
            hypot($1[0] - $0[0], $1[1] - $0[1])
        }
        var rest = share * lengths.reduce(0, +)
        for (step, length) in lengths.enumerated() {
            if rest <= length {
                let part = rest / length
                return zip(coordinates[step], coordinates[step + 1]).map { $0 + ($1 - $0) * part }
            }
            rest -= length
        }
        return try #require(coordinates.last)
    }
}

@Suite("Trajectories on the wire")
struct TrackerTrajectoryTests {
    @Test func `every member that clients rely on is there, with its type`() throws {
        let properties = try ScriptClient(tram().json).properties
        for name in [
            "train_id", "type", "tenant", "line", "time_intervals", "bounds", "delay", "state",
            "timestamp", "event_timestamp", "time_since_update", "has_journey", "has_realtime",
            "has_realtime_journey", "operator_provides_realtime_journey", "route_identifier",
            "gen_level", "gen_range", "graph",
        ] {
            #expect(properties.keys.contains(name), "\(name)")
        }
        #expect(properties["train_id"] as? String == "takt_7")
        #expect(properties["type"] as? String == "tram")
        #expect(properties["bounds"] as? [Double] == [1000, 2000, 1100, 2300])
        #expect(properties["delay"] as? Int == 61_000)
        #expect(properties["time_since_update"] as? Int == 1000)
        #expect(properties["gen_level"] as? Int == 10)
        let line = try #require(properties["line"] as? [String: Any])
        #expect(line["id"] as? Int == 4)
        #expect(line["name"] as? String == "4 \"Ring\"\n")
        #expect(line["color"] as? String == "#d8232a")
        #expect(line["tags"] as? [String] == [])
    }

    @Test func `what is unknown is null, not missing`() throws {
        let bare = TrackerTrajectory(
            trainID: "a", mode: .bus, tenant: "t", corners: [MercatorPoint(x: 1, y: 2)],
            intervals: [.init(time: 1, fraction: 0, direction: nil)], timestamp: 1)
        let client = try ScriptClient(bare.json)
        for name in ["line", "delay", "state", "event_timestamp", "route_identifier", "gen_level"] {
            #expect(client.properties[name] is NSNull, "\(name)")
        }
        #expect(client.coordinates == [[1, 2], [1, 2]])
    }

    @Test(arguments: [0, 10_000, 15_000, 20_000, 35_000, 50_000, 65_000, 80_000, 99_000])
    func `a client's own interpolation puts the vehicle where we say it is`(time: Int64) throws {
        let there = try ScriptClient(tram().json).place(at: Double(time))
        let here = tram().place(at: time)
        #expect(abs(there[0] - here.x) < 0.02)
        #expect(abs(there[1] - here.y) < 0.02)
    }

    @Test func `waiting means equal shares over time`() {
        #expect(tram().place(at: 20_000) == MercatorPoint(x: 1100, y: 2000))
        #expect(tram().place(at: 49_000) == MercatorPoint(x: 1100, y: 2000))
        #expect(tram().place(at: 65_000) == MercatorPoint(x: 1100, y: 2150))
        #expect(tram().direction(at: 5000) == 0)
        #expect(tram().direction(at: 90_000) == nil)
    }

    @Test func `what is written is read again`() throws {
        let message = TrackerEnvelope.json(source: "trajectory", timestamp: 1, content: tram().json)
        let messages = try #require(TrackerEnvelope.messages(in: message))
        guard case .trajectory(var read) = try #require(messages.first).content else {
            Issue.record("no trajectory")
            return
        }
        // Headings are written to four decimals.
        #expect(abs((read.intervals[1].direction ?? 0) - .pi / 2) < 0.0001)
        read.intervals = tram().intervals
        #expect(read == tram())
    }

    @Test(arguments: [
        #"{}"#, #"{"properties":{}}"#, #"[]"#, #"7"#,
        #"{"geometry":{"type":"LineString","coordinates":[]},"properties":{"train_id":"a","time_intervals":[[1,0]]}}"#,
        #"{"geometry":{"type":"LineString","coordinates":[[1]]},"properties":{"train_id":"a","time_intervals":[[1,0]]}}"#,
        #"{"geometry":{"type":"Point","coordinates":["x",2]},"properties":{"train_id":"a","time_intervals":[[1,0]]}}"#,
        #"{"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"train_id":"a","time_intervals":[]}}"#,
        #"{"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"train_id":"","time_intervals":[[1,0]]}}"#,
        #"{"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"train_id":"a","time_intervals":[[1]]}}"#,
    ])
    func `trajectories without a vehicle, a place or a time are none`(content: String) throws {
        let frame = #"{"source":"trajectory","timestamp":1,"content":\#(content)}"#
        let message = try #require(TrackerEnvelope.messages(in: Array(frame.utf8))?.first)
        guard case .unknown = message.content else {
            Issue.record("\(content) was taken for a trajectory")
            return
        }
    }

    @Test
    func `instants that run backwards are left out, shares are kept rising and within the line`()
        throws
    {
        let frame = """
            {"source":"trajectory","content":{"geometry":{"type":"LineString","coordinates":[[0,0],[9,0]]},\
            "properties":{"train_id":5,"time_intervals":[[1000.4,-1],[900,0.5],[2000,0.4,null],[3000,0.2],\
            [4000,"0.8"],[5000,7],[null,1]]}}}
            """
        let message = try #require(TrackerEnvelope.messages(in: Array(frame.utf8))?.first)
        guard case .trajectory(let read) = message.content else {
            Issue.record("no trajectory")
            return
        }
        #expect(read.trainID == "5")
        #expect(read.intervals.map(\.time) == [1000, 2000, 3000, 4000, 5000])
        #expect(read.intervals.map(\.fraction) == [0, 0.4, 0.4, 0.8, 1])
    }
}
