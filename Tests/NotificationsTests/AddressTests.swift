import Foundation
import Testing

@testable import Notifications

/// Valid destinations of messages.
struct AddressTests {
    private func problem(_ make: () throws -> some Any) -> String? {
        do {
            _ = try make()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [
        "https://push.example.net/a?b=c", "http://localhost:8080/x", "https://[2001:db8::1]:8443/",
    ])
    func `web addresses are taken`(text: String) {
        #expect(WebAddress(text) != nil)
    }

    @Test(arguments: [
        "", "push.example.net", "ftp://a.example/", "https://", "https:///x", "https://a b/",
        "https://u:p@a.example/", "https://a.example:0/", "https://a.example:99999/",
        "https://a.example/\r\nHost: b", "https://ä.example/", "javascript:alert(1)",
        "https://a.example/#part", "https://a.example/#",
    ])
    func `other texts are no web addresses`(text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test func `an origin is scheme, server and unusual port`() {
        for (text, origin) in [
            ("https://Push.Example.NET/a", "https://push.example.net"),
            ("https://a.example:443/", "https://a.example"),
            ("http://a.example:443/", "http://a.example:443"),
            ("http://a.example:80", "http://a.example"),
        ] {
            #expect(WebAddress(text)?.origin == origin)
        }
    }

    @Test func `a subscription's keys are checked`() {
        let (key, secret) = (RFC8291Tests.subscription.key, RFC8291Tests.subscription.secret)
        let endpoint = "https://push.example.net/a"
        func make(_ endpoint: String, _ key: String, _ secret: String) -> String? {
            problem { try WebPushAddress(endpoint: endpoint, publicKey: key, secret: secret) }
        }
        #expect(make(endpoint, key, secret) == nil)
        #expect(make(endpoint, key + "=", secret + "==") == nil)
        #expect(make("nowhere", key, secret)?.contains("endpoint") == true)
        #expect(make(endpoint, String(key.dropLast(4)), secret)?.contains("p256dh") == true)
        // A point that is not on the curve.
        let off = String(key.dropLast()) + (key.hasSuffix("8") ? "4" : "8")
        #expect(make(endpoint, off, secret)?.contains("p256dh") == true)
        #expect(make(endpoint, key, "short")?.contains("auth") == true)
        #expect(make(endpoint, key, "not base64!")?.contains("auth") == true)
    }

    @Test func `ntfy topics are letters and digits on a server`() throws {
        #expect(
            try NtfyAddress(server: "https://ntfy.sh/", topic: "a_b-9").server == "https://ntfy.sh")
        for topic in ["", "a/b", "a b", "é", String(repeating: "a", count: 65)] {
            #expect(
                problem { try NtfyAddress(server: "https://ntfy.sh", topic: topic) }?
                    .contains("topic") == true)
        }
        for server in ["ntfy.sh", "https://ntfy.sh/topic", "https://ntfy.sh/?a"] {
            #expect(
                problem { try NtfyAddress(server: server, topic: "a") }?.contains("server") == true)
        }
        for token in ["", "two words", "line\r\nX: y"] {
            #expect(
                problem { try NtfyAddress(server: "https://ntfy.sh", topic: "a", token: token) }?
                    .contains("token") == true)
        }
    }

    @Test func `a webhook's secret is long enough`() {
        let url = "https://a.example/hook"
        #expect(problem { try WebhookAddress(url: url, secret: "0123456789abcdef") } == nil)
        #expect(problem { try WebhookAddress(url: url, secret: "short") }?.contains("16") == true)
        #expect(
            problem { try WebhookAddress(url: "a", secret: "0123456789abcdef") }?
                .contains("address") == true)
    }

    @Test(arguments: [
        ("rider@example.org", "rider@example.org"), ("A.b+c@Example.ORG", "A.b+c@example.org"),
        ("x@a-b.co", "x@a-b.co"), ("o'neill@example.org", "o'neill@example.org"),
    ])
    func `mailboxes are taken`(text: String, address: String) throws {
        #expect(try EmailAddress(text).address == address)
    }

    @Test(arguments: [
        "", "rider", "@example.org", "rider@", "rider@localhost", "a@b@example.org",
        ".a@example.org", "a..b@example.org", "a b@example.org", "a@-b.org", "a@b-.org",
        "a@192.0.2.1", "a@example.org\r\nBcc: b@example.org", "ä@example.org", "<a@example.org>",
        "\"a b\"@example.org", "a@example..org", "a,b@example.org", "a@example.org, b@example.org",
    ])
    func `other texts are no mailboxes`(text: String) {
        #expect(problem { try EmailAddress(text) }?.hasPrefix("An e-mail address") == true)
    }

    static func everyKind() throws -> [ChannelAddress] {
        [
            .webPush(
                try WebPushAddress(
                    endpoint: "https://push.example.net/secret-path",
                    publicKey: RFC8291Tests.subscription.key,
                    secret: RFC8291Tests.subscription.secret)),
            .ntfy(
                try NtfyAddress(server: "https://ntfy.sh", topic: "secret-topic", token: "tk_s")),
            .ntfy(try NtfyAddress(server: "https://ntfy.sh", topic: "open-topic")),
            .webhook(
                try WebhookAddress(
                    url: "https://a.example/secret-hook", secret: "0123456789secret")),
            .email(try EmailAddress("secret.rider@example.org")),
        ]
    }

    @Test func `no kind of channel is left out here`() throws {
        #expect(Set(try Self.everyKind().map(\.kind)) == Set(ChannelKind.allCases))
    }

    @Test func `every address is the same after it was stored`() throws {
        for address in try Self.everyKind() {
            let stored = try JSONEncoder().encode(address)
            let read = try JSONDecoder().decode(ChannelAddress.self, from: stored)
            #expect(read == address)
            #expect(read.key == address.key)
        }
    }

    @Test func `a damaged or hostile stored address is refused with its sentence`() {
        for text in [
            #"{"kind":"email","address":"a b"}"#, #"{"kind":"fax","address":"1"}"#,
            #"{"kind":"ntfy","server":"https://ntfy.sh","topic":"a/b"}"#, "[]", "{}",
        ] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(ChannelAddress.self, from: Data(text.utf8))
            }
        }
    }

    @Test func `keys differ, stay, and show nothing; what is logged shows nothing either`() throws {
        let addresses = try Self.everyKind()
        #expect(Set(addresses.map(\.key)).count == addresses.count)
        for address in addresses {
            #expect(address.key.count == 32)
            for text in ["\(address)", String(reflecting: address), address.key] {
                #expect(!text.contains("secret") && !text.contains("example"))
            }
        }
        let renewed = ChannelAddress.ntfy(
            try NtfyAddress(server: "https://ntfy.sh", topic: "secret-topic", token: "tk_new"))
        #expect(renewed.key == addresses[1].key)
    }

    @Test(arguments: ["Rider@example.org", "r.i.der@EXAMPLE.org", "rider+1@example.org"])
    func `all spellings of a mailbox share its limits, but are addresses of their own`(
        text: String
    ) throws {
        let usual = ChannelAddress.email(try EmailAddress("rider@example.org"))
        let other = ChannelAddress.email(try EmailAddress(text))
        #expect(other.limitKey == usual.limitKey && other.key != usual.key)
        let stranger = ChannelAddress.email(try EmailAddress("rider2@example.org"))
        #expect(stranger.limitKey != usual.limitKey)
    }
}
