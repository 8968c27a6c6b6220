import ClockTesting
import EndpointTesting
import FolderTesting
import Foundation
import Hummingbird
import Persistence
import Realtime
import Riders
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import HTTPServing
@testable import RiderEndpoints
@testable import WebServer

/// The endpoints for riders on their way, and the operators' view of them.
@Suite struct RideEndpointTests {
    private static let operatorText = "a token of some length"
    private let folder = TemporaryFolder()
    private let ask: Asking
    private let positions = RiderPositions()
    private let store: RiderStore
    private let clock: ManualWallClock

    init() throws {
        let timetable = try TextFeed(
            """
            red-1: A 8:00  B 8:10  C 8:20
            red-2: A 8:30  B 8:40  C 8:50
            """
        ).compiled()
        let day = try #require(ServiceDay("20260504"))
        clock = ManualWallClock(timetable.timeZone.time(ServiceTime(hours: 8, minutes: 5), on: day))
        let snapshot = NetworkSnapshot(
            timetable: timetable, sequence: 1, asOf: clock.now(), vehicles: [],
            source: LiveSourceState(kind: "none", updatedAt: nil))
        let file = try RecordStore(path: folder.path + "/riders.sqlite", schema: .riders)
        let store = RiderStore(file, clock: clock)
        self.store = store
        ask = Asking(
            router: WebServer.router([
                RiderEndpoints(store),
                RideEndpoints(
                    store, network: SavedNetwork(timetable), positions: positions,
                    snapshot: { snapshot }, clock: clock),
                RiderCountEndpoints(gate: OperatorGate(OperatorToken(Self.operatorText))) {
                    ["riders": try await store.count(), "waiting": 0]
                },
            ]))
    }

    private func raw(_ path: String, _ token: String, _ text: String) async throws -> Asking.Answer
    {
        try await ask(
            .post, path, authorization: "Bearer \(token)", bytes: ByteBuffer(string: text))
    }

    // MARK: - Positions of riders

    @Test func `a location is taken and shown to nobody, not even its rider`() async throws {
        let token = try await ask.newRider()
        let other = try await ask.newRider()
        let here: [String: Any] = ["latitude": 47.374, "longitude": 8.541]
        let answer = try await ask(.post, "/rider/location", token, here)
        #expect(answer.status == 204)
        #expect(answer.json == nil)
        for token in [token, other] {
            let everything = try await ask(.get, "/rider", token).object
            let text = String(
                decoding: try JSONSerialization.data(withJSONObject: everything), as: UTF8.self)
            #expect(text.contains("settings"))
            #expect(!text.contains("47.374") && !text.contains("8.541"))
        }
        #expect(try await ask(.get, "/rider/location", token).status == 405)
        let rider = try #require(try await ask(.get, "/rider", token).object["rider"] as? String)
        #expect(positions.isKnown(RiderID(rawValue: rider), now: clock.now()))
        #expect(
            !positions.isKnown(RiderID(rawValue: rider), now: clock.now().advanced(bySeconds: 121)))
    }

    @Test func `a location needs its rider's token`() async throws {
        let here: [String: Any] = ["latitude": 47, "longitude": 8]
        for wrong in [nil, "x", String(repeating: "A", count: 43), Self.operatorText] {
            let answer = try await ask(.post, "/rider/location", wrong, here)
            #expect(answer.status == 401)
            #expect(answer.kind == "no-rider")
        }
    }

    @Test(arguments: [
        (#"{"latitude": "47", "longitude": 8}"#, 400, "'latitude' must be a number."),
        (#"{"latitude": 47}"#, 400, "'longitude' is missing"),
        (#"{"latitude": null, "longitude": 8}"#, 400, "'latitude' must have a value"),
        ("[47, 8]", 400, "must be one JSON object"), ("", 400, "must be one JSON object"),
        (#"{"latitude": 91, "longitude": 8}"#, 422, "no such place"),
        (#"{"latitude": 47, "longitude": -181}"#, 422, "no such place"),
        (#"{"latitude": 0, "longitude": 0}"#, 422, "no such place"),
        (#"{"latitude": 1e400, "longitude": 8}"#, 400, "."),
    ])
    func `what is no location is refused in a sentence`(
        text: String, status: Int, sentence: String
    ) async throws {
        let token = try await ask.newRider()
        let answer = try await raw("/rider/location", token, text)
        #expect(answer.status == status)
        #expect(answer.detail.contains(sentence), "\(answer.detail)")
    }

    @Test func `a body that is too long is not read`() async throws {
        let token = try await ask.newRider()
        let long =
            #"{"latitude": 47, "longitude": 8, "x": ""#
            + String(repeating: "x", count: 300_000) + "\"}"
        #expect(try await raw("/rider/location", token, long).status == 413)
    }

    // MARK: - Rides

    @Test func `a ride shows the stops that are passed and left`() async throws {
        let token = try await ask.newRider()
        let made = try await ask(.post, "/rider/rides", token, ["trip": "red-1", "to": "C"])
        #expect(made.status == 201)
        #expect(made.object["line"] as? String == "red")
        #expect(made.object["vehicle"] == nil || made.object["vehicle"] is NSNull)
        let passed = try #require(made.object["passed"] as? [[String: Any]])
        #expect(passed.map { $0["id"] as? String } == ["A"])
        let left = try #require(made.object["left"] as? [[String: Any]])
        #expect(left.map { $0["id"] as? String } == ["B", "C"])
        #expect(
            (left.last?["arrival"] as? [String: Any])?["scheduled"] as? String
                == "2026-05-04T08:20:00+02:00")
        let all = try await ask(.get, "/rider/rides", token)
        #expect(all.list.map { $0["trip"] as? String } == ["red-1"])
        #expect(all.headers[.cacheControl] == "no-store")
        let everything = try await ask(.get, "/rider", token).object
        #expect((everything["rides"] as? [[String: Any]])?.first?["trip"] as? String == "red-1")
        let id = try #require(made.object["id"] as? String)
        // Other riders neither see nor end it.
        let other = try await ask.newRider()
        #expect(try await ask(.get, "/rider/rides", other).list.isEmpty)
        #expect(try await ask(.delete, "/rider/rides/\(id)", other).status == 404)
        #expect(try await ask(.get, "/rider/rides").status == 401)
        #expect(try await ask(.delete, "/rider/rides/\(id)").status == 401)
        #expect(try await ask(.delete, "/rider/rides/\(id)", token).status == 204)
        #expect(try await ask(.get, "/rider/rides", token).list.isEmpty)
    }

    @Test(arguments: [
        (#"{"trip": "red-1", "from": "B", "to": "C"}"#, 201, ""),
        (#"{"trip": "red-2", "day": "20260504", "start": 30600, "to": "B"}"#, 201, ""),
        (#"{"trip": "red-1", "from": "C", "to": "A"}"#, 422, "in this order"),
        (#"{"trip": "red-1", "to": "A"}"#, 422, "in this order"),
        (#"{"trip": "blue", "to": "C"}"#, 422, "in this order"),
        (#"{"trip": "red-1", "to": "Z"}"#, 422, "in this order"),
        (#"{"trip": "red-1", "start": 5, "to": "C"}"#, 422, "in this order"),
        (#"{"trip": "red-1"}"#, 400, "'to' is missing"),
        (#"{"trip": 7, "to": "C"}"#, 400, "'trip' must be a text."),
        (#"{"trip": "red-1", "to": "C", "day": 20260504}"#, 400, "'day' must be a text."),
        (
            #"{"trip": "red-1", "to": "C", "day": "tomorrow"}"#, 400,
            "'day' must be a day as in 2026-05-04."
        ),
        (#"{"trip": "red-1", "to": "C", "start": 1e12}"#, 400, "must be"),
    ])
    func `a ride is on a trip from a stop to a later one`(
        text: String, status: Int, sentence: String
    ) async throws {
        let token = try await ask.newRider()
        let answer = try await raw("/rider/rides", token, text)
        #expect(answer.status == status, "\(answer.detail)")
        #expect(sentence.isEmpty || answer.detail.contains(sentence), "\(answer.detail)")
        #expect(try await ask(.get, "/rider/rides", token).list.count == (status == 201 ? 1 : 0))
    }

    @Test func `nobody is in more than three vehicles`() async throws {
        let token = try await ask.newRider()
        let ride: [String: Any] = ["trip": "red-1", "to": "C"]
        for _ in 0..<CurrentRide.maximum {
            #expect(try await ask(.post, "/rider/rides", token, ride).status == 201)
        }
        let answer = try await ask(.post, "/rider/rides", token, ride)
        #expect(answer.status == 409)
        #expect(answer.kind == "too-many")
    }

    // MARK: - Operators

    @Test func `operators see counts with their token, and riders do not`() async throws {
        let token = try await ask.newRider()
        for wrong in [nil, token, "another token"] {
            let answer = try await ask(.get, "/operator/riders", wrong)
            #expect(answer.status == 401)
            #expect(answer.kind == "no-operator")
        }
        let counts = try await ask(.get, "/operator/riders", Self.operatorText)
        #expect(counts.status == 200)
        #expect(counts.object["riders"] as? Int == 1)
        #expect(counts.object.values.allSatisfy { $0 is Int })
        #expect(counts.headers[.cacheControl] == "no-store")
    }
}
