package import Notifications
package import Secrets
package import TransitModel

/// A way by which messages reach a rider.
package struct RiderChannel: Sendable, Hashable {
    /// Unique among the rider's.
    package let id: String
    /// Where messages go.
    package let address: ChannelAddress
    /// When the rider added it.
    package let created: UnixTime
    /// Messages are sent; mailboxes wait for the code that was sent there.
    package let isConfirmed: Bool

    /// The most channels of a rider.
    package static let maximum = 10
}

/// Messages about channels themselves.
package enum ChannelMessages {
    /// Nobody needs a test after so long, in seconds.
    private static let testSeconds = 300

    /// What a rider's button sends to see whether a channel works; `id` is new each time.
    package static func test(id: String, language: String) throws -> RiderMessage {
        let language = MessageLanguage(rawValue: language) ?? .en
        return try RiderMessage(
            id: id, topic: "test", title: Phrase.test.text(language),
            body: Phrase.testBody.text(language), urgency: .high, timeToLiveSeconds: testSeconds,
            language: language.rawValue)
    }

    /// The code by which somebody shows that a mailbox is theirs.
    package static func code(
        _ code: PairingCode, id: String, language: String
    ) throws -> RiderMessage {
        let language = MessageLanguage(rawValue: language) ?? .en
        return try RiderMessage(
            id: id, topic: "code", title: Phrase.code.text(language, ["code": code.text]),
            body: Phrase.codeBody.text(language), urgency: .high,
            timeToLiveSeconds: Int(RiderStore.codeSeconds), language: language.rawValue)
    }
}
