import Crypto
import TransitModel

/// The address of a rider's notifications.
///
/// Anyone who knows such an address can send to it, and some name a person. It is stored, but never
/// logged; ``description`` is safe to log.
package enum ChannelAddress: Sendable, Hashable {
    case webPush(WebPushAddress)
    case ntfy(NtfyAddress)
    case webhook(WebhookAddress)
    case email(EmailAddress)

    /// A stable hash that is equal for equal addresses and reveals nothing about them: 32
    /// hexadecimal digits.
    ///
    /// Changed keys and tokens do not change it.
    package var key: String { Self.key(kind, place) }

    /// The hash by which limits count: as ``key``, but equal for all spellings of a mailbox.
    package var limitKey: String {
        guard case .email(let address) = self else { return key }
        return Self.key(kind, address.plainSpelling)
    }

    private static func key(_ kind: ChannelKind, _ place: String) -> String {
        SHA256.hash(data: Array("\(kind.rawValue) \(place)".utf8)).prefix(16).hexText
    }

    package var kind: ChannelKind {
        switch self {
        case .webPush: .webPush
        case .ntfy: .ntfy
        case .webhook: .webhook
        case .email: .email
        }
    }

    /// The mailbox, topic or server by which the rider recognises the address; never logged.
    package var name: String {
        switch self {
        case .webPush(let address): address.web.host
        case .ntfy(let address): "\(address.web.host)/\(address.topic)"
        case .webhook(let address): address.web.host
        case .email(let address): address.address
        }
    }

    /// The URL of the request that sends a message; nil for mail.
    var url: String? {
        switch self {
        case .webPush(let address): address.endpoint
        case .ntfy(let address): address.server
        case .webhook(let address): address.url
        case .email: nil
        }
    }

    /// The key of connection and rate limits: the server, or `mail` for all mail.
    var origin: String {
        switch self {
        case .webPush(let address): address.web.origin
        case .ntfy(let address): address.web.origin
        case .webhook(let address): address.web.origin
        case .email: "mail"
        }
    }

    /// The part that identifies an address within its kind.
    private var place: String {
        switch self {
        case .webPush(let address): address.endpoint
        case .ntfy(let address): "\(address.web.origin)/\(address.topic)"
        case .webhook(let address): address.url
        case .email(let address): address.address
        }
    }
}

/// The kinds of channel.
package enum ChannelKind: String, Sendable, Codable, CaseIterable {
    case webPush = "web-push"
    case ntfy
    case webhook
    case email
}

extension ChannelAddress: CustomStringConvertible, CustomDebugStringConvertible {
    /// The kind and the beginning of the key: safe to log.
    package var description: String { "\(kind.rawValue) \(key.prefix(8))" }
    /// The same as ``description``.
    package var debugDescription: String { description }
}

/// Why an address is invalid, in one sentence for the person who typed it.
package struct AddressProblem: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
