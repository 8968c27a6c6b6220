import ClockTesting
import EndpointTesting
import Foundation
import HTTPFetching
import Hummingbird
import HummingbirdTesting
import NetworkEndpoints
import Realtime
import Testing
import TransitModel
import TransitTesting
import TransportAPI

@testable import HTTPServing
@testable import TransportEndpoints
@testable import WebServer

/// Takt's own API without a network: answers of a Transport API server, here Takt's own.
@Suite struct RemoteEndpointTests {
    private static let feed = TextFeed(
        """
        red-1: A 8:00 B 8:10/8:12 C 8:20
        red-2: A 9:00 B 9:10/9:12 C 9:20
        red-3: A 10:00 B 10:10/10:12 C 10:20
        blue-1: C 8:25 D 8:40
        """)
    private let scene: OpendataScene
    private let remote: Router<TaktRequestContext>
    /// The remote client's clock, which advances with each request because of its rate limit.
    private static let morning = UnixTime(seconds: 1_777_870_800)
    private let clock = ManualWallClock(Self.morning)
    private let own: Router<TaktRequestContext>

    init() throws {
        let scene = try OpendataScene(Self.feed, late: 150)
        self.scene = scene
        remote = try Self.router(clock) { request in
            let path = request.url.dropFirst("http://remote.example".count)
            let answer = try await scene.answer(String(path))
            guard answer.status == .ok else {
                throw FetchError.status(Int(answer.status.code), retryAfter: nil)
            }
            return Array(buffer: answer.body)
        }
        let snapshot = NetworkSnapshot(
            timetable: scene.timetable, sequence: 1, asOf: scene.now, vehicles: [],
            source: LiveSourceState(kind: "none", updatedAt: nil))
        own = WebServer.router([
            try NetworkEndpoints(snapshot, clock: ManualWallClock(scene.now))
        ])
    }

    private static func router(
        _ clock: ManualWallClock = ManualWallClock(morning),
        limits: OpendataBudget.Limits = .init(), _ fetch: @escaping OpendataClient.Fetch
    ) throws -> Router<TaktRequestContext> {
        let zone = try #require(TransitTimeZone(identifier: "Europe/Zurich"))
        let client = OpendataClient(
            "http://remote.example/v1", zone: zone,
            budget: OpendataBudget(limits, path: nil, now: clock.now()), clock: clock,
            fetch: fetch)
        return WebServer.router([
            RemoteEndpoints(client, zone: zone, clock: clock, name: "Far"),
            RemoteOpendataEndpoints(client, zone: zone, clock: clock),
        ])
    }

    private func object(
        _ router: Router<TaktRequestContext>, _ uri: String, _ status: HTTPResponse.Status = .ok
    ) async throws -> [String: Any] {
        clock.set(clock.now().advanced(bySeconds: 1))
        let response = try await Application(router: router).test(.router) { client in
            try await client.execute(uri: uri, method: .get)
        }
        #expect(response.status == status, "\(uri): \(String(buffer: response.body).prefix(300))")
        let object = try JSONSerialization.jsonObject(with: Data(buffer: response.body))
        return try #require(object as? [String: Any])
    }

    /// Returns the paths of all keys; a list counts as its items.
    private func keys(_ value: Any, at path: String = "") -> Set<String> {
        switch value {
        case let object as [String: Any]:
            object.reduce(into: Set<String>()) { known, entry in
                known.insert("\(path)/\(entry.key)")
                known.formUnion(keys(entry.value, at: "\(path)/\(entry.key)"))
            }
        case let list as [Any]:
            list.reduce(into: Set<String>()) { $0.formUnion(keys($1, at: path)) }
        default: []
        }
    }

    @Test(arguments: [
        "/api/v1/connections?from=A&to=D&results=2&passed=true",
        "/api/v1/stops/A/departures?limit=2", "/api/v1/stops/C/arrivals?limit=2",
        "/api/v1/stops/search?q=stop+a", "/api/v1/stops/nearby?at=47.0,8.0",
    ])
    func `Answers have the shape of those of a network`(uri: String) async throws {
        let far = keys(try await object(remote, uri))
        let near = keys(try await object(own, uri))
        // Members that need live data are only in the remote answer.
        let live = far.subtracting(near).filter {
            !$0.hasSuffix("/expected") && !$0.hasSuffix("/delaySeconds")
                && !$0.hasSuffix("/distanceMetres")
        }
        #expect(live.isEmpty)
        let known: Set<String> = [
            "/connections/legs/passed", "/connections/legs/line/name", "/calls/line", "/stops/name",
        ]
        #expect(far.isSuperset(of: near.intersection(known)))
    }

    @Test func `A connection shows lines, changes and delays`() async throws {
        let answer = try await object(remote, "/api/v1/connections?from=A&to=D&results=1")
        let way = try #require((answer["connections"] as? [[String: Any]])?.first)
        #expect(way["vehicles"] as? Int == 2)
        #expect(way["status"] as? String == "works")
        let departure = try #require(way["departure"] as? [String: Any])
        #expect(departure["scheduled"] as? String == "2026-05-04T08:00:00+02:00")
        #expect(departure["delaySeconds"] as? Int == 150)
        let legs = try #require(way["legs"] as? [[String: Any]])
        #expect((legs.first?["line"] as? [String: Any])?["name"] as? String == "red")
        let transfer = try #require((way["transfers"] as? [[String: Any]])?.first)
        #expect(transfer["availableSeconds"] as? Int == 150)
        #expect(transfer["state"] as? String == "easy")
    }

    @Test func `Pages of connections lead on and back`() async throws {
        let first = try await object(
            remote, "/api/v1/connections?from=A&to=C&results=1&at=2026-05-04T08:30")
        func departures(_ cursor: String) async throws -> [String] {
            let key = try #require(first[cursor] as? String)
            let page = try await object(
                remote, "/api/v1/connections?from=A&to=C&results=1&cursor=\(key)")
            let ways = try #require(page["connections"] as? [[String: Any]])
            return ways.compactMap {
                ($0["departure"] as? [String: Any])?["scheduled"] as? String
            }
        }
        #expect(try await departures("later") == ["2026-05-04T10:00:00+02:00"])
        #expect(try await departures("earlier") == ["2026-05-04T08:00:00+02:00"])
    }

    @Test func `The network says that there is none`() async throws {
        let network = try await object(remote, "/api/v1/network")
        #expect(network["name"] as? String == "Far")
        #expect((network["counts"] as? [String: Any])?["stops"] as? Int == 0)
        #expect(network["savesNothing"] as? Bool == true)
        let saved = try await object(remote, "/api/v1/connections/abc", .notFound)
        #expect((saved["type"] as? String)?.hasSuffix("connection-gone") == true)
    }

    @Test func `The Transport API is passed on as it came`() async throws {
        for uri in [
            "/v1/connections?from=A&to=C&limit=2", "/v1/stationboard?id=A&limit=2",
            "/v1/locations?query=A", "/v1/connections?from=A",
            "/v1/connections?from=A&to=C&limit=1&fields=connections/duration",
        ] {
            let direct = try await scene.object(uri)
            #expect(try await object(remote, uri) as NSDictionary == direct as NSDictionary)
        }
        _ = try await object(remote, "/v1/connections?from=A&to=C&limit=17", .badRequest)
        _ = try await object(remote, "/v1/connections?from=Xqzzy&to=C", .internalServerError)
    }

    @Test(arguments: [
        ("/api/v1/connections?to=C", HTTPResponse.Status.badRequest),
        ("/api/v1/connections?from=A&to=C&results=99", .badRequest),
        ("/api/v1/connections?from=A&to=C&cursor=x", .badRequest),
        ("/api/v1/connections?from=A&to=C&modes=rocket", .badRequest),
        ("/api/v1/connections?from=A&to=C&at=soon", .badRequest),
        ("/api/v1/connections?from=A&to=C&via=1&via=2&via=3&via=4&via=5&via=6", .badRequest),
        ("/api/v1/connections?from=Xqzzy&to=C", .notFound),
        ("/api/v1/stops/Xqzzy/departures", .notFound),
        ("/api/v1/stops/A/departures?after=x", .badRequest),
        ("/api/v1/stops/nearby", .badRequest),
    ])
    func `Bad questions are problems`(uri: String, status: HTTPResponse.Status) async throws {
        let problem = try await object(remote, uri, status)
        #expect((problem["detail"] as? String)?.isEmpty == false)
    }

    @Test func `A spent day and a silent server are reported`() async throws {
        var limits = OpendataBudget.Limits()
        limits.connections = 0
        let spent = try Self.router(limits: limits) { _ in [] }
        let problem = try await object(
            spent, "/api/v1/connections?from=A&to=C", .serviceUnavailable)
        #expect((problem["detail"] as? String)?.contains("spent") == true)
        let errors = try await object(spent, "/v1/connections?from=A&to=C", .tooManyRequests)
        #expect(errors["errors"] is [[String: String]])
        let silent = try Self.router { _ in throw FetchError.timedOut }
        _ = try await object(silent, "/api/v1/stops/A/departures", .badGateway)
        _ = try await object(silent, "/v1/stationboard?id=A", .badGateway)
    }
}
