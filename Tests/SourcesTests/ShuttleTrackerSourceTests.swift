import FolderTesting
import HTTPFetching
import ShuttleTracker
import Sources
import Testing
import TransitModel

@Suite struct ShuttleTrackerSourceTests {
    private let folder = TemporaryFolder()

    private static let start = UnixTime(seconds: 1_750_000_000)
    private static let stamp = "2025-06-15T15:06:40Z"

    private static func rows(_ rows: String..., tag: String? = nil) -> ScriptedAnswers.Answer {
        .body(Array("[\(rows.joined(separator: ","))]".utf8), tag: tag)
    }

    private static func update(
        _ vehicle: String, route: String = "null", at time: String = "2025-06-15T15:06:38.25Z",
        speed: Double = 10
    ) -> String {
        """
        {"id": 1, "tracker_id": "t\(vehicle)", "latitude": 42.73, "longitude": -73.68, "heading": 90,
        "speed": \(speed), "time": "\(time)", "created": "\(time)", "vehicle_id": \(vehicle),
        "route_id": \(route)}
        """
    }

    private static let vehicles = rows(
        """
        {"id": 7, "name": "Bus 7", "created": "\(stamp)", "updated": "\(stamp)", "enabled": true,
        "tracker_id": "t7"}
        """)
    private static let routes = rows(
        """
        {"id": 3, "name": "West", "description": "", "enabled": true, "color": "#00FF00", "width": 4,
        "stop_ids": [], "created": "\(stamp)", "updated": "\(stamp)", "points": [], "active": true,
        "schedule": null}
        """, tag: "\"routes-1\"")

    private func bench(
        _ updates: [ScriptedAnswers.Answer], routes: [ScriptedAnswers.Answer] = [Self.routes],
        vehicles: [ScriptedAnswers.Answer] = [Self.vehicles], cacheFile: String? = nil
    ) -> (bench: SourceBench<ShuttleTrackerSource>, answers: ScriptedAnswers) {
        let script = ScriptedAnswers([
            "/base/updates": updates, "/base/routes": routes, "/base/vehicles": vehicles,
        ])
        let source = ShuttleTrackerSource(
            PollPlan(
                id: "campus", request: .init(url: "http://campus.example/base/"), answers: script),
            cacheFile: cacheFile
        ) { number, name in name.map { "gtfs-\($0)" } ?? String(number) }
        return (SourceBench(source, at: Self.start), script)
    }

    @Test func `fixes have name, speed in metres a second, fractions of seconds and a route`() async
    {
        let (bench, _) = bench([Self.rows(Self.update("7", route: "3"))])
        #expect(await bench.round() == nil)
        let fixes = bench.taken().fixes
        #expect(fixes.map(\.vehicleID) == ["7"] && fixes.map(\.label) == ["Bus 7"])
        #expect(fixes.first?.trip == TripReference(routeID: "gtfs-West"))
        #expect(fixes.first?.time == UnixTime(milliseconds: 1_749_999_998_250))
        #expect(fixes.first?.speedMetresPerSecond.map { abs($0 - 4.4704) < 1e-9 } == true)
    }

    @Test func `a vehicle without a route, and routes and vehicles that are not listed`() async {
        let (bench, script) = bench([
            Self.rows(Self.update("7"), Self.update("8", route: "9"))
        ])
        #expect(await bench.round() == nil)
        let fixes = bench.taken().fixes
        #expect(fixes.map(\.trip) == [nil, TripReference(routeID: "9")])
        #expect(fixes.map(\.label) == ["Bus 7", nil])
        // An unknown vehicle causes another request for the list.
        #expect(script.asked.filter { $0.url.hasSuffix("/vehicles") }.count == 2)
    }

    @Test func `what was reported is not reported again, and a bad row costs that row`() async {
        let (bench, _) = bench([
            Self.rows(Self.update("7")),
            Self.rows(Self.update("7"), "{\"id\": 5}"),
            Self.rows(Self.update("7", at: "2025-06-15T15:06:39Z"), Self.update("8")),
        ])
        var counts: [Int] = []
        for _ in 0..<3 {
            #expect(await bench.round() == nil)
            counts.append(bench.taken().fixes.count)
        }
        #expect(counts == [1, 0, 2])
        #expect(bench.report.entries.quarantined == ["unreadable_row": 1])
    }

    @Test func `updates come even where routes cannot be had, and the failure is reported`() async {
        let (bench, _) = bench(
            [Self.rows(Self.update("7", route: "3"))], routes: [.failure(.timedOut), Self.routes])
        #expect(await bench.round()?.reason == .timedOut)
        #expect(bench.taken().fixes.first?.trip?.routeID == "3")
    }

    @Test func `a page in place of a list is a failure in one sentence`() async {
        let (bench, _) = bench([.body(Array("<html>".utf8))])
        let failure = await bench.round()
        #expect(failure?.description == "The answer of /updates is no list of the tracker's.")
    }

    @Test func `routes are known after a restart, and only asked whether they changed`()
        async throws
    {
        let file = folder.path("lists.json")
        let first = bench([Self.rows(Self.update("7", route: "3"))], cacheFile: file)
        #expect(await first.bench.round() == nil)
        // Everything of the tracker except its updates is down.
        let second = bench(
            [Self.rows(Self.update("7", route: "3"))], routes: [.notModified], cacheFile: file)
        #expect(await second.bench.round() == nil)
        #expect(second.bench.taken().fixes.first?.trip?.routeID == "gtfs-West")
        let asked = second.answers.asked.filter { $0.url.hasSuffix("/routes") }
        #expect(asked.map(\.validators.entityTag) == ["\"routes-1\""])
        // A broken file is treated as missing.
        try folder.write("{", to: "lists.json")
        let third = bench([Self.rows(Self.update("7", route: "3"))], cacheFile: file)
        #expect(await third.bench.round() == nil)
        #expect(third.bench.taken().fixes.first?.trip?.routeID == "gtfs-West")
    }

    @Test func `an empty night is live, a tracker that repeats one old place is not`() async {
        let night = bench([Self.rows()])
        #expect(await night.bench.round() == nil)
        night.bench.clock.advance(bySeconds: 600)
        #expect(await night.bench.round() == nil)
        #expect(night.bench.report.health == .live)
        let frozen = bench([Self.rows(Self.update("7"))])
        #expect(await frozen.bench.round() == nil)
        frozen.bench.clock.advance(bySeconds: 600)
        #expect(await frozen.bench.round() == nil)
        #expect(frozen.bench.report.health == .down)
    }
}
