import JSONWriting
package import Notifications
package import Riders
import TransitModel

/// The data with which a browser subscribes, and the available kinds of channels.
package struct PushAnswer: Encodable, Sendable {
    let applicationServerKey: String
    let kinds: [ChannelKind]

    static let schema = JSONSchema(
        "Push",
        .text("applicationServerKey", "In base64url, for `pushManager.subscribe`"),
        .list("kinds", .text, "The kinds of channel that this server supports"))
}

/// A channel without its secrets, for its rider.
package struct ChannelAnswer: Encodable, Sendable {
    let id: String
    let kind: ChannelKind
    let name: String
    let state: String
    let created: String
    let secret: String?

    static let schema = JSONSchema(
        "Channel", .text("id kind"),
        .text("name", "A server, a topic or a mailbox"),
        .text("state", "`ready`, or `unconfirmed` for a mailbox that waits for its code"),
        .text("created"),
        .text("secret?", "With which messages to a webhook are signed; sent once"))

    /// Describes a channel; a webhook's secret is sent once, when the channel is added.
    package init(_ channel: RiderChannel, secret: String? = nil) {
        id = channel.id
        kind = channel.address.kind
        name = channel.address.name
        state = channel.isConfirmed ? "ready" : "unconfirmed"
        created = TransitTimeZone.utc.iso8601(channel.created)
        self.secret = secret
    }
}

/// The result of a test message.
package struct ChannelTestAnswer: Encodable, Sendable {
    let result: String
    let detail: String?

    static let schema = JSONSchema(
        "ChannelTest",
        .text(
            "result",
            "`delivered`, `wait`, `failed`, `refused`, or `gone` if the channel was removed"),
        .text("detail?", "A sentence on why not"))

    /// Describes an outcome by a word and optionally a sentence.
    package init(_ outcome: SendOutcome) {
        switch outcome {
        case .delivered:
            result = "delivered"
            detail = nil
        case .gone:
            result = "gone"
            detail = "The address is no more; the channel was removed."
        case .wait:
            result = "wait"
            detail = "The service asks to wait; try again later."
        case .failed(let sentence):
            result = "failed"
            detail = sentence
        case .refused(let sentence):
            result = "refused"
            detail = sentence
        }
    }
}
