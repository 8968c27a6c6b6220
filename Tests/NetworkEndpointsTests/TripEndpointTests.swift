import ClockTesting
import EndpointTesting
import Foundation
import Hummingbird
import HummingbirdTesting
import LiveMap
import NetworkEndpoints
import Realtime
import Testing
import Timetables
import TransitModel
import TransitTesting

import WebServer
@testable import HTTPServing

/// One run of a trip over HTTP.
@Suite struct TripEndpointTests {
    private static let drawing = """
        red-1: A 8:00 B 8:10 C 8:20
        red-2: A 9:00 B 9:10 C 9:20
        red-night: A 23:50 B 24:10 C 24:20
        """
    private let timetable: Timetable
    private let router: Router<TaktRequestContext>

    init() throws {
        let timetable = try TextFeed(Self.drawing).compiled()
        self.timetable = timetable
        let day = try #require(ServiceDay("20260504"))
        let now = timetable.timeZone.time(ServiceTime(hours: 7, minutes: 0), on: day)
        let late = try Self.run("red-1", timetable)
        let pattern = timetable.patterns.pattern(of: late)
        let calls = timetable.patterns.stops(of: pattern).indices.map { position in
            let times = timetable.patterns.times(of: late, in: pattern, at: position)
            return ExpectedCall(
                arrival: ServiceTime(seconds: times.arrival.seconds + 120),
                departure: ServiceTime(seconds: times.departure.seconds + 120),
                isSkipped: position == 1)
        }
        let overlay = RealtimeOverlay(
            version: 1,
            changes: [
                DatedRun(run: late, day: day): RunChange(calls: calls),
                DatedRun(run: try Self.run("red-2", timetable), day: day): .cancelled,
            ])
        let snapshot = NetworkSnapshot(
            timetable: timetable, sequence: 1, asOf: now, vehicles: [],
            source: LiveSourceState(kind: "none", updatedAt: nil), overlay: overlay)
        router = WebServer.router([
            try NetworkEndpoints(snapshot, clock: ManualWallClock(now))
        ])
    }

    private static func run(_ trip: String, _ timetable: Timetable) throws -> RunIndex {
        let index = try #require(timetable.trips.find(id: trip))
        return try #require(timetable.trips.runs(of: index).first)
    }

    private func json(_ path: String, _ status: HTTPResponse.Status = .ok) async throws
        -> [String: Any]
    {
        let response = try await Application(router: router).test(.router) { client in
            try await client.execute(uri: "/api/v1/trips/" + path, method: .get)
        }
        #expect(response.status == status)
        let object = try JSONSerialization.jsonObject(with: Data(buffer: response.body))
        return try #require(object as? [String: Any])
    }

    @Test func `a run has its calls with what is expected of them`() async throws {
        let run = try await json("red-1?date=2026-05-04")
        #expect(run["line"] as? String == "red")
        #expect(run["serviceDay"] as? String == "2026-05-04")
        #expect(run["cancelled"] as? Bool == false)
        let calls = try #require(run["calls"] as? [[String: Any]])
        #expect(calls.map { ($0["stop"] as? [String: Any])?["id"] as? String } == ["A", "B", "C"])
        #expect(calls.map { $0["departure"] as? String } == ["08:00:00", "08:10:00", "08:20:00"])
        #expect(calls[2]["expectedArrival"] as? String == "08:22:00")
        #expect(calls.map { $0["skipped"] as? Bool } == [nil, true, nil])
    }

    @Test func `a cancelled run keeps its timetable's times, past midnight beyond 24 hours`()
        async throws
    {
        let cancelled = try await json("red-2")
        #expect(cancelled["cancelled"] as? Bool == true)
        let calls = try #require(cancelled["calls"] as? [[String: Any]])
        #expect(calls.map { $0["expectedArrival"] as? String } == [nil, nil, nil])
        let night = try #require(try await json("red-night")["calls"] as? [[String: Any]])
        #expect(night.last?["arrival"] as? String == "24:20:00")
    }

    @Test func `what is no run is refused in a sentence`() async throws {
        let unknown = try await json("green-1", .notFound)
        #expect(unknown["detail"] as? String == "There is no trip 'green-1'.")
        let outside = try await json("red-1?date=2031-05-04", .notFound)
        #expect(
            outside["detail"] as? String
                == "The timetable covers 2026-01-01 to 2026-12-31, not 2031-05-04.")
        let start = try await json("red-1?start=08:30:00", .notFound)
        #expect(
            start["detail"] as? String
                == "No run of the trip begins then; the first begin at 08:00:00.")
        #expect(try await json("red-1?start=soon", .badRequest)["parameter"] as? String == "start")
    }

    @Test func `who has it already is not sent it again`() async throws {
        try await Application(router: router).test(.router) { client in
            let first = try await client.execute(uri: "/api/v1/trips/red-1", method: .get)
            let tag = try #require(first.headers[.eTag])
            let second = try await client.execute(
                uri: "/api/v1/trips/red-1", method: .get, headers: [.ifNoneMatch: tag])
            #expect(second.status == .notModified)
        }
    }
}
