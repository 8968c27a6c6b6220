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
@testable import APISchema
@testable import HTTPServing

@Suite struct `alert endpoint` {
    private let router: Router<TaktRequestContext>

    init() throws {
        let timetable = try TextFeed("red-1: A 8:00 B 8:10").compiled()
        let day = try #require(ServiceDay("20260504"))
        let now = timetable.timeZone.time(ServiceTime(hours: 7, minutes: 0), on: day)
        func alert(_ id: String, periods: [ServiceAlert.Period] = []) -> ServiceAlert {
            ServiceAlert(id: id, header: ["en": "About \(id)"], periods: periods, subjects: [])
        }
        let later = ServiceAlert.Period(start: now.advanced(bySeconds: 3600), end: nil)
        let snapshot = NetworkSnapshot(
            timetable: timetable, sequence: 1, asOf: now, vehicles: [],
            source: LiveSourceState(kind: "simulated", updatedAt: now),
            overlay: RealtimeOverlay(
                version: 1, changes: [:],
                alerts: [
                    alert("c"), alert("tomorrow", periods: [later]), alert("a & b"), alert("b"),
                ]))
        router = WebServer.router([try NetworkEndpoints(snapshot, clock: ManualWallClock(now))])
    }

    private func get(_ query: String) async throws -> (status: Int, body: [String: Any]) {
        let response = try await Application(router: router).test(.router) { client in
            try await client.execute(uri: APIPaths.alerts + query, method: .get)
        }
        let object = try JSONSerialization.jsonObject(with: Data(buffer: response.body))
        return (response.status.code, try #require(object as? [String: Any]))
    }

    private func ids(_ body: [String: Any]) -> [String]? {
        (body["alerts"] as? [[String: Any]])?.compactMap { $0["id"] as? String }
    }

    @Test func `all that hold now, in the order of their source`() async throws {
        let (status, body) = try await get("")
        #expect(status == 200)
        #expect(ids(body) == ["c", "a & b", "b"])
        #expect(body["more"] as? Bool == false && body["next"] == nil)
    }

    @Test func `page by page the same`() async throws {
        let first = try await get("?limit=2").body
        #expect(ids(first) == ["c", "a & b"])
        #expect(first["more"] as? Bool == true && first["next"] as? String == "a & b")
        let second = try await get("?limit=2&after=a%20%26%20b").body
        #expect(ids(second) == ["b"])
        #expect(second["more"] as? Bool == false && second["next"] == nil)
        #expect(ids(try await get("?after=c").body) == ["a & b", "b"])
    }

    @Test(arguments: ["limit=0", "limit=1001", "limit=x", "after=nowhere", "after=tomorrow"])
    func `a page that cannot be is refused`(query: String) async throws {
        let (status, body) = try await get("?" + query)
        #expect(status == 400)
        #expect(body["parameter"] as? String == String(query.prefix { $0 != "=" }))
    }
}
