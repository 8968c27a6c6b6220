import ClockTesting
import FolderTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LiveMap
import NIOCore
import Persistence
import Realtime
import ShuttleTracker
import Synchronization
import Testing
import TransitModel
import TransitTesting

@testable import FeedEndpoints
@testable import HTTPServing
@testable import WebServer

@Suite struct ShuttleEndpointTests {
    let now = UnixTime(seconds: 1_777_881_600)
    let folder = TemporaryFolder()
    let token: HTTPFields = [.authorization: "Bearer operators-test-token"]

    final class Fixes: Sendable {
        let all = Mutex<[VehicleFix]>([])
    }

    func router(
        isCampus: Bool, fixes: Fixes = Fixes()
    ) throws -> Router<TaktRequestContext> {
        let timetable = try TextFeed("red-1: A 8:00  B 8:05  C 8:10").compiled()
        let clock = ManualWallClock(now)
        let store = try CampusStore(
            try RecordStore(path: folder.path("campus.sqlite"), schema: .campus), clock: clock)
        let snapshot = NetworkSnapshot(
            timetable: timetable, sequence: 1, asOf: now, vehicles: [],
            source: LiveSourceState(kind: "none", updatedAt: nil))
        let frames = MapFeed(snapshot).frames
        let listings = try #require(
            ShuttleListings(
                timetable, since: now, campus: isCampus ? store.content.campus : nil))
        return WebServer.router([
            ShuttleEndpoints(
                frames: frames, listings: listings, store: store, isCampus: isCampus),
            ShuttleEditing(
                store, gate: OperatorGate(OperatorToken("operators-test-token")),
                isCampus: isCampus, clock: clock
            ) { fix in fixes.all.withLock { $0.append(fix) } },
        ])
    }

    func json(_ response: TestResponse) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(buffer: response.body))
    }

    @Test func `lists carry the SHA-1 of their bytes without quotes, and are not sent twice`()
        async throws
    {
        let router = try router(isCampus: false)
        try await Application(router: router).test(.router) { client in
            for path in ["/routes", "/stops", "/vehicles", "/updates", "/eta", "/adminMessage/"] {
                let answer = try await client.execute(uri: path, method: .get)
                #expect(answer.status == .ok, "\(path)")
                let tag = try #require(answer.headers[.eTag])
                #expect(tag == CachedBody.shuttleTag(Data(buffer: answer.body)))
                #expect(tag.count == 40)
                for known in [tag, "\"\(tag)\""] {
                    let again = try await client.execute(
                        uri: path, method: .get, headers: [.ifNoneMatch: known])
                    #expect(again.status == .notModified)
                }
            }
        }
    }

    @Test func `an operator enters a campus, and everybody reads it at once`() async throws {
        let fixes = Fixes()
        let router = try router(isCampus: true, fixes: fixes)
        try await Application(router: router).test(.router) { client in
            func post(_ path: String, _ body: String) async throws -> TestResponse {
                try await client.execute(
                    uri: path, method: .post, headers: token, body: ByteBuffer(string: body))
            }
            #expect(
                try await post(
                    "/stops/create", #"{"name": "Union", "latitude": 42.73, "longitude": -73.67}"#
                ).status == .ok)
            _ = try await post(
                "/stops/create", #"{"name": "Colonie", "latitude": 42.74, "longitude": -73.66}"#)
            let made = try await post("/routes/create", #"{"name": "East", "stop_ids": [1, 2]}"#)
            let route = try #require(try json(made) as? [String: Any])
            #expect(route["id"] as? Int == 1)
            #expect((route["schedule"] as? [Any])?.isEmpty == true)
            _ = try await post("/vehicles/create", #"{"name": "Bus 1", "tracker_id": "95"}"#)
            let listed = try await client.execute(uri: "/routes", method: .get)
            #expect((try json(listed) as? [[String: Any]])?.count == 1)

            let edited = try await post("/routes/edit", #"{"id": 1, "enabled": false}"#)
            #expect((try json(edited) as? [String: Any])?["enabled"] as? Bool == false)
            let put = try await post(
                "/updates",
                #"{"tracker_id": "95", "latitude": 42.73, "longitude": -73.67, "speed": 12, "route_id": 1}"#
            )
            #expect(put.status == .noContent)
            let fix = try #require(fixes.all.withLock { $0.first })
            #expect(fix.vehicleID == "1")
            #expect(fix.trip?.routeID == "1")
            #expect(abs((fix.speedMetresPerSecond ?? 0) - 5.36) < 0.01)

            let deleted = try await client.execute(
                uri: "/vehicles?id=1", method: .delete, headers: token)
            #expect(deleted.status == .noContent)
            let held = try await client.execute(
                uri: "/stops/1", method: .delete, headers: token)
            #expect(held.status == .conflict)
        }
    }

    @Test func `nobody else enters anything`() async throws {
        let router = try router(isCampus: true)
        try await Application(router: router).test(.router) { client in
            for path in ["/stops/create", "/routes/edit", "/updates", "/adminMessage"] {
                let answer = try await client.execute(
                    uri: path, method: .post, body: ByteBuffer(string: "{}"))
                #expect(answer.status == .unauthorized, "\(path)")
            }
            let answer = try await client.execute(uri: "/stops/1", method: .delete)
            #expect(answer.status == .unauthorized)
        }
    }

    @Test func `a network of feeds takes a message and nothing else`() async throws {
        let router = try router(isCampus: false)
        try await Application(router: router).test(.router) { client in
            let refused = try await client.execute(
                uri: "/stops/create", method: .post, headers: token,
                body: ByteBuffer(string: #"{"latitude": 1, "longitude": 1}"#))
            #expect(refused.status == .conflict)
            let said = try await client.execute(
                uri: "/adminMessage", method: .post, headers: token,
                body: ByteBuffer(string: #"{"message": "Snow", "link": "https://t.example"}"#))
            #expect(said.status == .ok)
            let read = try await client.execute(uri: "/adminMessage", method: .get)
            let message = try #require(try json(read) as? [String: Any])
            #expect(message["message"] as? String == "Snow")
            #expect(message["enabled"] as? Bool == true)
        }
    }

    @Test(arguments: [
        ("/stops/create", "[]"), ("/stops/create", "{"), ("/stops/create", #"{"latitude": "x"}"#),
        ("/routes/edit", "{}"), ("/vehicles/create", #"{"name": 5}"#),
        ("/updates", #"{"vehicle_id": 9, "latitude": 1, "longitude": 1}"#),
        ("/adminMessage", #"{"link": "javascript:alert(1)"}"#),
    ])
    func `what makes no sense is refused with a sentence`(path: String, body: String)
        async throws
    {
        let router = try router(isCampus: true)
        try await Application(router: router).test(.router) { client in
            let answer = try await client.execute(
                uri: path, method: .post, headers: token, body: ByteBuffer(string: body))
            #expect(answer.status == .badRequest)
            #expect(answer.headers[.contentType] == "application/problem+json")
        }
    }
}
