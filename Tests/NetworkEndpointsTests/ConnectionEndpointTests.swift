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
import Transit
import TransitModel
import TransitTesting

import WebServer
@testable import APISchema
@testable import HTTPServing
@testable import WireAPI

@Suite struct ConnectionEndpointTests {
    private let router: Router<TaktRequestContext>
    private static let path = APIPaths.connections

    init() throws {
        let towns = TextFeed.towns("blue-1: B 8:13  D 8:30\nblue-2: B 8:44  D 9:00")
        let timetable = try towns.compiled()
        let day = try #require(ServiceDay("20260504"))
        let now = timetable.timeZone.time(ServiceTime(hours: 7, minutes: 50), on: day)
        let trip = try #require(timetable.trips.find(id: "blue-2"))
        let run = try #require(timetable.trips.runs(of: trip).first)
        let snapshot = NetworkSnapshot(
            timetable: timetable, sequence: 1, asOf: now, vehicles: [],
            source: LiveSourceState(kind: "simulated", updatedAt: now),
            overlay: RealtimeOverlay(
                version: 1, changes: [DatedRun(run: run, day: day): .cancelled],
                alerts: [
                    ServiceAlert(id: "works", header: ["en": "Works at Brugg"], subjects: [])
                ]))
        router = WebServer.router([
            try NetworkEndpoints(snapshot, clock: ManualWallClock(now))
        ])
    }

    private func get(_ uri: String) async throws -> (status: Int, body: [String: Any]) {
        let response = try await Application(router: router).test(.router) { client in
            try await client.execute(uri: uri, method: .get)
        }
        let object = try JSONSerialization.jsonObject(with: Data(buffer: response.body))
        return (response.status.code, try #require(object as? [String: Any]))
    }

    private func connections(_ uri: String) async throws -> [[String: Any]] {
        let (status, body) = try await get(uri)
        #expect(status == 200, "\(uri)")
        return try #require(body["connections"] as? [[String: Any]])
    }

    @Test func `connections between places by name, with all that a screen shows`() async throws {
        let (status, body) = try await get(Self.path + "?from=Aarau&to=bad%20zurzach&results=2")
        #expect(status == 200)
        #expect((body["destination"] as? [String: Any])?["id"] as? String == "D")
        let all = try #require(body["connections"] as? [[String: Any]])
        let first = try #require(all.first)
        #expect(first["status"] as? String == "works")
        let departure = try #require(first["departure"] as? [String: Any])
        #expect(departure["scheduled"] as? String == "2026-05-04T08:00:00+02:00")
        #expect(departure["expected"] == nil)
        let legs = try #require(first["legs"] as? [[String: Any]])
        #expect(legs.map { $0["kind"] as? String } == ["ride", "ride"])
        #expect((legs[0]["line"] as? [String: Any])?["name"] as? String == "red")
        let transfer = try #require((first["transfers"] as? [[String: Any]])?.first)
        #expect(transfer["availableSeconds"] as? Int == 180)
        #expect(transfer["state"] as? String == "easy")
        #expect(first["alerts"] as? [String] == ["works"])
        #expect((body["alertTexts"] as? [[String: Any]])?.count == 1)
    }

    @Test func `a cancelled vehicle is reported with its sentence`() async throws {
        let all = try await connections(Self.path + "?from=A&to=D&at=2026-05-04T08:20&results=1")
        let cancelled = try #require(all.first { $0["status"] as? String == "cancelled" })
        let troubles = try #require(cancelled["troubles"] as? [[String: Any]])
        #expect(troubles.map { $0["detail"] as? String } == ["blue is cancelled."])
    }

    @Test func `pages follow one another`() async throws {
        let first = try await get(Self.path + "?from=A&to=C&at=2026-05-04T07:00&results=1")
        let later = try #require(first.body["later"] as? String)
        let second = try await connections(Self.path + "?from=A&to=C&results=1&cursor=\(later)")
        let departure = try #require(second.first?["departure"] as? [String: Any])
        #expect(departure["scheduled"] as? String == "2026-05-04T08:30:00+02:00")
        let bad = try await get(Self.path + "?from=A&to=C&cursor=nonsense")
        #expect(bad.status == 400)
    }

    @Test func `a saved connection is found on another day`() async throws {
        let first = try #require(try await connections(Self.path + "?from=A&to=D&results=1").first)
        let id = try #require(first["id"] as? String)
        let (status, body) = try await get(Self.path + "/\(id)?date=2026-05-05&passed=true")
        #expect(status == 200)
        #expect(body["date"] as? String == "2026-05-05")
        let found = try #require(body["connection"] as? [String: Any])
        #expect(
            (found["departure"] as? [String: Any])?["scheduled"] as? String
                == "2026-05-05T08:00:00+02:00")
        #expect(
            (body["rides"] as? [[String: Any]])?.map { $0["match"] as? String }
                == ["sameTrip", "sameTrip"])
        #expect(try await get(Self.path + "/nonsense").status == 404)
        #expect(try await get(Self.path + "/\(id)?date=2030-01-01").status == 422)
    }

    @Test func `a ride's way goes from where it is boarded to where it is left`() async throws {
        let first = try #require(try await connections(Self.path + "?from=A&to=D&results=1").first)
        let id = try #require(first["id"] as? String)
        func rides(_ options: String) async throws -> [[String: Any]] {
            let body = try await get(Self.path + "/\(id)?\(options)").body
            let found = try #require(body["connection"] as? [String: Any])
            return try #require(found["legs"] as? [[String: Any]]).filter {
                $0["kind"] as? String == "ride"
            }
        }
        let plain = try await rides("")
        #expect(plain.count == 2)
        for ride in plain { #expect(ride["path"] == nil) }
        let shown = try await rides("path=true")
        #expect(shown.count == 2)
        for ride in shown {
            let path = try #require(ride["path"] as? [[Double]])
            for (end, place) in [("from", path.first), ("to", path.last)] {
                let call = try #require(ride[end] as? [String: Any])
                let stop = try #require(call["stop"] as? [String: Any])
                let there = ["longitude", "latitude"].compactMap { stop[$0] as? Double }
                #expect(place == there)
            }
        }
        #expect(try await get(Self.path + "/\(id)?path=perhaps").status == 400)
    }

    @Test(arguments: [
        ("from=A", 400, "bad-parameter", "to"),
        ("from=A&to=D&at=yesterday", 400, "bad-parameter", "at"),
        ("from=A&to=D&results=0", 400, "bad-parameter", "results"),
        ("from=A&to=D&wheelchair=perhaps", 400, "bad-parameter", "wheelchair"),
        ("from=A&to=D&modes=tram,broom", 400, "bad-parameter", "modes"),
        ("from=A&to=D&exclude=nothing", 400, "bad-parameter", "exclude"),
        ("from=A&to=D&via=B&stay=9999", 400, "bad-parameter", "stay"),
        ("from=A&to=D&stay=5", 400, "bad-parameter", "stay"),
        ("from=A&to=D&via=B&stay=5&stay=5", 400, "bad-parameter", "stay"),
        ("from=A&to=D&via=B&via=B&via=B&via=B&via=B&via=B", 400, "bad-parameter", "via"),
        ("from=A&to=D&walkingSpeed=nan", 400, "bad-parameter", "walkingSpeed"),
        ("from=A&to=Atlantis", 404, "unknown-place", "to"),
        ("from=A&to=91,8", 422, "no-such-coordinate", "to"),
        ("from=A&to=A", 422, "same-place", "to"),
        ("from=A&to=10.0,-30.0", 422, "nothing-nearby", "to"),
        ("from=A&to=D&at=2040-01-01T08:00", 422, "outside-timetable", "at"),
        ("from=D&to=A", 422, "no-connection", nil),
    ])
    func `problems name what is to be corrected`(
        _ query: String, _ status: Int, _ kind: String, _ parameter: String?
    ) async throws {
        let answer = try await get(Self.path + "?" + query)
        #expect(answer.status == status)
        #expect(answer.body["type"] as? String == "/problems/\(kind)")
        #expect((answer.body["detail"] as? String)?.hasSuffix(".") == true)
        #expect(answer.body["parameter"] as? String == parameter)
    }

    @Test func `outside the timetable the days that would do are reported`() async throws {
        let answer = try await get(Self.path + "?from=A&to=D&at=2040-01-01T08:00")
        #expect(answer.body["firstDay"] as? String == "2026-01-01")
        #expect(answer.body["lastDay"] as? String == "2026-12-31")
    }

    @Test func `of several places that fit, one is to be chosen`() async throws {
        let answer = try await get(Self.path + "?from=A&to=bad")
        #expect(answer.status == 422)
        #expect(answer.body["type"] as? String == "/problems/ambiguous-place")
        let candidates = try #require(answer.body["candidates"] as? [[String: Any]])
        #expect(Set(candidates.compactMap { $0["id"] as? String }) == ["C", "D"])
    }
}
