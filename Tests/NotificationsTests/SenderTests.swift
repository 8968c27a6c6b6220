import ClockTesting
import Crypto
import Foundation
import HTTPFetching
import Synchronization
import Testing
import TransitModel

@testable import Notifications

/// One attempt over HTTP, seen from the server.
struct SenderTests {
    private let now = UnixTime(seconds: 1_800_000_000)

    private func message() throws -> RiderMessage {
        try RiderMessage(
            id: "m-1", topic: "ride.7:x", title: "Tram 4: 8 min später",
            body: "Abfahrt 07:12 → 07:20", link: "https://takt.example/c/1", urgency: .high,
            timeToLiveSeconds: 600, language: "de-CH")
    }

    private func send(
        to address: ChannelAddress, by sender: ChannelSender = sender()
    ) async throws -> SendOutcome {
        try await sender.send(
            message(), to: address, expires: SystemWallClock().now().advanced(bySeconds: 600))
    }

    @Test func `a push service gets all it needs, and only the browser reads the rest`()
        async throws
    {
        try await FakeService.answering(.status(201)) { service in
            let browser = Browser()
            let address = try browser.address(service.url + "/send/abc?d=e")
            let clock = ManualWallClock(now)
            let outcome = try await sender(clock: clock).send(
                message(), to: .webPush(address), expires: now.advanced(bySeconds: 321))
            #expect(outcome == .delivered)
            let posted = try #require(service.posted.first)
            #expect(posted.method == "POST" && posted.path == "/send/abc?d=e")
            #expect(posted.headers["content-encoding"] == "aes128gcm")
            #expect(posted.headers["content-type"] == "application/notification+json")
            #expect(posted.headers["ttl"] == "321")
            #expect(posted.headers["urgency"] == "high")
            let topic = try #require(posted.headers["topic"])
            #expect(topic.utf8.count == 32 && Base64URL.decode(topic)?.count == 24)
            let field = try #require(posted.headers["authorization"])
            let token = try #require(field.split(separator: ".").dropFirst().first)
            let claims = String(
                decoding: try #require(Base64URL.decode(String(token))), as: UTF8.self)
            #expect(claims.contains(#""aud":"\#(service.url)""#))

            let content = try browser.open(posted.body)
            let shown = try JSONSerialization.jsonObject(with: Data(content)) as? [String: Any]
            let notification = try #require(shown?["notification"] as? [String: Any])
            #expect(notification["title"] as? String == "Tram 4: 8 min später")
            #expect(notification["navigate"] as? String == "https://takt.example/c/1")
        }
    }

    @Test func `a repeated message has the same topic, another topic another`() throws {
        let address = try Browser().address("https://push.example/a")
        let other = try Browser().address("https://push.example/b")
        let topic = WebPushPosting.topic("ride", for: address)
        #expect(topic == WebPushPosting.topic("ride", for: address))
        #expect(topic != WebPushPosting.topic("rides", for: address))
        // Push services cannot detect that two riders wait for the same tram.
        #expect(topic != WebPushPosting.topic("ride", for: other))
    }

    @Test func `ntfy gets JSON, with the token`() async throws {
        try await FakeService.answering(.status(200)) { service in
            let address = try NtfyAddress(server: service.url, topic: "my-trams", token: "tk_1")
            #expect(try await send(to: .ntfy(address)) == .delivered)
            let posted = try #require(service.posted.first)
            #expect(posted.path == "/")
            #expect(posted.headers["authorization"] == "Bearer tk_1")
            let content =
                try JSONSerialization.jsonObject(with: Data(posted.body)) as? [String: Any]
            let payload = try #require(content)
            #expect(payload["topic"] as? String == "my-trams")
            #expect(payload["title"] as? String == "Tram 4: 8 min später")
            #expect(payload["message"] as? String == "Abfahrt 07:12 → 07:20")
            #expect(payload["priority"] as? Int == 4)
            #expect(payload["click"] as? String == "https://takt.example/c/1")
            #expect(payload["sequence_id"] as? String == "ride_7_x")
            #expect(payload["tags"] as? [String] == ["tram"])
        }
    }

    @Test func `ntfy's bounds are kept`() throws {
        let address = try NtfyAddress(server: "https://ntfy.sh", topic: "t")
        let long = try RiderMessage(
            id: "m", topic: "t", title: String(repeating: "ü", count: 300),
            body: String(repeating: "→", count: 3000), timeToLiveSeconds: 60)
        let posting = try #require(NtfyPosting.posting(long, to: address))
        #expect(posting.headers["Authorization"] == nil)
        let payload = try #require(
            try JSONSerialization.jsonObject(with: Data(posting.body)) as? [String: Any])
        #expect((payload["title"] as? String)?.utf8.count ?? 999 <= 250)
        #expect((payload["message"] as? String)?.utf8.count ?? 9999 <= 4096)
        let bare = try RiderMessage(id: "m", topic: "t", title: "Late", timeToLiveSeconds: 60)
        let short = try #require(NtfyPosting.posting(bare, to: address))
        #expect(String(decoding: short.body, as: UTF8.self).contains(#""message":"Late""#))
    }

    @Test func `a webhook can check who sent what and when`() async throws {
        try await FakeService.answering(.status(204)) { service in
            let secret = "a-long-shared-secret"
            let address = try WebhookAddress(url: service.url + "/hook", secret: secret)
            let clock = ManualWallClock(now)
            let outcome = try await sender(clock: clock).send(
                message(), to: .webhook(address), expires: now.advanced(bySeconds: 60))
            #expect(outcome == .delivered)
            let posted = try #require(service.posted.first)
            #expect(posted.headers["idempotency-key"] == "m-1")
            // As in docs/notifications.md.
            let signature = try #require(posted.headers["takt-signature"])
            let parts = signature.split(separator: ",").map { $0.split(separator: "=")[1] }
            #expect(parts[0] == "1800000000")
            let signed = Data("\(parts[0]).".utf8) + Data(posted.body)
            let digits = Array(String(parts[1]).utf8)
            let code = stride(from: 0, to: digits.count, by: 2).compactMap {
                UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
            }
            #expect(
                HMAC<SHA256>.isValidAuthenticationCode(
                    code, authenticating: signed, using: SymmetricKey(data: Data(secret.utf8))))
            let payload = try #require(
                try JSONSerialization.jsonObject(with: Data(posted.body)) as? [String: Any])
            #expect(payload["id"] as? String == "m-1" && payload["topic"] as? String == "ride.7:x")
            #expect(payload["expires"] as? Int == 1_800_000_060)
            #expect(payload["urgency"] as? String == "high")
        }
    }

    @Test(arguments: [
        (200, nil, SendOutcome.delivered), (201, nil, .delivered), (202, nil, .delivered),
        (204, nil, .delivered), (404, nil, .gone), (410, nil, .gone), (429, nil, .wait(nil)),
        (429, "30", .wait(.seconds(30))), (503, "7", .wait(.seconds(7))), (503, nil, .wait(nil)),
    ])
    func `what a service's answer means`(
        status: Int, retryAfter: String?, outcome: SendOutcome
    ) async throws {
        let headers = retryAfter.map { ["Retry-After": $0] } ?? [:]
        try await FakeService.answering(.status(status, headers)) { service in
            let address = try Browser().address(service.url + "/a")
            #expect(try await send(to: .webPush(address)) == outcome)
            #expect(service.posted.count == 1)
        }
    }

    @Test(arguments: [408, 425, 500, 502, 504, 599])
    func `trouble that may pass is no refusal`(status: Int) async throws {
        try await FakeService.answering(.status(status)) { service in
            let address = try Browser().address(service.url + "/a")
            guard case .failed = try await send(to: .webPush(address)) else {
                Issue.record("\(status)")
                return
            }
            // Retries are the outbox's task.
            #expect(service.posted.count == 1)
        }
    }

    @Test(arguments: [400, 401, 403, 405, 413, 301, 302, 303, 307, 308])
    func `what will never work is refused, redirects among it`(status: Int) async throws {
        let reply = Reply.status(status, ["Location": "/elsewhere"])
        try await FakeService.answering(reply) { service in
            let address = try Browser().address(service.url + "/a")
            guard case .refused(let reason) = try await send(to: .webPush(address)) else {
                Issue.record("\(status)")
                return
            }
            #expect(!reason.contains("example"))
            #expect(service.posted.map(\.path) == ["/a"])
        }
    }

    @Test(arguments: ["SSH-2.0-OpenSSH_9\r\n", "HTTP/1.1 abc\r\n\r\n", "\u{0}\u{1}"])
    func `an answer that is no HTTP may pass`(garbage: String) async throws {
        try await FakeService.answering(.garbage(garbage)) { service in
            let address = try Browser().address(service.url + "/a")
            guard case .failed(let reason) = try await send(to: .webPush(address)) else {
                Issue.record("not a failure")
                return
            }
            #expect(!reason.contains("example"))
        }
    }

    @Test func `a service that says nothing is waited for no longer than allowed`() async throws {
        try await FakeService.answering(.silence) { service in
            let address = try Browser().address(service.url + "/a")
            let outcome = try await send(
                to: .webPush(address), by: sender(timeout: .milliseconds(200)))
            #expect(outcome == .failed("The server took too long to answer."))
        }
    }

    @Test func `a service that is not there may come back`() async throws {
        let address = try Browser().address("http://push.example:1/a")
        #expect(
            try await send(to: .webPush(address))
                == .failed("The server does not accept connections."))
    }

    @Test(arguments: [
        "http://127.0.0.1:80/a", "http://[::1]/a", "http://169.254.169.254/latest",
        "http://10.1.2.3/a", "http://localhost/a", "http://inner.example/a",
        "http://two-faced.example/a",
    ])
    func `inner addresses are refused without being asked`(url: String) async throws {
        let names = [
            "inner.example": ["192.168.0.1"], "two-faced.example": ["8.8.8.8", "10.0.0.1"],
        ]
        let outcome = try await send(
            to: .webhook(WebhookAddress(url: url, secret: "0123456789abcdef")),
            by: sender { dependencies in
                dependencies.resolve = { host throws(FetchError) in
                    (names[host] ?? ["127.0.0.1"]).compactMap { IPAddress($0) }
                }
            })
        #expect(
            outcome
                == .refused("The address is in a network that riders' addresses may not use."))
    }

    @Test func `a name that changes its mind is asked where it was checked, or refused`()
        async throws
    {
        try await FakeService.answering(.status(200)) { service in
            let lookUps = Mutex(0)
            let begin = ContinuousClock().now
            let passed = Mutex(Duration.zero)
            // The first DNS answer is public; all later ones are an internal address.
            let sender = sender { dependencies in
                dependencies.now = { begin + passed.withLock { $0 } }
                dependencies.resolve = { _ in
                    let number = lookUps.withLock { count in
                        count += 1
                        return count
                    }
                    return [IPAddress(number == 1 ? "127.0.0.1" : "127.0.0.2")]
                        .compactMap { $0 }
                }
                dependencies.scope = {
                    $0 == IPAddress("127.0.0.1") ? .publicInternet : $0.scope
                }
            }
            let address = ChannelAddress.webhook(
                try WebhookAddress(url: service.url + "/a", secret: "0123456789abcdef"))
            for _ in 0..<3 {
                #expect(try await send(to: address, by: sender) == .delivered)
            }
            #expect(lookUps.withLock { $0 } == 1)
            // After a while the name is resolved and checked again.
            passed.withLock { $0 = .seconds(30) }
            guard case .refused = try await send(to: address, by: sender) else {
                Issue.record("the second answer was taken for public")
                return
            }
            #expect(service.posted.count == 3)
        }
    }

    @Test func `a message that came too late is not sent`() async throws {
        try await FakeService.answering(.status(200)) { service in
            let address = try WebhookAddress(url: service.url, secret: "0123456789abcdef")
            let outcome = try await sender(clock: ManualWallClock(now)).send(
                message(), to: .webhook(address), expires: now)
            #expect(outcome == .refused("The message came too late."))
            #expect(service.posted.isEmpty)
        }
    }

    @Test func `without a mail server mail is refused`() async throws {
        let outcome = try await send(to: .email(EmailAddress("rider@example.org")))
        #expect(outcome == .refused("This server sends no mail."))
    }
}
