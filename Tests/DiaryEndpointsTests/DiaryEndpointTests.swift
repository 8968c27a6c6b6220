import ClockTesting
import Diary
import FolderTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Persistence
import Testing
import TransitModel

@testable import DiaryEndpoints
@testable import HTTPServing
@testable import WebServer

/// Studies, participants and phones' data over HTTP.
@Suite struct DiaryEndpointTests {
    private static let operatorText = "a token of some length"
    private static let recordsPerDay = 1000
    private let folder = TemporaryFolder()
    private let store: DiaryStore
    private let intake: DiaryIntake
    private let router: Router<TaktRequestContext>

    private struct Answer {
        let status: Int
        let headers: HTTPFields
        let body: String
        let json: [String: Any]

        init(_ response: TestResponse) {
            status = response.status.code
            headers = response.headers
            body = String(buffer: response.body)
            let object = try? JSONSerialization.jsonObject(with: Data(body.utf8))
            json = object as? [String: Any] ?? [:]
        }
    }

    init() throws {
        let file = try RecordStore(path: folder.path("diary.sqlite"), schema: .diary)
        store = DiaryStore(file, clock: ManualWallClock(UnixTime(seconds: 1_777_852_800)))
        var settings = DiaryIntake.Settings()
        settings.recordsPerDay = Self.recordsPerDay
        intake = DiaryIntake(store, settings: settings)
        router = WebServer.router([
            LoggerEndpoints(store, intake: intake),
            ParticipantEndpoints(store, intake: intake, home: "https://takt.example"),
            StudyEndpoints(
                store, intake: intake, gate: OperatorGate(OperatorToken(Self.operatorText))),
        ])
    }

    /// Runs requests while the intake writes.
    private func serving(
        _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let intake = intake
        try await Application(router: router).test(.router) { client in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await intake.run() }
                defer { group.cancelAll() }
                try await body(client)
            }
        }
    }

    private static func ask(
        _ client: any TestClientProtocol, _ method: HTTPRequest.Method, _ path: String,
        _ authorization: String? = nil, _ body: String = ""
    ) async throws -> Answer {
        var headers = HTTPFields()
        headers[.authorization] = authorization
        return try await client.execute(
            uri: path, method: method, headers: headers, body: ByteBuffer(string: body)
        ) { Answer($0) }
    }

    /// Creates a personal study and joins it; returns the researcher's and the participant's
    /// authorization.
    private static func join(_ client: any TestClientProtocol) async throws -> (
        researcher: String, participant: String, id: String
    ) {
        let founded = try await ask(
            client, .post, "/api/v1/operator/studies", "Bearer \(operatorText)",
            """
            {"id":"family","name":"Family","mode":"personal","consent":{"version":1,"text":"Yes."}}
            """)
        #expect(founded.status == 201)
        let code = try #require(founded.json["code"] as? String)
        let offered = try await ask(
            client, .post, "/api/v1/diary/enrolment", nil, #"{"code":"\#(code.lowercased())"}"#)
        #expect((offered.json["consent"] as? [String: Any])?["text"] as? String == "Yes.")
        let joined = try await ask(
            client, .post, "/api/v1/diary/participants", nil,
            #"{"code":"\#(code)","consentVersion":1}"#)
        #expect(joined.status == 201)
        let setup = try #require((joined.json["overland"] as? [String: Any])?["setup"] as? String)
        #expect(
            setup.hasPrefix("overland://setup?url=https%3A%2F%2Ftakt.example%2Foverland&token="))
        let token = try #require(joined.json["token"] as? String)
        let researcher = try #require(founded.json["researcherToken"] as? String)
        let id = try #require(joined.json["participant"] as? String)
        return ("Bearer \(researcher)", "Bearer \(token)", id)
    }

    @Test func `a study from its founding to a participant's withdrawal`() async throws {
        try await serving { client in
            let (researcher, participant, id) = try await Self.join(client)
            let fixes = """
                {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[8,47.125]},\
                "properties":{"timestamp":"2026-05-04T00:00:00Z","device_id":"a"}}]}
                """
            let stored = try await Self.ask(client, .post, "/overland", participant, fixes)
            #expect(stored.status == 200)
            #expect(
                stored.body == #"{"result":"ok","set":{"main":{"desired_accuracy":"10m"}}}"#)
            let report = try await Self.ask(client, .get, "/api/v1/diary/study", researcher)
            let list = try #require(report.json["participants"] as? [[String: Any]])
            #expect(list.count == 1 && list[0]["fixes"] as? Int == 1)
            #expect(!report.body.contains("47.125") && !report.body.contains("coordinates"))
            let gone = try await Self.ask(
                client, .delete, "/api/v1/diary/study/participants/\(id)", researcher)
            #expect(gone.status == 204)
            let after = try await Self.ask(client, .post, "/overland", participant, fixes)
            #expect(after.status == 401 && (after.json["error"] as? String) != nil)
        }
    }

    @Test func `a full diary is refused in the form of each logger`() async throws {
        try await serving { client in
            let (_, participant, _) = try await Self.join(client)
            func overland(_ seconds: Range<Int>) -> String {
                let features = seconds.map { second in
                    let clock = String(format: "%02d:%02d", second / 60, second % 60)
                    return """
                        {"type":"Feature","geometry":{"type":"Point","coordinates":[8,47]},\
                        "properties":{"timestamp":"2026-05-04T00:\(clock)Z","device_id":"a"}}
                        """
                }
                return #"{"locations":[\#(features.joined(separator: ","))]}"#
            }
            let all = overland(0..<Self.recordsPerDay)
            #expect(try await Self.ask(client, .post, "/overland", participant, all).status == 200)
            let more = overland(1000..<1001)
            let location = #"{"_type":"location","lat":47,"lon":8,"tst":1777856400}"#
            for (path, body, member) in [
                ("/overland", more, "error"), ("/api/v1/diary/fixes", more, "detail"),
                ("/pub", location, "detail"),
            ] {
                let full = try await Self.ask(client, .post, path, participant, body)
                #expect(full.status == 429 && full.headers[.retryAfter] == "3600")
                #expect((full.json[member] as? String)?.hasPrefix("This diary has taken") == true)
            }
        }
    }

    @Test(arguments: ["/pub", "/overland"])
    func `loggers count towards the limit of requests`(path: String) async throws {
        let router = WebServer.router(
            [LoggerEndpoints(store, intake: intake)], limits: RequestLimits(perSecond: 1))
        let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
        try await Application(router: router).test(.live) { client in
            var answers: [Answer] = []
            while answers.last?.status != 429, answers.count < 100 {
                let answer = try await client.execute(
                    uri: path, method: .post, headers: [forwarded: "203.0.113.9"]
                ) { Answer($0) }
                answers.append(answer)
            }
            #expect(answers.first?.status == 401 && answers.last?.status == 429)
            #expect(answers.last?.json[path == "/overland" ? "error" : "detail"] != nil)
        }
    }

    @Test func `nobody gets in with another's token`() async throws {
        try await serving { client in
            let (researcher, participant, _) = try await Self.join(client)
            for (path, token) in [
                ("/api/v1/diary/study", participant), ("/api/v1/diary/participant", researcher),
                ("/api/v1/operator/studies", researcher),
                ("/api/v1/diary/participant", "Basic eDp5"), ("/api/v1/diary/study", "Bearer x"),
            ] {
                let answer = try await Self.ask(client, .get, path, token)
                #expect(answer.status == 401)
                #expect(answer.headers[.wwwAuthenticate] != nil)
            }
            let code = try await Self.ask(
                client, .post, "/api/v1/diary/enrolment", nil, #"{"code":"2222-2222-2222"}"#)
            #expect(code.status == 404)
        }
    }

    @Test func `a study's own thresholds are sent with a tag, and bad ones are refused`()
        async throws
    {
        try await serving { client in
            let (researcher, participant, _) = try await Self.join(client)
            let path = "/api/v1/diary/config"
            let first = try await Self.ask(client, .get, path, participant)
            #expect(first.json["StopMovingSameLocationSeconds"] as? Int == 300)
            #expect(first.headers[.eTag] != nil)
            let bad = try await Self.ask(
                client, .put, "/api/v1/diary/study/config", researcher,
                #"{"StopMovingSameLocationSeconds":1}"#)
            #expect(bad.status == 422)
            let good = try await Self.ask(
                client, .put, "/api/v1/diary/study/config", researcher,
                #"{"StopMovingSameLocationSeconds":300,"version":4}"#)
            #expect(good.status == 200)
            let second = try await Self.ask(client, .get, path, participant)
            #expect(second.json["version"] as? Int == 4)
            #expect(second.headers[.eTag] != first.headers[.eTag])
            let server = try await Self.ask(client, .get, path)
            #expect(server.json["version"] as? Int == 0)
        }
    }

    @Test(arguments: ["[]", "{", #"{"locations":1}"#])
    func `a body that is no batch is refused in Overland's way`(body: String) async throws {
        try await serving { client in
            let (_, participant, _) = try await Self.join(client)
            let answer = try await Self.ask(client, .post, "/overland", participant, body)
            #expect(answer.status == 400)
            #expect(answer.json["result"] == nil && answer.json["error"] as? String != nil)
        }
    }
}
