import Crypto
import TransitModel

/// Where a rider's messages go.
///
/// Whoever knows such an address can send to it, and some are a rider's name: it is stored, but it
/// is never written to a log. What may be logged is `description`.
package enum ChannelAddress: Sendable, Hashable {
    case webPush(WebPushAddress)
    case ntfy(NtfyAddress)
    case webhook(WebhookAddress)
    case email(EmailAddress)

    /// The same for equal addresses, today and tomorrow, and tells nothing about them.
    ///
    /// 32 hexadecimal digits. Keys and tokens that came anew do not change it.
    package var key: String {
        SHA256.hash(data: Array("\(kind.rawValue) \(place)".utf8)).prefix(16).hexText
    }

    /// Which kind of channel it is.
    package var kind: ChannelKind {
        switch self {
        case .webPush: .webPush
        case .ntfy: .ntfy
        case .webhook: .webhook
        case .email: .email
        }
    }

    /// By what its rider knows it: a mailbox, a topic or a server; not for logs.
    package var name: String {
        switch self {
        case .webPush(let address): address.web.host
        case .ntfy(let address): "\(address.web.host)/\(address.topic)"
        case .webhook(let address): address.web.host
        case .email(let address): address.address
        }
    }

    /// What is asked when something is sent; nil for mail.
    var url: String? {
        switch self {
        case .webPush(let address): address.endpoint
        case .ntfy(let address): address.server
        case .webhook(let address): address.url
        case .email: nil
        }
    }

    /// What bounds on connections and rates are kept for: the server, or `mail` for all mail.
    var origin: String {
        switch self {
        case .webPush(let address): address.web.origin
        case .ntfy(let address): address.web.origin
        case .webhook(let address): address.web.origin
        case .email: "mail"
        }
    }

    /// What makes two addresses of a kind the same.
    private var place: String {
        switch self {
        case .webPush(let address): address.endpoint
        case .ntfy(let address): "\(address.web.origin)/\(address.topic)"
        case .webhook(let address): address.url
        case .email(let address): address.address
        }
    }
}

/// A kind of channel.
package enum ChannelKind: String, Sendable, Codable, CaseIterable {
    case webPush = "web-push"
    case ntfy
    case webhook
    case email
}

extension ChannelAddress: CustomStringConvertible, CustomDebugStringConvertible {
    /// The kind and the beginning of the key: safe to be logged.
    package var description: String { "\(kind.rawValue) \(key.prefix(8))" }
    /// As `description`.
    package var debugDescription: String { description }
}

/// Why something is no address; one sentence for whoever typed it.
package struct AddressProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The sentence.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
