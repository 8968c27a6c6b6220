import ClockTesting
import EndpointTesting
import Diary
import FolderTesting
import Foundation
import Hummingbird
import Persistence
import Riders
import Secrets
import Testing
import TransitModel

@testable import DiaryEndpoints
@testable import RiderEndpoints
@testable import TaktApp
@testable import WebServer

/// Phones' loggers that report riders' positions, over HTTP.
@Suite struct RiderLoggerTests {
    private let folder = TemporaryFolder()
    private let ask: Asking
    private let positions = RiderPositions()
    private let diary: DiaryStore
    private let intake: DiaryIntake
    /// The network's clock, which shows another day than the phones'.
    private let clock = ManualWallClock(UnixTime(seconds: 1_777_900_000))
    private let riders: RecordStore
    private let phoneClock = ManualWallClock(UnixTime(seconds: 1_800_000_000))

    init() throws {
        riders = try RecordStore(path: folder.path + "/riders.sqlite", schema: .riders)
        let store = RiderStore(riders, clock: phoneClock)
        let diaries = try RecordStore(path: folder.path + "/diary.sqlite", schema: .diary)
        diary = DiaryStore(diaries, clock: phoneClock)
        intake = DiaryIntake(diary)
        let loggers = LoggerPositions(
            store, positions: positions, clock: clock, phoneClock: phoneClock)
        ask = Asking(
            router: WebServer.router([
                RiderEndpoints(store),
                RiderLoggerEndpoints(
                    store, loggers: loggers, diary: Self.kinds(diary), home: "https://takt.example"),
                LoggerEndpoints(diary, intake: intake, riders: RiderLoggers(loggers)),
                ParticipantEndpoints(
                    diary, intake: intake, home: nil, riders: RiderLoggers(loggers)),
            ]))
    }

    /// Returns the kinds of the diaries in a store.
    private static func kinds(_ diary: DiaryStore) -> RiderLoggerEndpoints.DiaryKinds {
        { token in
            try await diary.participant(token).map {
                $0.study.mode == .personal ? .personal : .sealed
            }
        }
    }

    /// Registers a rider and links a logger; returns the tokens of both.
    private func riderWithLogger() async throws -> (rider: String, logger: String) {
        let rider = try await ask.newRider()
        let made = try await ask(.post, "/rider/logger", rider, [:])
        return (rider, try #require(made.object["token"] as? String))
    }

    private func riderID(_ token: String) async throws -> RiderID {
        RiderID(
            rawValue: try #require(
                try await ask(.get, "/rider", token).object["rider"] as? String))
    }

    /// Returns an Overland request with fixes of some seconds ago.
    private func overland(_ ages: Int..., accuracy: Int = 10) -> [String: Any] {
        let format = ISO8601DateFormatter()
        let now = Double(phoneClock.now().seconds)
        return [
            "locations": ages.map { age in
                [
                    "type": "Feature",
                    "geometry": ["type": "Point", "coordinates": [8.5, 47.4]],
                    "properties": [
                        "timestamp": format.string(
                            from: Date(timeIntervalSince1970: now - Double(age))),
                        "horizontal_accuracy": accuracy, "device_id": "a",
                    ],
                ] as [String: Any]
            }
        ]
    }

    /// Sends a request as phones do, to an address outside `/api/v1`.
    private func send(
        _ path: String, _ authorization: String, _ body: [String: Any]
    ) async throws -> Asking.Answer {
        try await ask(
            .post, path, below: "", authorization: authorization,
            bytes: ByteBuffer(bytes: try JSONSerialization.data(withJSONObject: body)))
    }

    @Test func `a logger gets a token, and shows where its rider is`() async throws {
        let rider = try await ask.newRider()
        let id = try await riderID(rider)
        #expect(
            try await ask(.get, "/rider/logger", rider).object["linked"] as? Bool == false)
        let made = try await ask(.post, "/rider/logger", rider, [:])
        #expect(made.status == 201)
        #expect(made.object["overland"] as? String == "https://takt.example/overland")
        #expect(made.object["ownTracks"] as? String == "https://takt.example/pub")
        let token = try #require(made.object["token"] as? String)
        let logger = try await ask(.get, "/rider/logger", rider).object
        #expect(logger["linked"] as? Bool == true && logger["diary"] as? Bool == false)
        #expect(logger["token"] == nil || logger["token"] is NSNull)
        #expect(logger["lastFix"] == nil)

        let sent = try await send("/overland", "Bearer \(token)", overland(30))
        #expect(sent.status == 200)
        #expect(sent.object["result"] as? String == "ok")
        #expect(positions.isKnown(id, now: clock.now()))
        // For five minutes after the fix.
        #expect(positions.isKnown(id, now: clock.now().advanced(bySeconds: 269)))
        #expect(!positions.isKnown(id, now: clock.now().advanced(bySeconds: 271)))
    }

    @Test func `a rider sees when the phone reported something last, and not of a logger before`()
        async throws
    {
        let rider = try await ask.newRider()
        func lastFix() async throws -> String? {
            try await ask(.get, "/rider/logger", rider).object["lastFix"] as? String
        }
        for (age, shown) in [(30, "2027-01-15T07:59:30"), (400, "2027-01-15T07:53:20")] {
            let made = try await ask(.post, "/rider/logger", rider, [:])
            #expect(try await lastFix() == nil)
            let token = try #require(made.object["token"] as? String)
            // Older fixes of the phone arrive later.
            _ = try await send("/overland", "Bearer \(token)", overland(age))
            _ = try await send("/overland", "Bearer \(token)", overland(age + 100))
            #expect(try await lastFix()?.hasPrefix(shown) == true)
        }
        _ = try await ask(.delete, "/rider/logger", rider)
        #expect(try await lastFix() == nil)
    }

    @Test func `OwnTracks reports with its password`() async throws {
        let (rider, token) = try await riderWithLogger()
        let basic = "Basic " + Data("anybody:\(token)".utf8).base64EncodedString()
        let fix: [String: Any] = [
            "_type": "location", "lat": 47.4, "lon": 8.5, "acc": 12,
            "tst": phoneClock.now().seconds,
        ]
        #expect(try await send("/pub", basic, fix).status == 200)
        #expect(positions.isKnown(try await riderID(rider), now: clock.now()))
        let sealed = try await send("/pub", basic, ["_type": "encrypted", "data": "AAAA"])
        #expect(sealed.status == 422)
        #expect(try await send("/pub", basic, ["x": 1]).status == 400)
    }

    @Test func `old and rough fixes say nothing`() async throws {
        let (rider, token) = try await riderWithLogger()
        for body in [overland(301), overland(5000, 400), overland(10, accuracy: 1000), overland()] {
            #expect(try await send("/overland", "Bearer \(token)", body).status == 200)
            #expect(!positions.isKnown(try await riderID(rider), now: clock.now()))
        }
        #expect(try await send("/overland", "Bearer \(token)", ["x": 1]).status == 400)
    }

    @Test func `whoever takes it back is not found any more`() async throws {
        let (rider, first) = try await riderWithLogger()
        let again = try await ask(.post, "/rider/logger", rider, [:])
        let second = try #require(again.object["token"] as? String)
        #expect(try await send("/overland", "Bearer \(first)", overland(1)).status == 401)
        #expect(try await send("/overland", "Bearer \(second)", overland(1)).status == 200)
        #expect(try await ask(.delete, "/rider/logger", rider).status == 204)
        #expect(try await send("/overland", "Bearer \(second)", overland(1)).status == 401)
        #expect(try await ask(.get, "/rider/logger", rider).object["linked"] as? Bool == false)
        // Deleting all data removes it too.
        let third = try await ask(.post, "/rider/logger", rider, [:])
        #expect(third.status == 201)
        #expect(try await ask(.post, "/rider/clear", rider).status == 204)
        #expect(try await ask(.get, "/rider/logger", rider).object["linked"] as? Bool == false)
    }

    @Test func `it lets nobody in elsewhere, and needs a rider`() async throws {
        let (rider, token) = try await riderWithLogger()
        #expect(try await ask(.get, "/rider", token).status == 401)
        #expect(try await ask(.get, "/rider/logger").status == 401)
        #expect(try await ask(.post, "/rider/logger", token, [:]).status == 401)
        #expect(try await ask(.delete, "/rider/logger").status == 401)
        // A rider's own token is not a logger's.
        #expect(try await send("/overland", "Bearer \(rider)", overland(1)).status == 401)
    }

    // MARK: - Diaries

    private func join(_ mode: Study.Mode) async throws -> BearerToken {
        let key = "age1xmwwc06ly3ee5rytxm9mflaz2u56jjj36s0mypdrwsvlul66mv4q47ryef"
        let study = Study(
            id: "drawn-\(mode.rawValue)", name: "S", mode: mode,
            recipient: mode == .study ? key : nil,
            consent: Study.Consent(version: 1, text: "Yes."))
        let (code, _) = try await diary.create(study)
        return try await diary.enrol(code, consent: 1).token
    }

    /// Registers a rider and begins a personal diary.
    private func riderAndDiary() async throws -> (token: String, id: RiderID, diary: BearerToken) {
        let rider = try await ask.newRider()
        return (rider, try await riderID(rider), try await join(.personal))
    }

    @Test
    func
        `a personal diary shows where its rider is once the rider linked it, and only while it records`()
        async throws
    {
        let (rider, id, token) = try await riderAndDiary()
        let writing = Task { [intake] in await intake.run() }
        defer { writing.cancel() }
        #expect(try await send("/overland", "Bearer \(token.text)", overland(9)).status == 200)
        #expect(!positions.isKnown(id, now: clock.now()))
        let linked = try await ask(.post, "/rider/logger", rider, ["diary": token.text])
        #expect(linked.status == 201)
        #expect(linked.object["diary"] as? Bool == true)
        let participant = try #require(try await diary.participant(token))
        try await diary.set(.paused, of: participant)
        await intake.forgetSessions()
        #expect(try await send("/overland", "Bearer \(token.text)", overland(8)).status == 200)
        #expect(!positions.isKnown(id, now: clock.now()))
        try await diary.set(.recording, of: participant)
        await intake.forgetSessions()
        #expect(try await send("/overland", "Bearer \(token.text)", overland(7)).status == 200)
        #expect(positions.isKnown(id, now: clock.now()))
    }

    @Test func `a diary is acknowledged while the riders' store fails, and its rider still found`()
        async throws
    {
        let (rider, id, token) = try await riderAndDiary()
        let writing = Task { [intake] in await intake.run() }
        defer { writing.cancel() }
        _ = try await ask(.post, "/rider/logger", rider, ["diary": token.text])
        #expect(try await send("/overland", "Bearer \(token.text)", overland(9)).status == 200)
        try await riders.write { try $0.executeAll("ALTER TABLE loggers RENAME TO lost") }
        phoneClock.advance(bySeconds: 400)
        clock.advance(bySeconds: 400)
        #expect(!positions.isKnown(id, now: clock.now()))
        #expect(try await send("/overland", "Bearer \(token.text)", overland(8)).status == 200)
        #expect(positions.isKnown(id, now: clock.now()))
    }

    @Test func `a diary that its person leaves is no rider's logger any more`() async throws {
        let (rider, id, token) = try await riderAndDiary()
        let writing = Task { [intake] in await intake.run() }
        defer { writing.cancel() }
        _ = try await ask(.post, "/rider/logger", rider, ["diary": token.text])
        #expect(try await send("/overland", "Bearer \(token.text)", overland(400)).status == 200)
        #expect(try await ask(.delete, "/diary/participant", token.text).status == 204)
        #expect(try await ask(.get, "/rider/logger", rider).object["linked"] as? Bool == false)
        #expect(try await send("/overland", "Bearer \(token.text)", overland(1)).status == 401)
        #expect(!positions.isKnown(id, now: clock.now()))
    }

    @Test func `nor is one that was deleted by a server that was killed then`() async throws {
        let (rider, id, token) = try await riderAndDiary()
        _ = try await ask(.post, "/rider/logger", rider, ["diary": token.text])
        try await diary.withdraw(try #require(try await diary.participant(token)))
        #expect(try await send("/overland", "Bearer \(token.text)", overland(1)).status == 401)
        #expect(!positions.isKnown(id, now: clock.now()))
    }

    @Test func `a sealed diary cannot be linked, nor one that is not there`() async throws {
        let rider = try await ask.newRider()
        let sealed = try await ask(
            .post, "/rider/logger", rider, ["diary": try await join(.study).text])
        #expect(sealed.status == 422)
        #expect(sealed.detail.contains("sealed"))
        for text in ["x", String(repeating: "A", count: 43)] {
            let answer = try await ask(.post, "/rider/logger", rider, ["diary": text])
            #expect(answer.status == 422)
            #expect(answer.detail.contains("no token"))
        }
        #expect(try await ask(.post, "/rider/logger", rider, ["diary": 5]).status == 400)
        #expect(try await ask(.get, "/rider/logger", rider).object["linked"] as? Bool == false)
    }
}
