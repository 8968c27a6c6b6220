import Foundation
import Testing

@testable import Notifications

/// The content of messages, and how it is shortened to fit.
struct MessageTests {
    static func message(
        title: String = "Tram 4 is late", body: String = "8 minutes", link: String? = nil
    ) throws -> RiderMessage {
        try RiderMessage(
            id: "m1", topic: "ride-7.2026-02-03", title: title, body: body, link: link,
            timeToLiveSeconds: 600, language: "de-CH")
    }

    @Test func `text is kept but for what steers lines`() throws {
        let message = try Self.message(title: "a\r\nb\u{2028}c", body: "x\u{7}\ny\r")
        #expect(message.title == "a  b c")
        #expect(message.body == "x\ny")
    }

    @Test func `a message keeps to its bounds`() throws {
        let message = try RiderMessage(
            id: "m", topic: "t", title: String(repeating: "é", count: 600),
            body: String(repeating: "b", count: 5000), timeToLiveSeconds: 9_999_999,
            language: "not a language")
        #expect(message.title.count == 500 && message.body.count == 4000)
        #expect(message.timeToLiveSeconds == 604_800)
        #expect(message.language == nil)
        for name in ["", "a b", "ü", String(repeating: "a", count: 65), "a\n"] {
            #expect(throws: MessageError.badName("id")) {
                try RiderMessage(id: name, topic: "t", title: "", timeToLiveSeconds: 1)
            }
            #expect(throws: MessageError.badName("topic")) {
                try RiderMessage(id: "m", topic: name, title: "", timeToLiveSeconds: 1)
            }
        }
        #expect(throws: MessageError.badLink) { try Self.message(link: "javascript:x") }
    }

    private struct Payload: Decodable {
        struct Shown: Decodable {
            let title: String
            let body: String
            let navigate: String
            let lang: String?
            let tag: String
            let data: [String: String]
        }
        enum CodingKeys: String, CodingKey {
            case version = "web_push"
            case notification
        }

        let version: Int
        let notification: Shown
    }

    private func payload(_ message: RiderMessage, limit: Int = 3993) throws -> Payload? {
        guard
            let bytes = WebPushPayload.bytes(message, home: "https://takt.example/", limit: limit)
        else { return nil }
        #expect(bytes.count <= limit)
        return try JSONDecoder().decode(Payload.self, from: Data(bytes))
    }

    @Test func `a push message says everything, in the declarative form`() throws {
        let link = "https://takt.example/c/1?x=a/b"
        let payload = try #require(try payload(Self.message(link: link)))
        #expect(payload.version == 8030)
        #expect(payload.notification.title == "Tram 4 is late")
        #expect(payload.notification.body == "8 minutes")
        #expect(payload.notification.navigate == link)
        #expect(payload.notification.lang == "de-CH")
        #expect(payload.notification.tag == "ride-7.2026-02-03")
        #expect(payload.notification.data == ["id": "m1", "topic": "ride-7.2026-02-03"])
        let home = try #require(try self.payload(Self.message()))
        #expect(home.notification.navigate == "https://takt.example/")
    }

    @Test(arguments: ["a", "é", "👩‍👩‍👧‍👦", "\"", "\\", "नि"])
    func `what is too long is cut at a character's end, and all room is used`(piece: String) throws
    {
        let body = String(repeating: piece, count: 4000)
        let payload = try #require(try payload(Self.message(body: body)))
        let cut = payload.notification.body
        if cut != body {
            #expect(cut.hasSuffix("…"))
            #expect(body.hasPrefix(String(cut.dropLast())))
            let longer = try Self.message(body: String(cut.dropLast()) + piece + "…")
            let whole = try #require(
                WebPushPayload.bytes(longer, home: "https://takt.example/", limit: .max))
            #expect(whole.count > 3993)
        }
    }

    @Test func `the title is cut last, and there is an end to it`() throws {
        let message = try Self.message(title: String(repeating: "t", count: 400), body: "body")
        let payload = try #require(try payload(message, limit: 300))
        #expect(payload.notification.body.isEmpty)
        #expect(payload.notification.title.hasSuffix("t…"))
        #expect(try self.payload(message, limit: 50) == nil)
    }

    @Test func `cut text never passes the bytes given`() {
        for bytes in 0...40 {
            for text in ["", "abc", "äöü äöü äöü äöü", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦"] {
                let cut = TextCutting.beginning(of: text, bytes: bytes)
                #expect(cut.utf8.count <= bytes)
                #expect(cut == text || cut.isEmpty || text.hasPrefix(cut.dropLast()))
            }
        }
    }
}
