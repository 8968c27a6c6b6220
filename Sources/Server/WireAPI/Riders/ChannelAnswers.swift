package import Notifications
package import Riders
import TransitModel

/// What a browser needs to subscribe, and which kinds of channel there are.
package struct PushAnswer: Encodable, Sendable {
    let applicationServerKey: String
    let kinds: [ChannelKind]

    /// A server's key and the kinds that it can send over.
    package init(applicationServerKey: String, kinds: [ChannelKind]) {
        self.applicationServerKey = applicationServerKey
        self.kinds = kinds
    }
}

/// A channel as its rider sees it, without what gives access to it.
package struct ChannelAnswer: Encodable, Sendable {
    let id: String
    let kind: ChannelKind
    let name: String
    let state: String
    let created: String
    let secret: String?

    /// A channel; a webhook's secret is told once, when it is added.
    package init(_ channel: RiderChannel, secret: String? = nil) {
        id = channel.id
        kind = channel.address.kind
        name = channel.address.name
        state = channel.isConfirmed ? "ready" : "unconfirmed"
        created = TransitTimeZone.utc.iso8601(channel.created)
        self.secret = secret
    }
}

/// What became of a test message.
package struct ChannelTestAnswer: Encodable, Sendable {
    let result: String
    let detail: String?

    /// An outcome, in a word and maybe a sentence.
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
