package import Notifications
package import Riders
import TransitModel

/// The data with which a browser subscribes, and the available kinds of channels.
package struct PushAnswer: Encodable, Sendable {
    let applicationServerKey: String
    let kinds: [ChannelKind]

    package init(applicationServerKey: String, kinds: [ChannelKind]) {
        self.applicationServerKey = applicationServerKey
        self.kinds = kinds
    }
}

/// A channel without its secrets, for its rider.
package struct ChannelAnswer: Encodable, Sendable {
    let id: String
    let kind: ChannelKind
    let name: String
    let state: String
    let created: String
    let secret: String?

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

extension RiderSchemas {
    /// The schemas of the answers above.
    static let channels: [String: String] = [
        "Push": "applicationServerKey:text! kinds:[text]!",
        "Channel": """
        id:text! kind:text! name:text! state:text! created:text! secret:text
        """,
        "ChannelTest": "result:text! detail:text",
    ]
}
