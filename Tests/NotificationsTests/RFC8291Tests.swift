import Crypto
import Foundation
import Testing

@testable import Notifications

/// The example of RFC 8291, appendix A, byte for byte.
struct RFC8291Tests {
    static let subscription = (
        key:
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        secret: "BTBZMqHH6r4Tts7J_aSIgg"
    )
    static let receiverKey = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
    static let senderKey = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
    static let content = "When I grow up, I want to be a watermelon"
    static let body =
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        + "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        + "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"

    @Test func `the example's body is made exactly`() throws {
        let address = try WebPushAddress(
            endpoint: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
            publicKey: Self.subscription.key, secret: Self.subscription.secret)
        let ingredients = MessageEncryption.Ingredients(
            salt: try #require(Base64URL.decode(Self.salt)),
            senderKey: try P256.KeyAgreement.PrivateKey(
                rawRepresentation: try #require(Base64URL.decode(Self.senderKey))))
        let body = try MessageEncryption.body(
            Array(Self.content.utf8), to: address, with: ingredients)
        #expect(Base64URL.encode(body) == Self.body)
    }

    @Test func `the receiver's side reads the example`() throws {
        let browser = try Browser(
            key: P256.KeyAgreement.PrivateKey(
                rawRepresentation: try #require(Base64URL.decode(Self.receiverKey))),
            secret: try #require(Base64URL.decode(Self.subscription.secret)))
        let content = try browser.open(try #require(Base64URL.decode(Self.body)))
        #expect(String(decoding: content, as: UTF8.self) == Self.content)
    }

    @Test func `what is sealed for a browser is opened by it, at every length`() throws {
        let browser = Browser()
        let address = try browser.address("https://push.example.net/a")
        for length in [0, 1, 15, 16, 17, 1000, MessageEncryption.maximumContent] {
            let content = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let body = try MessageEncryption.body(content, to: address)
            #expect(body.count <= 4096)
            #expect(try browser.open(body) == content)
        }
        #expect(MessageEncryption.maximumContent == 3993)
    }

    @Test func `one byte too many is refused`() throws {
        let address = try Browser().address("https://push.example.net/a")
        let content = [UInt8](repeating: 7, count: MessageEncryption.maximumContent + 1)
        #expect(throws: MessageEncryption.Failure.tooLong) {
            try MessageEncryption.body(content, to: address)
        }
    }

    @Test func `no two messages share salt or key, and a changed byte is noticed`() throws {
        let browser = Browser()
        let address = try browser.address("https://push.example.net/a")
        let first = try MessageEncryption.body([1, 2, 3], to: address)
        let second = try MessageEncryption.body([1, 2, 3], to: address)
        #expect(first[..<16] != second[..<16])
        #expect(first[21..<86] != second[21..<86])
        for place in [0, 30, 90, first.count - 1] {
            var changed = first
            changed[place] ^= 1
            #expect(throws: (any Error).self) { try browser.open(changed) }
        }
    }
}
