import ClockTesting
import Diary
import DiaryDays
import DiaryInference
import FolderTesting
import Foundation
import Hummingbird
import HummingbirdTesting
import Persistence
import Testing
import TransitModel
import TransitTesting

@testable import DiaryEndpoints
@testable import WebServer

/// Personal diaries over HTTP, from beginning to export.
@Suite struct TimelineEndpointTests {
    private let folder = TemporaryFolder()
    private let store: DiaryStore
    private let intake: DiaryIntake
    private let lines: LineMatcher
    private let clock = ManualWallClock(
        UnixTime(seconds: Int64(DrawnDays.time(20, 0, day: 20))))

    private struct Answer {
        let status: Int
        let type: String
        let body: String
        let json: [String: Any]

        func list(_ name: String) -> [[String: Any]] { json[name] as? [[String: Any]] ?? [] }
    }

    /// Sends requests as a diary's owner.
    private struct Asker {
        let client: any TestClientProtocol
        var token: String?

        func callAsFunction(
            _ method: HTTPRequest.Method, _ path: String, _ body: String = ""
        ) async throws -> Answer {
            var headers = HTTPFields()
            headers[.authorization] = token.map { "Bearer \($0)" }
            return try await client.execute(
                uri: "/api/v1/diary" + path, method: method, headers: headers,
                body: ByteBuffer(string: body)
            ) { response in
                let text = String(buffer: response.body)
                let json = try? JSONSerialization.jsonObject(with: Data(text.utf8))
                return Answer(
                    status: response.status.code,
                    type: response.headers[.contentType] ?? "", body: text,
                    json: json as? [String: Any] ?? [:])
            }
        }

        /// Sends generated days.
        func send(_ days: [Int]) async throws {
            for body in DrawnDays(days).bodies {
                let answer = try await self(.post, "/fixes", body)
                #expect(answer.status == 200)
            }
        }

        /// Returns the items of a day after 4 May 2026.
        func items(_ day: Int) async throws -> [[String: Any]] {
            try await self(.get, "/days/\(Self.date(day))").list("items")
        }

        static func date(_ day: Int) -> String {
            ServiceDay(daysSince1970: Int32(20_577 + day)).description
        }
    }

    init() throws {
        let file = try RecordStore(path: folder.path("diary.sqlite"), schema: .diary)
        store = DiaryStore(file, clock: clock)
        intake = DiaryIntake(store)
        lines = LineMatcher(try TextFeed(DrawnDays.drawing).compiled())
    }

    private func timelines() throws -> DiaryTimelines {
        let zone = try #require(TransitTimeZone(identifier: "Europe/Zurich"))
        return DiaryTimelines(
            store, maker: TimelineMaker(lines: lines), lookUpSightings: nil, zone: zone)
    }

    /// Runs requests while the intake writes.
    private func serving(
        allowing isAllowed: Bool = true, _ timelines: DiaryTimelines? = nil,
        _ body: @escaping @Sendable (Asker) async throws -> Void
    ) async throws {
        let router = WebServer.router([
            LoggerEndpoints(store, intake: intake),
            ParticipantEndpoints(store, intake: intake, home: "https://takt.example"),
            PersonalDiaryEndpoints(
                store, isAllowed: isAllowed, home: "https://takt.example", newPerHour: 20),
            TimelineEndpoints(
                try timelines ?? self.timelines(), intake: intake, clock: clock),
        ])
        let intake = intake
        try await Application(router: router).test(.router) { client in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await intake.run() }
                defer { group.cancelAll() }
                try await body(Asker(client: client))
            }
        }
    }

    /// Begins a personal diary.
    private static func begin(_ ask: Asker) async throws -> Asker {
        let offered = try await ask(.get, "/personal?language=de")
        #expect(offered.status == 200 && offered.json["mode"] as? String == "personal")
        #expect((offered.json["name"] as? String)?.contains("Reisetagebuch") == true)
        let consent = try #require(offered.json["consent"] as? [String: Any])
        let version = try #require(consent["version"] as? Int)
        let old = try await ask(.post, "/personal", #"{"consentVersion":\#(version + 1)}"#)
        #expect(old.status == 409)
        let begun = try await ask(.post, "/personal", #"{"consentVersion":\#(version)}"#)
        #expect(begun.status == 201)
        var mine = ask
        mine.token = try #require(begun.json["token"] as? String)
        return mine
    }

    @Test func `a morning is reported: stays, the walk, the very bus, its stops and its delay`()
        async throws
    {
        try await serving { ask in
            let mine = try await Self.begin(ask)
            try await mine.send([0])
            let day = try await mine(.get, "/days/2026-05-04")
            #expect(day.status == 200)
            #expect(day.json["device"] as? String == "phone")
            #expect(day.json["start"] as? String == "2026-05-04T00:00:00+02:00")
            let items = day.list("items")
            #expect(
                items.map { $0["kind"] as? String } == ["stay", "trip", "stay", "trip", "stay"])
            let legs = items[1]["legs"] as? [[String: Any]] ?? []
            let ride = try #require(legs.first { $0["mode"] as? String == "bus" })
            let line = try #require((ride["lines"] as? [[String: Any]])?.first)
            #expect(line["route"] as? String == "red" && line["trip"] as? String == "red-1")
            #expect((line["boarding"] as? [String: String])?["name"] == "Stop A")
            #expect((line["alighting"] as? [String: String])?["id"] == "F")
            #expect(line["serviceDay"] as? String == "2026-05-04")
            let delay = try #require(line["delaySeconds"] as? Int)
            #expect((20...100).contains(delay))
            let way = (ride["geometry"] as? [String: Any])?["coordinates"] as? [[Double]]
            #expect((2...40).contains(way?.count ?? 0))
            #expect(way?.first?.first.map { abs($0 - 8) < 0.003 } == true)
            let metres = try #require(ride["distanceMetres"] as? Int)
            #expect((3300...4300).contains(metres))
            let nowhere = try await mine(.get, "/days/2026-05-09")
            #expect(nowhere.status == 200 && nowhere.list("items").isEmpty)
        }
    }

    @Test func `looking every day, or once at the end, after a restart: the same days`()
        async throws
    {
        let other = try timelines()
        try await serving { [self] ask in
            let mine = try await Self.begin(ask)
            let later = try await Self.begin(ask)
            for day in 0..<8 {
                try await mine.send([day])
                _ = try await mine.items(day)
            }
            try await later.send(Array(0..<8))
            let fresh = TimelineEndpoints(other, intake: intake, clock: clock)
            try await Application(router: WebServer.router([fresh])).test(.router) { client in
                var anew = Asker(client: client)
                anew.token = mine.token
                for day in 0..<8 {
                    let path = "/days/\(Asker.date(day))"
                    let first = try await mine(.get, path)
                    #expect(first.list("items").count == 5)
                    #expect(try await later(.get, path).body == first.body, "day \(day)")
                    #expect(try await anew(.get, path).body == first.body, "day \(day)")
                }
            }
            let days = try await mine(.get, "/days?from=2026-05-04&to=2026-05-20").list("days")
            #expect(days.count == 8)
            #expect(days.first?["date"] as? String == Asker.date(7))
            #expect(days.first?["trips"] as? Int == 2)
            // Pieces far enough in the past are settled and not inferred again.
            #expect(days.last?["open"] == nil && days.first?["open"] as? Bool == true)
        }
    }

    @Test func `what somebody says survives that fixes come late`() async throws {
        try await serving { ask in
            let mine = try await Self.begin(ask)
            try await mine.send(Array(1..<6))
            let legs = try await mine.items(1)[1]["legs"] as? [[String: Any]]
            let ride = try #require(legs?.first { $0["mode"] as? String == "bus" })
            let start = try #require(ride["start"] as? String)
            let end = try #require(ride["end"] as? String)
            let said = try await mine(
                .post, "/corrections",
                #"{"kind":"mode","start":"\#(start)","end":"\#(end)","mode":"car"}"#)
            #expect(said.status == 201)
            let id = try #require(said.json["id"] as? Int)
            let before = try await mine.items(1)
            // The phone had no connection on the first day and sends it last.
            try await mine.send([0])
            #expect(try await mine.items(0).count == 5)
            let day = try await mine(.get, "/days/\(Asker.date(1))")
            #expect(day.list("corrections").first?["applies"] as? Bool == true)
            let after = day.list("items")
            let corrected = (after[1]["legs"] as? [[String: Any]])?
                .first { $0["corrected"] as? Bool == true }
            #expect(corrected?["mode"] as? String == "car")
            #expect(corrected?["inferredMode"] as? String == "bus")
            #expect(corrected?["lines"] == nil)
            #expect(after.count == before.count)
            #expect(try await mine(.delete, "/corrections/\(id)").status == 204)
            #expect(try await mine(.delete, "/corrections/\(id)").status == 404)
            let again = try await mine.items(1)[1]["legs"] as? [[String: Any]]
            #expect(again?.contains { $0["mode"] as? String == "bus" } == true)
        }
    }

    @Test func `places, sums and habits`() async throws {
        try await serving { ask in
            let mine = try await Self.begin(ask)
            try await mine.send([0, 1, 2, 3, 4, 7, 8, 9, 10, 11])
            let day = try await mine.items(2)
            try #require(day.count == 5)
            let work = day[2]
            let start = try #require(work["start"] as? String)
            let end = try #require(work["end"] as? String)
            let said = try await mine(
                .post, "/corrections",
                #"{"kind":"name","start":"\#(start)","end":"\#(end)","name":" Work ","everywhere":true}"#
            )
            #expect(said.status == 201 && said.json["everywhere"] as? Bool == true)
            #expect(
                try await mine(.get, "/places").list("places").first?["name"] as? String == "Work")
            let stays = try await mine.items(9).filter { $0["kind"] as? String == "stay" }
            #expect(stays.contains { $0["name"] as? String == "Work" })
            #expect(stays.contains { $0["named"] as? String == "place" })
            let sums = try await mine(.get, "/statistics?from=2026-05-04&to=2026-05-10")
            #expect(sums.json["trips"] as? Int == 10)
            let line = try #require(sums.list("lines").first)
            #expect(line["rides"] as? Int == 5 && line["onTimeRides"] as? Int == 5)
            #expect((sums.json["co2Grams"] as? Int ?? 0) > 1500)
            #expect(sums.list("places").first?["name"] as? String == "Work")
            let found = try await mine(.get, "/suggestions").list("suggestions")
            #expect(found.count == 1)
            #expect(found.first?["departure"] as? String == "08:00")
            #expect(found.first?["weekdays"] as? [Int] == [1, 2, 3, 4, 5])
            #expect((found.first?["to"] as? [String: String])?["id"] == "F")
        }
    }

    @Test func `a deleted day is gone for good`() async throws {
        try await serving { ask in
            let mine = try await Self.begin(ask)
            try await mine.send([0, 1, 2, 3])
            let kept = try await mine.items(1).count
            #expect(try await mine(.delete, "/days/\(Asker.date(2))").status == 204)
            let gone = try await mine.items(2)
            #expect(gone.count == 1 && gone.first?["reason"] as? String == "deleted")
            // The phone sends it again.
            try await mine.send([2])
            #expect(try await mine.items(2).count == 1)
            #expect(try await mine.items(1).count == kept)
            #expect(try await mine.items(3).contains { $0["kind"] as? String == "trip" })
            let raw = try await mine(.get, "/participant/export?device=phone")
            #expect(!raw.body.contains("2026-05-06T") && raw.body.contains("2026-05-05T"))
        }
    }

    @Test func `trips are joined, cut and taken away in three formats`() async throws {
        try await serving { ask in
            let mine = try await Self.begin(ask)
            try await mine.send([0])
            let cut = try await mine(
                .post, "/corrections", #"{"kind":"split","start":"2026-05-04T08:05:00+02:00"}"#)
            #expect(cut.status == 201)
            let kinds = try await mine.items(0).map { $0["kind"] as? String }
            #expect(kinds == ["stay", "trip", "stay", "trip", "stay", "trip", "stay"])
            let joined = try await mine(
                .post, "/corrections",
                #"{"kind":"join","start":"2026-05-04T01:00:00Z","end":"2026-05-04T02:00:00Z"}"#)
            #expect(joined.status == 422)
            let unknown = try await mine(.get, "/days/2026-05-04?zone=Mars/Base")
            #expect(unknown.status == 400 && unknown.json["parameter"] as? String == "zone")
            let span = "?from=2026-05-01&to=2026-05-05"
            for (ending, type, word) in [
                ("geojson", "application/geo+json", "LineString"),
                ("gpx", "application/gpx+xml", "<trkpt"),
                ("csv", "text/csv; charset=utf-8", "Stop A,Stop F,red-1"),
            ] {
                let file = try await mine(.get, "/days.\(ending)\(span)")
                #expect(file.status == 200 && file.type == type)
                #expect(file.body.contains(word), "\(ending): \(file.body)")
            }
            let long = try await mine(.get, "/days?from=2020-01-01&to=2026-05-05")
            #expect(long.status == 400)
        }
    }

    @Test func `a sealed diary cannot be read here, and says so`() async throws {
        let study = Study(
            id: "sealed", name: "Sealed", mode: .study, recipient: AgeIdentity().recipient.text,
            consent: Study.Consent(version: 1, text: "Yes."))
        let (code, _) = try await store.create(study)
        let enrolment = try await store.enrol(code, consent: 1)
        try await serving { ask in
            var mine = ask
            mine.token = enrolment.token.text
            for path in [
                "/days", "/days/2026-05-04", "/statistics", "/suggestions", "/places", "/days.gpx",
            ] {
                let answer = try await mine(.get, path)
                #expect(answer.status == 409 && answer.body.contains("sealed"), "\(path)")
            }
            #expect(try await mine(.delete, "/days/2026-05-04").status == 409)
            #expect(try await ask(.get, "/days").status == 401)
        }
    }

    @Test func `where the operator allows no diaries of one's own, there are none`() async throws {
        try await serving(allowing: false) { ask in
            #expect(try await ask(.get, "/personal").status == 404)
            let refused = try await ask(.post, "/personal", #"{"consentVersion":1}"#)
            #expect(refused.status == 404 && refused.body.contains("diary.personal"))
        }
    }
}
