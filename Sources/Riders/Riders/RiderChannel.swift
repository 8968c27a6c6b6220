package import Notifications
package import Secrets
package import TransitModel

/// An address at which a rider receives messages.
package struct RiderChannel: Sendable, Hashable {
    /// Unique among the rider's channels.
    package let id: String
    package let address: ChannelAddress
    package let created: UnixTime
    /// Whether messages are sent; a mailbox waits until its code is entered.
    package let isConfirmed: Bool

    /// The largest number of channels of a rider.
    package static let maximum = 10
}

/// Messages about channels themselves.
package enum ChannelMessages {
    /// The time to live of a test message, in seconds.
    private static let testSeconds = 300

    /// The message by which a rider tests a channel of the app of that name; `id` is new each time.
    package static func test(
        id: String, language: String, app: String
    ) throws -> RiderMessage {
        let language = MessageLanguage(rawValue: language) ?? .en
        return try RiderMessage(
            id: id, topic: "test", title: Phrase.test.text(language, ["app": app]),
            body: Phrase.testBody.text(language), urgency: .high, timeToLiveSeconds: testSeconds,
            language: language.rawValue)
    }

    /// The message with the code that confirms a mailbox for the app of that name.
    package static func code(
        _ code: PairingCode, id: String, language: String, app: String
    ) throws -> RiderMessage {
        let language = MessageLanguage(rawValue: language) ?? .en
        return try RiderMessage(
            id: id, topic: "code",
            title: Phrase.code.text(language, ["code": code.text, "app": app]),
            body: Phrase.codeBody.text(language), urgency: .high,
            timeToLiveSeconds: Int(RiderStore.codeSeconds), language: language.rawValue)
    }
}
