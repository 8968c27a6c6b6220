import ClockTesting
import EndpointTesting
import Foundation
import Hummingbird
import HummingbirdTesting
import LiveMap
import NetworkAPI
import NetworkEndpoints
import Realtime
import Testing
import Timetables
import Transit
import TransitModel
import TransitTesting

import WebServer
@testable import HTTPServing

/// Boards and line timetables over HTTP.
@Suite struct BoardEndpointTests {
    private let timetable: Timetable
    private let router: Router<TaktRequestContext>

    init() throws {
        let timetable = try TextFeed("red-1: A 8:00 B 8:10 C 8:20\nred-2: A 9:00 B 9:10 C 9:20")
            .compiled()
        self.timetable = timetable
        let day = try #require(ServiceDay("20260504"))
        let now = timetable.timeZone.time(ServiceTime(hours: 7, minutes: 0), on: day)
        let run = DatedRun(run: RunIndex(0), day: day)
        let calls = timetable.patterns.stops(of: PatternIndex(0)).indices.map { position in
            let times = timetable.patterns.times(
                of: RunIndex(0), in: PatternIndex(0), at: position)
            return ExpectedCall(
                arrival: ServiceTime(seconds: times.arrival.seconds + 120),
                departure: ServiceTime(seconds: times.departure.seconds + 120),
                spread: position == 0
                    ? nil
                    : CallSpread(arrival: (20, 70), departure: (30, 90), margin: 60))
        }
        let snapshot = NetworkSnapshot(
            timetable: timetable, sequence: 1, asOf: now, vehicles: [],
            source: LiveSourceState(kind: "none", updatedAt: nil),
            overlay: RealtimeOverlay(version: 1, changes: [run: RunChange(calls: calls)]))
        router = WebServer.router([
            try NetworkEndpoints(snapshot, clock: ManualWallClock(now))
        ])
    }

    private func json(
        _ uri: String, _ status: HTTPResponse.Status = .ok,
        from other: Router<TaktRequestContext>? = nil
    ) async throws -> [String: Any] {
        let response = try await Application(router: other ?? router).test(.router) { client in
            try await client.execute(uri: uri, method: .get)
        }
        #expect(response.status == status)
        let object = try JSONSerialization.jsonObject(with: Data(buffer: response.body))
        return try #require(object as? [String: Any])
    }

    private func calls(_ board: [String: Any]) throws -> [[String: Any]] {
        try #require(board["calls"] as? [[String: Any]])
    }

    @Test func `departures with delay, from now on`() async throws {
        let calls = try calls(try await json("/api/v1/stops/B/departures?further=5"))
        #expect(calls.map { $0["trip"] as? String } == ["red-1", "red-2"])
        #expect(calls[0]["scheduled"] as? String == "2026-05-04T08:10:00+02:00")
        #expect(calls[0]["expected"] as? String == "2026-05-04T08:12:00+02:00")
        #expect(calls[0]["delaySeconds"] as? Int == 120)
        #expect(calls[0]["live"] as? Bool == true)
        #expect(calls[1]["expected"] == nil)
        #expect(calls[1]["last"] as? Bool == true)
        #expect((calls[0]["further"] as? [Any])?.count == 1)
    }

    @Test func `beside an expected time stands how sure it is`() async throws {
        let departures = try calls(try await json("/api/v1/stops/B/departures"))
        #expect(departures[0]["expectedEarliest"] as? String == "2026-05-04T08:11:30+02:00")
        #expect(departures[0]["expectedLatest"] as? String == "2026-05-04T08:13:30+02:00")
        #expect(departures[0]["leaveBy"] as? String == "2026-05-04T08:11:00+02:00")
        #expect(departures[1]["expectedEarliest"] == nil && departures[1]["leaveBy"] == nil)
        let arrivals = try calls(try await json("/api/v1/stops/B/arrivals"))
        #expect(arrivals[0]["expectedEarliest"] as? String == "2026-05-04T08:11:40+02:00")
        #expect(arrivals[0]["expectedLatest"] as? String == "2026-05-04T08:13:10+02:00")
        #expect(arrivals[0]["leaveBy"] == nil)
        // The uncertainty of the first one is unknown.
        let start = try calls(try await json("/api/v1/stops/A/departures"))
        #expect(start[0]["expected"] != nil && start[0]["expectedLatest"] == nil)
    }

    @Test func `pages follow one another`() async throws {
        let first = try await json("/api/v1/stops/A/departures?limit=1&at=2026-05-04T06:00")
        #expect(try calls(first).map { $0["trip"] as? String } == ["red-1"])
        let later = try #require(first["later"] as? String)
        let second = try await json("/api/v1/stops/A/departures?limit=1&after=\(later)")
        #expect(try calls(second).map { $0["trip"] as? String } == ["red-2"])
        let earlier = try #require(second["earlier"] as? String)
        let back = try await json("/api/v1/stops/A/departures?limit=1&before=\(earlier)")
        #expect(try calls(back).map { $0["trip"] as? String } == ["red-1"])
    }

    @Test func `an empty board says why`() async throws {
        let board = try await json("/api/v1/stops/C/departures")
        let empty = try #require(board["empty"] as? [String: Any])
        #expect(empty["reason"] as? String == "never-served")
        let arrivals = try calls(try await json("/api/v1/stops/C/arrivals?with=B"))
        #expect(arrivals.count == 4)
    }

    @Test func `a stop lists its lines with their next calls`() async throws {
        let answer = try await json("/api/v1/stops/A/lines?each=1")
        let lines = try #require(answer["lines"] as? [[String: Any]])
        #expect(lines.map { $0["line"] as? String } == ["red"])
        #expect((lines[0]["calls"] as? [Any])?.count == 1)
    }

    @Test func `the timetable of a line`() async throws {
        let line = try await json("/api/v1/routes/red/timetable?date=2026-05-04")
        #expect((line["stops"] as? [Any])?.count == 3)
        let trips = try #require(line["trips"] as? [[String: Any]])
        let cells = try #require(trips[0]["cells"] as? [[String: Any]])
        #expect(cells[1]["departure"] as? String == "08:10:00")
        #expect(cells[1]["expectedDeparture"] as? String == "08:12:00")
        let outside = try await json("/api/v1/routes/red/timetable?date=2031-05-04", .notFound)
        #expect(
            outside["detail"] as? String
                == "The timetable covers 2026-01-01 to 2026-12-31, not 2031-05-04.")
    }

    @Test func `the id that stands for stops of one name shows all of them`() async throws {
        var text = TextFeed("red-1: A 8:00 B 8:10\nred-2: A 9:00 B 9:10\nblue-1: C 8:05 B 8:20")
        text.files["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon
            A,Markt,47.3,8.0
            B,Post,47.4,8.2
            C,Markt,47.3001,8.0

            """
        let timetable = try text.compiled()
        let day = try #require(ServiceDay("20260504"))
        let now = timetable.timeZone.time(ServiceTime(hours: 7, minutes: 0), on: day)
        let snapshot = NetworkSnapshot(
            timetable: timetable, sequence: 1, asOf: now, vehicles: [],
            source: LiveSourceState(kind: "none", updatedAt: nil))
        let markets = WebServer.router([
            try NetworkEndpoints(snapshot, clock: ManualWallClock(now))
        ])
        let both = try await json("/api/v1/stops/A/departures", from: markets)
        #expect(try calls(both).map { $0["trip"] as? String } == ["red-1", "blue-1", "red-2"])
        #expect(both["station"] == nil)
        let one = try await json("/api/v1/stops/C/departures", from: markets)
        #expect((one["station"] as? [String: Any])?["id"] as? String == "A")
        #expect(try calls(one).map { $0["trip"] as? String } == ["blue-1"])
    }

    @Test(arguments: [
        "stops/X/departures", "routes/X/timetable", "routes/red/timetable?direction=1",
    ])
    func `what is not there`(path: String) async throws {
        _ = try await json("/api/v1/\(path)", .notFound)
    }

    @Test(arguments: [
        "stops/A/departures?at=soon", "stops/A/departures?limit=0",
        "stops/A/departures?after=x", "stops/A/arrivals?minutes=-1",
        "stops/A/departures?with=X", "stops/A/lines?each=21", "stops/A/lines?kind=all",
        "routes/red/timetable?date=today", "stops/A/departures?at=2026-05-04T24:00",
    ])
    func `what cannot be understood`(path: String) async throws {
        _ = try await json("/api/v1/\(path)", .badRequest)
    }

    @Test(arguments: [
        ("2026-05-04T08:00", "2026-05-04T08:00:00+02:00"),
        ("2026-05-04T08:00:30Z", "2026-05-04T10:00:30+02:00"),
        ("2026-05-04T08:00-05:00", "2026-05-04T15:00:00+02:00"),
        // Skipped when daylight saving begins; repeated when it ends.
        ("2026-03-29T02:30", "2026-03-29T03:30:00+02:00"),
        ("2026-10-25T02:30", "2026-10-25T02:30:00+02:00"),
    ])
    func `instants are read by the clocks of a zone`(text: String, answer: String) throws {
        let zone = try #require(TransitTimeZone(identifier: "Europe/Zurich"))
        #expect(TimestampText.instant(text, in: zone).map(zone.iso8601) == answer)
    }

    @Test(arguments: ["", "08:00", "2026-02-30T08:00", "2026-05-04T8:00", "2026-05-04T08:00+2"])
    func `what is no instant`(text: String) {
        #expect(TimestampText.instant(text, in: .utc) == nil)
    }
}
