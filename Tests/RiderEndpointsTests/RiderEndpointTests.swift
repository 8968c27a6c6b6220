import ClockTesting
import EndpointTesting
import APISchema
import FolderTesting
import Hummingbird
import LiveMap
import NetworkEndpoints
import Persistence
import Realtime
import Riders
import Testing
import Timetables
import Transit
import TransitModel
import TransitTesting

@testable import RiderEndpoints
@testable import WebServer

/// Riders, their saved data and next departures, over HTTP.
@Suite struct RiderEndpointTests {
    let ask: Asking
    private let clock: ManualWallClock
    private let folder = TemporaryFolder()

    init() throws {
        let timetable = try TextFeed.towns("blue-1: B 8:13  D 8:30").compiled()
        let day = try #require(ServiceDay("20260504"))
        let now = timetable.timeZone.time(ServiceTime(hours: 7, minutes: 50), on: day)
        clock = ManualWallClock(now)
        let snapshot = NetworkSnapshot(
            timetable: timetable, sequence: 1, asOf: now, vehicles: [],
            source: LiveSourceState(kind: "none", updatedAt: nil))
        let file = try RecordStore(path: folder.path + "/riders.sqlite", schema: .riders)
        let store = RiderStore(file, clock: clock)
        let planner = JourneyPlanner(timetable)
        let frames = MapFeed(snapshot).frames
        var saved = SavedEndpoints(
            store, planner: planner, network: SavedNetwork(timetable),
            snapshot: { frames.current.snapshot }, clock: clock)
        saved.placeName = { $0.latitude > 47.31 ? nil : "Near Mill Lane" }
        var riders = RiderEndpoints(store)
        riders.setPace = saved.setPace
        ask = Asking(
            router: WebServer.router([
                riders,
                saved,
                try NetworkEndpoints(snapshot, frames: frames, clock: clock),
            ]))
    }

    private func connectionID(_ from: String, _ to: String) async throws -> String {
        let found = try await ask(.get, "/connections?from=\(from)&to=\(to)&results=1")
        let connections = try #require(found.object["connections"] as? [[String: Any]])
        return try #require(connections.first?["id"] as? String)
    }

    @Test func `a rider needs no account, and nobody else gets in`() async throws {
        let token = try await ask.newRider()
        let everything = try await ask(.get, "/rider", token)
        #expect(everything.status == 200)
        #expect((everything.object["settings"] as? [String: Any])?["language"] as? String == "de")
        for wrong in [nil, "x", String(repeating: "A", count: 43)] {
            let answer = try await ask(.get, "/rider", wrong)
            #expect(answer.status == 401)
            #expect(answer.kind == "no-rider")
        }
        #expect(try await ask(.delete, "/rider", token).status == 204)
        #expect(try await ask(.get, "/rider", token).status == 401)
    }

    @Test func `codes may be guessed wrong ten times, and right ones do not count`() async throws {
        let token = try await ask.newRider()
        func pair() async throws -> Int {
            let code = try await ask(.post, "/rider/pairing", token)
            let text = try #require(code.object["code"] as? String)
            return try await ask(.post, "/riders/pair", nil, ["code": text]).status
        }
        for guess in 1...10 {
            if guess < 4 { #expect(try await pair() == 201) }
            let wrong = guess == 10 ? "no code at all" : "ABCD2345"
            #expect(try await ask(.post, "/riders/pair", nil, ["code": wrong]).status == 404)
        }
        let refused = try await ask(.post, "/riders/pair", nil, ["code": "ABCD2345"])
        #expect(refused.status == 429 && refused.kind == "too-often")
        // Otherwise the answer would reveal a valid code.
        #expect(try await pair() == 429)
    }

    @Test func `where nothing can be stored, everything that would be is put off`() async throws {
        let ask = Asking(
            router: WebServer.router([
                UnstoredEndpoints(
                    [APIPaths.riders, APIPaths.rider, "/api/v1/diary"],
                    messagePath: "/message", because: "The disk is full")
            ]))
        for path in ["/riders", "/riders/pair", "/rider/connections/7", "/diary/fixes"] {
            let answer = try await ask(.post, path, nil, ["language": "de"])
            #expect(answer.status == 503 && answer.kind == "busy", "\(path)")
        }
        #expect(try await ask(.get, "/diary/days").status == 503)
        #expect(try await ask(.get, "/network").status == 404)
    }

    @Test func `another device is paired by a code`() async throws {
        let token = try await ask.newRider()
        let code = try await ask(.post, "/rider/pairing", token)
        #expect(code.status == 201 && code.object["devices"] as? Int == 1)
        let waiting = try await ask(.get, "/rider/pairing", token).object
        #expect(waiting["until"] as? String == code.object["until"] as? String)
        #expect(waiting["devices"] as? Int == 1 && waiting["code"] == nil)
        let paired = try await ask(
            .post, "/riders/pair", nil, ["code": try #require(code.object["code"] as? String)])
        #expect(paired.status == 201)
        let used = try await ask(.get, "/rider/pairing", token).object
        #expect(used["until"] == nil && used["devices"] as? Int == 2)
        #expect(try await ask(.get, "/rider/pairing").status == 401)
        let other = try #require(paired.object["token"] as? String)
        #expect(try await ask(.get, "/rider/settings", other).status == 200)
        #expect(try await ask(.post, "/riders/pair", nil, ["code": "ABCD2345"]).status == 404)
        #expect(try await ask(.post, "/rider/sign-out-others", token).status == 204)
        #expect(try await ask(.get, "/rider/settings", token).status == 200)
        let ended = try await ask(.post, "/rider/sign-out-others", other)
        #expect(ended.status == 401 && ended.kind == "no-rider")
        #expect(try await ask(.get, "/rider/settings", token).status == 200)
    }

    @Test func `a found connection is saved, shown at home and forgotten`() async throws {
        let token = try await ask.newRider()
        let id = try await connectionID("A", "D")
        let saved = try await ask(
            .post, "/rider/routes", token, ["connection": id, "weekdays": [1, 2]])
        #expect(saved.status == 201)
        let routes = try #require(saved.object["routes"] as? [[String: Any]])
        let rides = try #require(routes.first?["rides"] as? [[String: Any]])
        #expect(rides.map { $0["line"] as? String } == ["red", "blue"])
        let reminders = try #require(routes.first?["reminders"] as? [[String: Any]])
        #expect(reminders.first?["minute"] as? Int == 480)
        // The same again for other days: nothing is duplicated.
        _ = try await ask(.post, "/rider/routes", token, ["connection": id, "weekdays": [3]])
        let all = try await ask(.get, "/rider/connections", token).list
        #expect(all.count == 1)
        let merged = (all.first?["routes"] as? [[String: Any]])?.first?["reminders"]
        #expect((merged as? [[String: Any]])?.first?["weekdays"] as? [Int] == [1, 2, 3])

        let home = try await ask(.get, "/rider/home?at=47.3,8.0", token)
        let nearby = try #require(home.object["nearby"] as? [[String: Any]])
        #expect(nearby.first?["metres"] as? Int == 0)
        let atHome = try #require((nearby.first?["routes"] as? [[String: Any]])?.first)
        let departures = try #require(atHome["departures"] as? [[String: Any]])
        #expect(departures.first?["status"] as? String == "works")
        let leaves = (departures.first?["departure"] as? [String: Any])?["scheduled"] as? String
        #expect(leaves == "2026-05-04T08:00:00+02:00")
        #expect(departures.first?["connection"] as? String == id)

        let connection = try #require(all.first?["id"] as? String)
        #expect(try await ask(.delete, "/rider/connections/\(connection)", token).status == 204)
        #expect(try await ask(.get, "/rider/connections", token).list.isEmpty)
    }

    @Test func `connections are edited, turned round and put in order`() async throws {
        let token = try await ask.newRider()
        let place: (String) -> [String: Any] = { ["stop": $0, "name": $0] }
        var ids: [String] = []
        for name in ["one", "two"] {
            let made = try await ask(
                .post, "/rider/connections", token,
                ["name": name, "from": place("A"), "to": place("C")])
            ids.append(try #require(made.object["id"] as? String))
        }
        let edited = try await ask(
            .put, "/rider/connections/\(ids[0])", token,
            ["name": "first", "from": place("A"), "to": place("B")])
        #expect(edited.status == 200)
        let back = try await ask(.post, "/rider/connections/\(ids[0])/reverse", token)
        #expect((back.object["from"] as? [String: Any])?["stop"] as? String == "B")
        #expect(
            try await ask(.put, "/rider/connection-order", token, ["ids": [ids[1]]]).status == 204)
        let names = try await ask(.get, "/rider/connections", token).list.map {
            $0["name"] as? String
        }
        #expect(names == ["two", "first", nil])
        #expect(try await ask(.post, "/rider/clear", token).status == 204)
        #expect(try await ask(.get, "/rider/connections", token).list.isEmpty)
    }

    @Test func `what is saved with a walk is opened from home with it`() async throws {
        let token = try await ask.newRider()
        let plain = try await ask(
            .post, "/rider/routes", token, ["connection": try await connectionID("A", "D")])
        let stop = try #require(plain.object["from"] as? [String: Any])
        let north = try #require(stop["latitude"] as? Double)
        let east = try #require(stop["longitude"] as? Double)
        let id = try await connectionID("\(north + 0.001),\(east)", "D")
        _ = try await ask(.post, "/rider/routes", token, ["connection": id])
        let home = try await ask(.get, "/rider/home", token).object
        let shown = try #require(home["other"] as? [[String: Any]])
        var kinds: [[String]] = []
        for saved in shown {
            let route = try #require((saved["routes"] as? [[String: Any]])?.first)
            let departure = try #require((route["departures"] as? [[String: Any]])?.first)
            let opened = try #require(departure["connection"] as? String)
            let found = try await ask(.get, "/connections/\(opened)").object
            let legs = try #require(
                (found["connection"] as? [String: Any])?["legs"] as? [[String: Any]])
            kinds.append(legs.compactMap { $0["kind"] as? String })
        }
        #expect(Set(kinds) == [["ride", "ride"], ["walk", "ride", "ride"]])
    }

    /// Returns the id of a connection from a place north of A to D, which begins with a walk.
    private func connectionOnFoot() async throws -> String {
        try await connectionID("47.301,8.0", "D")
    }

    private func route(_ connection: Any?) throws -> [String: Any] {
        let routes = try #require((connection as? [String: Any])?["routes"] as? [[String: Any]])
        return try #require(routes.first)
    }

    @Test func `a place is called as the rider calls it, or after what is near`() async throws {
        let token = try await ask.newRider()
        let id = try await connectionOnFoot()
        func name(_ path: String, _ names: [String: String]?) async throws -> String? {
            var body: [String: Any] = ["connection": id]
            if let names { body["names"] = names }
            let saved = try await ask(.post, path, token, body).object
            let whole = saved["trip"] as? [String: Any] ?? saved
            if path == "/rider/routes" {
                let connection = try #require(saved["id"] as? String)
                _ = try await ask(.delete, "/rider/connections/\(connection)", token)
                #expect((saved["to"] as? [String: Any])?["name"] as? String != "Work")
            }
            return (whole["from"] as? [String: Any])?["name"] as? String
        }
        // D is a stop and has its own name.
        let given = ["from": "12 High Street", "to": "Work"]
        #expect(try await name("/rider/routes", given) == "12 High Street")
        #expect(try await name("/rider/trips", given) == "12 High Street")
        #expect(try await name("/rider/routes", ["from": " "]) == "Near Mill Lane")
        #expect(try await name("/rider/trips", nil) == "Near Mill Lane")
    }

    @Test func `the rider's pace and longest walk are saved with a connection`() async throws {
        let token = try await ask.newRider()
        let id = try await connectionOnFoot()
        let usual = try await ask(.post, "/rider/routes", token, ["connection": id]).object
        #expect(usual["walking"] == nil)
        let seconds = try #require(try route(usual)["walkBeforeSeconds"] as? Int)
        let slow: [String: Any] = ["speed": 0.625, "minutes": 30]
        let saved = try await ask(
            .post, "/rider/routes", token, ["connection": id, "walking": slow]
        ).object
        #expect((saved["routes"] as? [Any])?.count == 1)
        let slowly = try #require(try route(saved)["walkBeforeSeconds"] as? Int)
        #expect(abs(slowly - 2 * seconds) <= 1)
        let home = try await ask(.get, "/rider/home", token).object
        let shown = try #require((home["other"] as? [[String: Any]])?.first)
        #expect((shown["walking"] as? [String: Any])?["minutes"] as? Int == 30)
        let trip = try await ask(
            .post, "/rider/trips", token, ["connection": id, "walking": slow]
        ).object
        let planned = (trip["trip"] as? [String: Any])?["route"] as? [String: Any]
        #expect(planned?["walkBeforeSeconds"] as? Int == slowly)
        // A device that edits the connection sends back what it knows.
        var edited = saved
        edited["name"] = "Home"
        let connection = try #require(edited.removeValue(forKey: "id") as? String)
        let stored = try await ask(.put, "/rider/connections/\(connection)", token, edited).object
        #expect((stored["walking"] as? [String: Any])?["speed"] as? Double == 0.625)
    }

    @Test func `a place that was saved by its coordinates is called after what is near`()
        async throws
    {
        let token = try await ask.newRider()
        func place(_ name: String, _ latitude: Double) -> [String: Any] {
            ["name": name, "latitude": latitude, "longitude": 8]
        }
        for (name, latitude) in [("47.3,8.0", 47.3), ("47.4,8.0", 47.4), ("Cabin", 47.3)] {
            _ = try await ask(
                .post, "/rider/connections", token,
                ["from": place(name, latitude), "to": ["stop": "A", "name": "A"]])
        }
        let expected = ["Near Mill Lane", "47.4,8.0", "Cabin"]
        let listed = try await ask(.get, "/rider/connections", token).list
        #expect(listed.map { ($0["from"] as? [String: Any])?["name"] as? String } == expected)
        let home = try await ask(.get, "/rider/home", token).object["other"] as? [[String: Any]]
        #expect(home?.map { ($0["from"] as? [String: Any])?["name"] as? String } == expected)
    }

    @Test func `the longest walk decides whether a connection is found, and is checked`()
        async throws
    {
        let token = try await ask.newRider()
        let id = try await connectionOnFoot()
        for walking: [String: Any] in [["speed": 9], ["minutes": 61]] {
            let refused = try await ask(
                .post, "/rider/routes", token, ["connection": id, "walking": walking])
            #expect(refused.status == 422 && refused.kind == "invalid")
        }
        let short = try await ask(
            .post, "/rider/routes", token, ["connection": id, "walking": ["minutes": 1]])
        #expect(short.status == 404 && short.kind == "nothing-nearby")
        let long = try await ask(
            .post, "/rider/routes", token, ["connection": id, "walking": ["minutes": 20]])
        #expect(long.status == 201)
    }

    @Test func `trips are accepted with their run, or refused with the reason`() async throws {
        let token = try await ask.newRider()
        let made = try await ask(
            .post, "/rider/trips", token, ["from": "A", "to": "C", "arriveBy": "08:30"])
        #expect(made.status == 201)
        let next = try #require(made.object["next"] as? [String: Any])
        #expect(next["trip"] as? String == "red-1")
        #expect(try await ask(.get, "/rider/trips", token).list.count == 1)
        for (body, kind) in [
            (["from": "A", "to": "A", "arriveBy": "08:30"], "same-stop"),
            (["from": "C", "to": "A", "arriveBy": "08:30"], "no-line"),
            (["from": "A", "to": "D", "arriveBy": "08:30"], "no-line"),
            (["from": "A", "to": "C", "arriveBy": "07:00"], "too-early"),
        ] {
            let refused = try await ask(.post, "/rider/trips", token, body)
            #expect(refused.status == 422)
            #expect(refused.kind == kind)
            #expect((refused.object["detail"] as? String)?.hasSuffix(".") == true)
        }
        let early = try await ask(
            .post, "/rider/trips", token, ["from": "A", "to": "C", "arriveBy": "07:00"])
        #expect((early.object["arrival"] as? String)?.hasPrefix("2026-05-04T08:") == true)
        var wanted: [String: Any] = [
            "from": "A", "to": "C", "arriveBy": "08:30", "day": "2027-05-04",
        ]
        let none = try await ask(.post, "/rider/trips", token, wanted)
        #expect(none.kind == "no-service" && none.object["day"] as? String == "2027-05-04")
        wanted["weekdays"] = [1]
        #expect(try await ask(.post, "/rider/trips", token, wanted).kind == "invalid")
        let trip = try #require((made.object["trip"] as? [String: Any])?["id"] as? String)
        #expect(try await ask(.delete, "/rider/trips/\(trip)", token).status == 204)
        #expect(try await ask(.delete, "/rider/trips/\(trip)", token).status == 404)
    }

    @Test func `a trip under way stays listed with its run, and a new one is too late for it`()
        async throws
    {
        let token = try await ask.newRider()
        let wanted = ["from": "A", "to": "C", "arriveBy": "08:30"]
        let made = try await ask(.post, "/rider/trips", token, wanted)
        #expect(made.status == 201)
        // Five past eight, since it departed at eight.
        clock.advance(bySeconds: 15 * 60)
        let list = try await ask(.get, "/rider/trips", token).list
        #expect((list.first?["next"] as? [String: Any])?["trip"] as? String == "red-1")
        #expect(list.first?["problem"] == nil)
        #expect(try await ask(.post, "/rider/trips", token, wanted).kind == "too-late")
    }

    @Test func `a body that cannot be understood is named`() async throws {
        let token = try await ask.newRider()
        let missing = try await ask(.post, "/rider/connections", token, ["name": "x"])
        #expect(missing.status == 400)
        #expect(missing.object["detail"] as? String == "'from' is missing.")
        let wrong = try await ask(
            .post, "/rider/connections", token, ["from": ["name": 5], "to": ["name": "x"]])
        #expect(
            wrong.object["detail"] as? String == "'from.name' must be a text.")
        #expect(try await ask(.post, "/rider/connections", token).status == 400)
    }
}
