import EndpointTesting
import FolderTesting
import Foundation
import HTTPFetching
import Hummingbird
import Notifications
import Persistence
import Riders
import Testing
import TransitModel

@testable import HTTPServing
@testable import RiderEndpoints
@testable import WebServer

/// The endpoints of riders' channels over HTTP.
@Suite struct ChannelEndpointTests {
    private let folder = TemporaryFolder()
    private let ask: Asking
    private let key: String

    init() throws {
        let file = try RecordStore(path: folder.path + "/riders.sqlite", schema: .riders)
        let store = RiderStore(file, clock: SystemWallClock())
        var dependencies = FetchDependencies()
        // Names are not looked up: the name itself determines the address.
        dependencies.resolve = { host throws(FetchError) in
            guard let address = IPAddress(host == "inner.example" ? "10.0.0.7" : "9.9.9.9") else {
                throw .unknownHost(host)
            }
            return [address]
        }
        let sender = ChannelSender(
            settings: ChannelSender.Settings(
                home: "https://takt.example", contact: "mailto:o@takt.example"),
            key: try VapidKey(file: folder.path + "/key.pem"),
            fetcher: HTTPFetcher(dependencies: dependencies), mailServer: nil)
        key = sender.applicationServerKey
        ask = Asking(
            router: WebServer.router([
                RiderEndpoints(store), ChannelEndpoints(store, sender: sender),
            ]))
    }

    /// The browser in RFC 8291's example.
    private static var browser: [String: Any] {
        [
            "endpoint": "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
            "expirationTime": NSNull(),
            "keys": [
                "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx"
                    + "aOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                "auth": "BTBZMqHH6r4Tts7J_aSIgg",
            ],
        ]
    }

    @Test func `browsers get the key to subscribe with and the other channels`() async throws {
        let answer = try await ask(.get, "/push")
        #expect(answer.object["applicationServerKey"] as? String == key)
        #expect(answer.object["kinds"] as? [String] == ["web-push", "ntfy", "webhook"])
    }

    @Test func `a browser's subscription is stored once, as the browser sends it`() async throws {
        let token = try await ask.newRider()
        let wanted = Self.browser.merging(["kind": "web-push"]) { $1 }
        let added = try await ask(.post, "/rider/channels", token, wanted)
        #expect(added.status == 201)
        #expect(added.object["name"] as? String == "push.example.net")
        #expect(added.object["state"] as? String == "ready")
        #expect(try await ask(.post, "/rider/channels", token, wanted).status == 200)
        let all = try await ask(.get, "/rider/channels", token)
        #expect(all.list.count == 1)
        let id = try #require(all.list.first?["id"] as? String)
        // Secrets are not returned.
        let found = try #require(all.list.first)
        #expect(Set(found.keys) == ["id", "kind", "name", "state", "created"])
        #expect(try await ask(.get, "/rider/channels", try await ask.newRider()).list.isEmpty)
        #expect(
            try await ask(.delete, "/rider/channels/\(id)", try await ask.newRider()).status == 404)
        #expect(try await ask(.delete, "/rider/channels/\(id)", token).status == 204)
        #expect(try await ask(.get, "/rider/channels", token).list.isEmpty)
    }

    @Test func `a webhook's secret is shown once`() async throws {
        let token = try await ask.newRider()
        let added = try await ask(
            .post, "/rider/channels", token, ["kind": "webhook", "url": "https://hook.example/x"])
        #expect(added.status == 201)
        #expect((added.object["secret"] as? String)?.count == 43)
        let everything = try await ask(.get, "/rider", token).object
        let channels = try #require(everything["channels"] as? [[String: Any]])
        #expect(channels.count == 1 && channels[0]["secret"] == nil)
    }

    @Test(arguments: [
        (["kind": "ntfy", "server": "http://127.0.0.1:8090", "topic": "a"], 422, "may not use"),
        (["kind": "webhook", "url": "http://inner.example/x"], 422, "may not use"),
        (["kind": "webhook", "url": "ftp://hook.example/x"], 422, "begins with https"),
        (["kind": "ntfy", "server": "https://ntfy.example", "topic": "a b"], 422, "ntfy topic"),
        (["kind": "ntfy", "server": "https://ntfy.example"], 400, "'topic' is missing"),
        (
            ["kind": "web-push", "endpoint": "https://push.example"], 400,
            "'keys.p256dh' is missing"
        ),
        (["kind": "email", "address": "rider@example.org"], 422, "sends no mail"),
        (["kind": "pigeon"], 400, "'kind' must be one of web-push, ntfy, webhook, email."),
    ])
    func `what cannot be a channel is refused in a sentence`(
        wanted: [String: String], status: Int, sentence: String
    ) async throws {
        let token = try await ask.newRider()
        let answer = try await ask(.post, "/rider/channels", token, wanted)
        #expect(answer.status == status)
        #expect(answer.detail.contains(sentence), "\(answer.detail)")
        #expect(try await ask(.get, "/rider/channels", token).list.isEmpty)
    }

    @Test func `tests are few, and channels of others cannot be tested`() async throws {
        let token = try await ask.newRider()
        #expect(try await ask(.post, "/rider/channels/0123456789abcdef/test", token).status == 404)
        let bound = RateLimit(burst: 2, perSecond: 0.5, now: { 1000 })
        try bound.take("a", "too often")
        try bound.take("a", "too often")
        let problem = #expect(throws: Problem.self) { try bound.take("a", "too often") }
        #expect(problem?.headers[.retryAfter] == "2")
        try bound.take("b", "too often")
    }
}
