import ClockTesting
import Foundation
import FoundationNetworking
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LiveMap
import Logging
import Matching
import NetworkAPI
import NetworkEndpoints
import NIOCore
import Testing
import Timetables
import Transit
import TransitModel
import TransitTesting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import APISchema
@testable import HTTPServing
@testable import LiveEndpoints
@testable import WebServer
@testable import WireAPI

/// A small network with one vehicle under way, and all endpoints.
private struct Scene {
    let timetable: Timetable
    let stage: Stage
    let router: Router<TaktRequestContext>

    init(streams: Int = 10) async throws {
        var text = TextFeed("red-1: A 8:00  B 8:05  C 8:10\nblue-1: C 9:00  A 9:30")
        text.files["routes.txt"] = """
            route_id,agency_id,route_short_name,route_long_name,route_type,route_color,route_text_color
            red,1,7,A - C,0,D8232A,FFFFFF
            blue,1,S1,,2,,

            """
        text.files["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon,stop_url
            A,Stop A,47,8,https://stops.example/a
            B,Stop B,47,8.01,
            C,Stop C,47,8.02,

            """
        timetable = try text.compiled()
        let day = try #require(ServiceDay("20260504"))
        let start = timetable.timeZone.time(ServiceTime(hours: 8, minutes: 2), on: day)
        let clock = ManualWallClock(start)
        let state = LiveState(timetable, sourceKind: "simulated", firstSequence: 1000)
        let feed = MapFeed(await state.snapshot(now: start))
        stage = Stage(
            state: state, feed: feed, clock: clock, limiter: StreamLimiter(limit: streams))
        router = WebServer.router([
            HealthEndpoints { nil },
            NetworkEndpoints(
                NetworkAPI(
                    JourneyPlanner(timetable), PlaceResolver(StopSearchIndex(timetable)),
                    profile: try NetworkProfile(timetable, name: "Testville", isInvented: true)),
                frames: feed.frames, clock: clock),
            VehicleEndpoints(
                timetable, frames: feed.frames, limiter: stage.limiter),
        ])
        await stage.step(longitude: 8.004)
    }

    func get(_ uri: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        try await Application(router: router).test(.router) { client in
            try await client.execute(uri: uri, method: .get, headers: headers)
        }
    }

    func json(_ uri: String) async throws -> [String: Any] {
        let response = try await get(uri)
        #expect(response.status == .ok)
        let object = try JSONSerialization.jsonObject(with: Data(buffer: response.body))
        return try #require(object as? [String: Any])
    }
}

/// Moves vehicles, one second per step.
private struct Stage: Sendable {
    let state: LiveState
    let feed: MapFeed
    let clock: ManualWallClock
    let limiter: StreamLimiter

    func step(longitude: Double, vehicle: String = "v1") async {
        clock.advance(bySeconds: 1)
        await state.apply(
            [
                VehicleFix(
                    vehicleID: vehicle, label: "Wagon 7",
                    coordinate: Coordinate(latitude: 47, longitude: longitude), time: clock.now(),
                    trip: TripReference(tripID: "red-1"))
            ], now: clock.now())
        feed.advance(to: await state.snapshot(now: clock.now()))
    }
}

@Suite struct EndpointTests {
    @Test func `the network shows what it is`() async throws {
        let network = try await Scene().json(APIPaths.network)
        #expect(network["name"] as? String == "Testville")
        #expect(network["invented"] as? Bool == true)
        #expect(network["timeZone"] as? String == "Europe/Zurich")
        let counts = try #require(network["counts"] as? [String: Any])
        #expect(counts["stops"] as? Int == 3)
        #expect(counts["stopTimes"] as? Int == 5)
        let live = try #require(network["live"] as? [String: Any])
        #expect(live["vehicles"] as? Int == 1)
        #expect(live["state"] as? String == "live")
    }

    @Test func `routes with colours, stops and shapes`() async throws {
        let scene = try await Scene()
        let routes = try #require(
            try await scene.json(APIPaths.routes)["routes"] as? [[String: Any]])
        #expect(routes.map { $0["shortName"] as? String } == ["7", "S1"])
        #expect(routes[0]["colour"] as? String == "#D8232A")
        #expect(routes[1]["mode"] as? String == "rail")
        let detail = try await scene.json(APIPaths.routes + "/red")
        let direction = try #require((detail["directions"] as? [[String: Any]])?.first)
        #expect((direction["stops"] as? [[String: Any]])?.count == 3)
        #expect((direction["shape"] as? [[Double]])?.first == [8, 47])
        let map = try await scene.json(APIPaths.routesGeoJSON)
        #expect((map["features"] as? [Any])?.count == 2)
        let elsewhere = try await scene.json(APIPaths.routesGeoJSON + "?bbox=1,1,2,2")
        #expect((elsewhere["features"] as? [Any])?.isEmpty == true)
        #expect(try await scene.get(APIPaths.routes + "/green").status == .notFound)
    }

    @Test func `routes page by page`() async throws {
        let scene = try await Scene()
        let whole = try #require(
            try await scene.json(APIPaths.routes)["routes"] as? [[String: Any]])
        var (pages, next): ([[String]], String?) = ([], nil)
        repeat {
            let after = next.map { "&after=\($0)" } ?? ""
            let page = try await scene.json(APIPaths.routes + "?limit=1\(after)")
            let routes = try #require(page["routes"] as? [[String: Any]])
            pages.append(routes.compactMap { $0["id"] as? String })
            next = page["next"] as? String
            #expect(page["more"] as? Bool == (next != nil))
        } while next != nil
        #expect(pages.count > 1 && pages.allSatisfy { $0.count == 1 })
        #expect(pages.flatMap(\.self) == whole.compactMap { $0["id"] as? String })
        #expect(try await scene.get(APIPaths.routes + "?after=nowhere").status == .badRequest)
        #expect(try await scene.get(APIPaths.routes + "?limit=0").status == .badRequest)
    }

    @Test func `of a box the stops with the most lines come first`() async throws {
        let scene = try await Scene()
        let body = try await scene.json(APIPaths.stops + "?bbox=7,46,9,48")
        let stops = try #require(body["stops"] as? [[String: Any]])
        #expect(stops.compactMap { $0["id"] as? String } == ["A", "C", "B"])
        #expect(stops.compactMap { $0["lines"] as? Int } == [2, 2, 1])
        // A page goes on where the one before it ended.
        let rest = try await scene.json(APIPaths.stops + "?bbox=7,46,9,48&after=C")
        #expect((rest["stops"] as? [[String: Any]])?.first?["id"] as? String == "B")
    }

    @Test func `stops in a box, and one with its routes`() async throws {
        let scene = try await Scene()
        let some = try await scene.json(APIPaths.stops + "?bbox=7.99,46,8.015,48")
        #expect((some["stops"] as? [[String: Any]])?.count == 2)
        #expect(some["more"] as? Bool == false)
        #expect(try await scene.json(APIPaths.stops + "?limit=1")["more"] as? Bool == true)
        var (pages, next): ([[String]], String?) = ([], "")
        while let after = next {
            let page = try await scene.json(APIPaths.stops + "?limit=2&after=\(after)")
            let stops = try #require(page["stops"] as? [[String: Any]])
            pages.append(stops.compactMap { $0["id"] as? String })
            next = page["next"] as? String
            #expect(page["more"] as? Bool == (next != nil))
        }
        let whole = try await scene.json(APIPaths.stops)["stops"] as? [[String: Any]]
        #expect(pages.count > 1 && pages.dropLast().allSatisfy { $0.count == 2 })
        #expect(pages.flatMap(\.self) == whole?.compactMap { $0["id"] as? String })
        #expect(try await scene.get(APIPaths.stops + "?after=nowhere").status == .badRequest)
        let stop = try await scene.json(APIPaths.stops + "/A")
        #expect(stop["name"] as? String == "Stop A")
        #expect(
            (stop["routes"] as? [[String: Any]])?.map { $0["id"] as? String } == ["red", "blue"])
        #expect(stop["modes"] as? [String] == ["tram", "rail"])
    }

    @Test func `a stop shows the page that the feed has about it, and nothing where it has none`()
        async throws
    {
        let scene = try await Scene()
        let whole = try await scene.json(APIPaths.stops)["stops"] as? [[String: Any]]
        let urls = whole?.map { $0["url"] as? String }
        #expect(urls == ["https://stops.example/a", nil, nil])
        let stop = try await scene.json(APIPaths.stops + "/A")
        #expect(stop["url"] as? String == "https://stops.example/a")
        #expect(try await scene.json(APIPaths.stops + "/B").keys.contains("url") == false)
    }

    @Test func `a vehicle with line, delay, next stop and the way ahead`() async throws {
        let scene = try await Scene()
        let vehicles = try #require(
            try await scene.json(APIPaths.vehicles)["vehicles"] as? [[String: Any]])
        let vehicle = try #require(vehicles.first)
        #expect(vehicle["line"] as? String == "7")
        #expect(vehicle["label"] as? String == "Wagon 7")
        #expect(vehicle["state"] as? String == "live")
        // At 8:02:01 it should be at 0.00403 degrees.
        #expect(abs(try #require(vehicle["delaySeconds"] as? Int)) <= 2)
        #expect(vehicle["heading"] as? Int == 90)
        let next = try #require(vehicle["nextStop"] as? [String: Any])
        #expect(next["name"] as? String == "Stop B")
        #expect(next["scheduled"] as? String == "2026-05-04T08:05:00+02:00")
        let path = try #require(vehicle["path"] as? [[Double]])
        #expect(path.first == [0, 8.004, 47])
        #expect(path.last?[0] == 120)
        let none = try await scene.json(APIPaths.vehicles + "?bbox=1,1,2,2")
        #expect((none["vehicles"] as? [Any])?.isEmpty == true)
    }

    @Test func `health probes show whether there is a network`() async throws {
        let scene = try await Scene()
        #expect(try await scene.get(APIPaths.live).status == .ok)
        #expect(try await scene.get(APIPaths.ready).status == .ok)
        let router = WebServer.router([HealthEndpoints { "no network yet" }])
        try await Application(router: router).test(.router) { client in
            let response = try await client.execute(uri: APIPaths.ready, method: .get)
            #expect(response.status == .serviceUnavailable)
            #expect(String(buffer: response.body).contains("no network yet"))
        }
        let lacking = HealthEndpoints(whatIsMissing: { "it is over" }, whyNotReady: { nil })
        try await Application(router: WebServer.router([lacking])).test(.router) { client in
            let response = try await client.execute(uri: APIPaths.ready, method: .get)
            #expect(response.status == .ok)
            #expect(
                String(buffer: response.body) == #"{"reason":"it is over","status":"degraded"}"#)
        }
    }

    @Test(arguments: [
        (HealthEndpoints.StorageState?.none, #"{"status":"ok"}"#, 404),
        (.ok, #"{"status":"ok","storage":"ok"}"#, 200),
        (
            .full,
            #"{"reason":"The disk is full or read-only, so that nothing can be stored.","status":"degraded","storage":"full"}"#,
            503
        ),
        (
            .unavailable,
            #"{"reason":"The database cannot be used, so that nothing can be stored.","status":"degraded","storage":"unavailable"}"#,
            503
        ),
    ])
    func `a server that cannot store stays ready, and says so where riders are balanced`(
        state: HealthEndpoints.StorageState?, ready: String, storage: Int
    ) async throws {
        var read: (@Sendable () -> HealthEndpoints.StorageState)?
        if let state { read = { state } }
        let probes = HealthEndpoints(storage: read) { nil }
        try await Application(router: WebServer.router([probes])).test(.router) { client in
            let whole = try await client.execute(uri: APIPaths.ready, method: .get)
            #expect(whole.status == .ok && String(buffer: whole.body) == ready)
            let part = try await client.execute(uri: APIPaths.storage, method: .get)
            #expect(part.status.code == storage)
            #expect(part.headers[.cacheControl] == "no-store")
        }
    }
}

@Suite struct VehicleStreamTests {
    /// Returns the first events of a stream, read over a real socket.
    private func events(
        _ scene: Scene, headers: HTTPFields = [:], count: Int, steps: [Double]
    ) async throws -> [String] {
        let server = Application(
            router: scene.router,
            configuration: ApplicationConfiguration(
                address: .hostname("127.0.0.1", port: 0)))
        let stage = scene.stage
        return try await server.test(.live) { client in
            let port = try #require(client.port)
            let url = try #require(URL(string: "http://127.0.0.1:\(port)\(APIPaths.vehicleStream)"))
            var request = URLRequest(url: url)
            for field in headers {
                request.setValue(field.value, forHTTPHeaderField: field.name.rawName)
            }
            let reader = EventReader(request)
            var received = await reader.read(1)
            for longitude in steps {
                await stage.step(longitude: longitude)
            }
            if count > 1 { received += await reader.read(count - 1) }
            reader.stop()
            return received
        }
    }

    @Test func `everything at first, then what changed`() async throws {
        let scene = try await Scene()
        // A jump of 150 m exceeds the tolerance of the prediction.
        let events = try await events(scene, count: 2, steps: [8.006])
        #expect(events[0].contains("event: vehicles"))
        #expect(events[0].contains("id: 1002"))
        #expect(events[0].contains("\"reset\":true"))
        #expect(events[1].contains("id: 1003"))
        #expect(events[1].contains("\"reset\":false"))
        #expect(events[1].contains("\"id\":\"v1\""))
    }

    @Test func `a client that comes back gets only what it missed`() async throws {
        let scene = try await Scene()
        await scene.stage.step(longitude: 8.02, vehicle: "v2")
        let name = try #require(HTTPField.Name("Last-Event-ID"))
        let events = try await events(scene, headers: [name: "1002"], count: 1, steps: [])
        #expect(events[0].contains("\"reset\":false"))
        #expect(events[0].contains("\"id\":\"v2\""))
        #expect(!events[0].contains("\"id\":\"v1\""))
    }

    @Test func `a client that leaves makes room for the next, also when nothing happens`()
        async throws
    {
        let scene = try await Scene(streams: 1)
        let server = Application(
            router: scene.router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)))
        let stage = scene.stage
        try await server.test(.live) { client in
            let port = try #require(client.port)
            let url = try #require(
                URL(string: "http://127.0.0.1:\(port)\(APIPaths.vehicleStream)?bbox=1,1,2,2"))
            let first = EventReader(URLRequest(url: url))
            #expect(await first.read(1)[0].contains("\"vehicles\":[]"))
            let refused = try await client.execute(uri: APIPaths.vehicleStream, method: .get)
            #expect(refused.status == .serviceUnavailable)
            first.stop()
            // The first stream's place is returned without an event being written to it.
            for _ in 0..<2400 where stage.limiter.count > 0 {
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(stage.limiter.count == 0)
        }
    }
}
