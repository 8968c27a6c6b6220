import Notifications
import Testing
import TransitModel

@testable import Riders

/// The reader of stored addresses, against `JSONDecoder`.
@Suite struct StoredAddressTests {
    /// One of each kind, and with each optional member.
    private func addresses() throws -> [ChannelAddress] {
        [
            .ntfy(try NtfyAddress(server: "https://ntfy.example", topic: "a-1_b")),
            .ntfy(
                try NtfyAddress(server: "http://ntfy.example:81", topic: "a", token: "tk_~1/\\")),
            .webhook(
                try WebhookAddress(
                    url: "https://a.example/x?y=%20z", secret: String(repeating: "s", count: 43))),
            .email(try EmailAddress("somebody+tag@mail.example")),
            .webPush(
                try WebPushAddress(
                    endpoint: "https://push.example.net/a/b",
                    publicKey: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvT"
                        + "BHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                    secret: "BTBZMqHH6r4Tts7J_aSIgg")),
        ]
    }

    @Test func `what the store wrote is read without a decoder, and is the same`() throws {
        for address in try addresses() {
            let text = try RiderStore.text(address)
            let decoded: ChannelAddress = try RiderStore.value(text)
            #expect(decoded == address)
            // An escape is left to the decoder.
            #expect(StoredAddress.quickly(text) == (text.contains("\\") ? nil : address))
            #expect(try StoredAddress.address(text) == address)
        }
        #expect(Set(try addresses().map(\.kind)) == Set(ChannelKind.allCases))
    }

    @Test func `a damaged text is read as by the decoder, or refused by both`() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededRandom(seed: seed)
        let texts = try addresses().map { try RiderStore.text($0) }
        for _ in 0..<1000 {
            var bytes = Array((texts.randomElement(using: &random) ?? "").utf8)
            let index = Int.random(in: bytes.indices, using: &random)
            if Bool.random(using: &random) {
                bytes.removeSubrange(index...)
            } else {
                bytes[index] = Array("0{}[],:\"x \\@/".utf8).randomElement(using: &random) ?? 0
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let decoded: ChannelAddress? = try? RiderStore.value(text)
            #expect((try? StoredAddress.address(text)) == decoded, "seed \(seed): \(text)")
        }
    }
}
