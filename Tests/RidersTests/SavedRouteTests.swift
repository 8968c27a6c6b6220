import Testing
import TransitModel

@testable import Riders

/// Saved routes in today's network.
@Suite struct SavedRouteTests {
    private let drawing = """
        red-1: A 8:00  B 8:10
        red-2: A 8:30  B 8:40
        blue-1: B 8:12  C 8:25
        blue-2: B 8:20  C 8:33
        blue-3: B 8:50  C 9:03
        """

    private func departures(_ scene: RiderScene, _ time: String, limit: Int = 5) throws -> [String]
    {
        scene.network.departures(
            of: try scene.route("red A-B, blue B-C"), from: try scene.time(time),
            within: 7200, overlay: scene.overlay, limit: limit
        ).map { departure in
            let trips = departure.rides.map { $0.run.tripID }.joined(separator: " ")
            return "\(scene.clock(departure.departure))-\(scene.clock(departure.arrival)) \(trips)"
        }
    }

    @Test func `the next departures, each by the first vehicle that goes on`() throws {
        let scene = try RiderScene(drawing)
        #expect(
            try departures(scene, "7:50")
                == ["08:00-08:25 red-1 blue-1", "08:30-09:03 red-2 blue-3"])
        #expect(try departures(scene, "8:10", limit: 1) == ["08:30-09:03 red-2 blue-3"])
    }

    @Test func `a late vehicle goes on later, a cancelled one does not`() throws {
        var scene = try RiderScene(drawing)
        try scene.late("red-1", by: 120, from: 1)
        #expect(try departures(scene, "7:50", limit: 1) == ["08:00-08:33 red-1 blue-2"])
        try scene.cancel("blue-2")
        #expect(try departures(scene, "7:50", limit: 1) == ["08:00-09:03 red-1 blue-3"])
        try scene.cancel("red-1")
        #expect(
            try departures(scene, "7:50") == ["08:00-- red-1", "08:30-09:03 red-2 blue-3"])
    }

    @Test func `who walks to the first stop cannot take what leaves before`() throws {
        let scene = try RiderScene(drawing)
        var route = try scene.route("red A-B")
        route.walkBeforeSeconds = 600
        let next = scene.network.departures(
            of: route, from: try scene.time("7:51"), overlay: .none, limit: 1)
        #expect(next.map { scene.clock($0.departure) } == ["08:30"])
    }

    @Test(arguments: [
        ("8:00", "08:00"), ("7:51", "08:00"), ("8:09", "08:00"), ("8:25", "08:30"),
        ("7:45", nil), ("9:00", nil),
    ])
    func `a reminder is about the departure nearest to its time`(
        text: String, departure: String?
    ) throws {
        let scene = try RiderScene(drawing)
        let minute = Int(try #require(ServiceTime(text)).seconds / 60)
        let plan = scene.network.planned(
            try scene.route("red A-B, blue B-C"),
            at: SavedReminder(minute: minute, weekdays: [1]), on: RiderScene.day)
        #expect(plan.map { scene.clock($0.departure) } == departure)
    }

    @Test func `a stop that has another id now is found by its name where it was`() throws {
        let stops = """
            stop_id,stop_name,stop_lat,stop_lon
            new,Markt,47.3,8.0
            far,Markt,47.9,8.9
            B,Post,47.4,8.2

            """
        let scene = try RiderScene(
            "red-1: new 8:00 B 8:10\nred-2: far 8:05 B 8:20", files: ["stops.txt": stops])
        let old = SavedStop(id: "old", name: "Markt", latitude: 47.3001, longitude: 8.0)
        #expect(scene.network.stops(old).map { scene.timetable.stops.id($0) } == ["new"])
        #expect(scene.network.stops(SavedStop(id: "old", name: "Markt")).isEmpty)
        #expect(scene.network.stops(SavedStop(id: "old", name: "Post")).count == 1)
        #expect(
            scene.network.stops(
                SavedStop(id: "old", name: "Markt", latitude: 47.31, longitude: 8.0)
            ).isEmpty)
    }

    @Test func `what cannot be saved is refused with a sentence`() throws {
        let scene = try RiderScene(drawing)
        var route = try scene.route("red A-B, blue B-C")
        #expect(route.problem == nil)
        route.changeSeconds = []
        #expect(
            route.problem == "'changeSeconds' must have 1 numbers, one for each change.")
        route.changeSeconds = [-1]
        #expect(route.problem == "Walks and changes take 0 to 7200 seconds.")
        route.rides = []
        #expect(route.problem == "A route has 1 to 8 rides, not 0.")
        #expect(SavedReminder(minute: 1440, weekdays: [1]).problem != nil)
        #expect(SavedReminder(minute: 0, weekdays: []).problem != nil)
        #expect(SavedReminder(minute: 0, weekdays: [7, 1, 7]).weekdays == [1, 7])
        #expect(SavedReminder(minute: 0, weekdays: [1]).isOn(RiderScene.day))
        #expect(!SavedReminder(minute: 0, weekdays: [2]).isOn(RiderScene.day))
    }
}
