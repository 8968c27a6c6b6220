import Realtime
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Riders

/// The overview of saved connections.
@Suite struct HomeTests {
    private let drawing = """
        red-1: A 8:00  B 8:10
        red-2: A 8:30  B 8:40
        blue-1: A 8:05  B 8:12
        green-1: C 9:00  A 9:30
        """

    private func place(_ scene: RiderScene, _ id: String) -> SavedPlace {
        let stop = scene.stop(id)
        return SavedPlace(
            stop: id, name: stop.name, latitude: stop.latitude, longitude: stop.longitude)
    }

    private func connection(
        _ scene: RiderScene, _ id: String, _ from: String, _ to: String, _ routes: [String]
    ) throws -> SavedConnection {
        SavedConnection(
            id: id, from: place(scene, from), to: place(scene, to),
            routes: try routes.enumerated().map { number, drawing in
                let route = try scene.route(drawing)
                return SavedRoute(
                    id: "\(number)", rides: route.rides, changeSeconds: route.changeSeconds)
            })
    }

    private func sent(_ scene: RiderScene, _ connections: [HomeConnection]) -> [String] {
        connections.map { connection in
            let routes = connection.routes.map { route in
                route.route.rides.map(\.line).joined(separator: "+") + " "
                    + route.departures.map { scene.clock($0.departure) }.joined(separator: " ")
            }
            return connection.connection.id + ": " + routes.joined(separator: ", ")
        }
    }

    @Test func `routes are in order of what leaves first`() throws {
        var scene = try RiderScene(drawing)
        let saved = [try connection(scene, "work", "A", "B", ["blue A-B", "red A-B"])]
        func home() throws -> Home {
            Home(
                saved, at: nil, settings: RiderSettings(), now: try scene.time("7:55"),
                in: scene.network, overlay: scene.overlay)
        }
        #expect(try sent(scene, home().other) == ["work: red 08:00 08:30, blue 08:05"])
        #expect(try home().nearby.isEmpty)
        try scene.late("red-1", by: 600)
        #expect(try sent(scene, home().other) == ["work: blue 08:05, red 08:10 08:30"])
        try scene.cancel("red-1")
        #expect(try sent(scene, home().other) == ["work: blue 08:05, red 08:00 08:30"])
    }

    @Test
    func `a route whose line is no longer there is distinguished from one after its last run`()
        throws
    {
        let before = try RiderScene(drawing)
        let saved = [try connection(before, "work", "A", "B", ["blue A-B", "red A-B"])]
        let rest = drawing.split(separator: "\n").filter { !$0.hasPrefix("blue") }
        let scene = try RiderScene(rest.joined(separator: "\n"))
        let end = try #require(ServiceDay(TextFeed.lastDay)).advanced(by: 3)
        let home = Home(
            saved, at: nil, settings: RiderSettings(),
            now: scene.network.timetable.timeZone.start(of: end), in: scene.network,
            overlay: .none)
        let gone = home.other[0].routes.map { ($0.route.rides[0].line, $0.isGone) }
        #expect(Dictionary(uniqueKeysWithValues: gone) == ["blue": true, "red": false])
    }

    @Test func `what begins near the rider comes first, the rest by distance`() throws {
        let scene = try RiderScene(drawing)
        let saved = [
            try connection(scene, "far", "C", "A", ["green C-A"]),
            try connection(scene, "near", "A", "B", ["red A-B"]),
            SavedConnection(
                id: "nowhere",
                from: SavedPlace(stop: "Z", name: "Z", latitude: nil, longitude: nil),
                to: place(scene, "A")),
        ]
        let here = scene.stop("A").coordinate
        var settings = RiderSettings()
        settings.nearbyKilometres = 0.5
        let home = Home(
            saved, at: here, settings: settings, now: try scene.time("7:55"), in: scene.network,
            overlay: .none)
        #expect(home.nearby.map(\.connection.id) == ["near"])
        #expect(home.other.map(\.connection.id) == ["far", "nowhere"])
        settings.nearbyKilometres = 50
        let wide = Home(
            saved, at: here, settings: settings, now: try scene.time("7:55"), in: scene.network,
            overlay: .none)
        #expect(wide.nearby.map(\.connection.id) == ["near", "far"])
        let unknown = Home(
            saved, at: nil, settings: settings, now: try scene.time("7:55"), in: scene.network,
            overlay: .none)
        #expect(unknown.other.map(\.connection.id) == ["far", "near", "nowhere"])
    }

    @Test func `a lift that is out of order is announced where a saved connection needs it`() throws
    {
        let scene = try RiderScene(drawing)
        let saved = [
            try connection(scene, "far", "C", "A", ["green C-A"]),
            try connection(scene, "near", "A", "B", ["red A-B"]),
        ]
        let overlay = RealtimeOverlay(
            version: 1,
            alerts: [
                ServiceAlert(
                    id: "lift", header: ["en": "Lift"], effect: "ACCESSIBILITY_ISSUE",
                    subjects: [.init(stop: scene.network.timetable.stops.find(id: "B"))]),
                ServiceAlert(
                    id: "works", header: ["en": "Works"], effect: "DETOUR",
                    subjects: [.init(stop: scene.network.timetable.stops.find(id: "B"))]),
            ])
        let home = Home(
            saved, at: nil, settings: RiderSettings(), now: try scene.time("7:55"),
            in: scene.network, overlay: overlay)
        #expect(home.other.map { $0.stepFreeAlerts.map(\.id) } == [[], ["lift"]])
    }

    @Test func `a line that is gone has no departures, and stays`() throws {
        let scene = try RiderScene(drawing)
        let saved = [try connection(scene, "old", "A", "B", ["night A-B", "red A-B"])]
        let home = Home(
            saved, at: nil, settings: RiderSettings(), now: try scene.time("7:55"),
            in: scene.network, overlay: .none)
        #expect(sent(scene, home.other) == ["old: red 08:00 08:30, night "])
    }
}
