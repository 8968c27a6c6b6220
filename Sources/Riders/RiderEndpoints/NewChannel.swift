import HTTPServing
import HTTPTypes
import JSONWriting
import Notifications
import Riders

/// A channel as a rider's app sends it.
///
/// A browser's subscription is accepted as `PushSubscription.toJSON()` returns it, with its keys in
/// `keys`, or flat as in docs/notifications.md.
struct NewChannel: Decodable {
    private let kind: ChosenWord<ChannelKind>
    private let endpoint: String?
    private let keys: Keys?
    private let p256dh: String?
    private let auth: String?
    private let server: String?
    private let topic: String?
    private let token: String?
    private let url: String?
    private let address: String?

    static let schema = JSONSchema(
        "NewChannel",
        .text("kind", "What decides which other members are needed"),
        .text("endpoint?", "Of `web-push`: `PushSubscription.toJSON()` as it is"),
        .object("keys?", Keys.schema, "Of `web-push`: `PushSubscription.toJSON()` as it is"),
        .text("p256dh? auth?", "In place of `keys`"),
        .text("server? topic?", "Of `ntfy`"),
        .text("token?", "Of `ntfy`, for locked topics"),
        .text("url?", "Of `webhook`"),
        .text("address?", "Of `email`"))

    struct Keys: Decodable {
        let p256dh: String?
        let auth: String?

        static let schema = JSONSchema("PushKeys", .text("p256dh? auth?"))
    }

    /// Returns the address; `secret` is the key with which a webhook's messages are signed.
    ///
    /// - Throws: A problem that says what is wrong with the address.
    func channel(secret: String) throws -> ChannelAddress {
        /// Returns a required member.
        ///
        /// - Throws: A problem with status 400 if it is missing.
        func need(_ value: String?, _ name: String) throws -> String {
            guard let value else {
                throw Problem(.badRequest, kind: "bad-body", detail: "'\(name)' is missing.")
            }
            return value
        }
        do {
            switch kind.choice {
            case .webPush:
                return .webPush(
                    try WebPushAddress(
                        endpoint: try need(endpoint, "endpoint"),
                        publicKey: try need(keys?.p256dh ?? p256dh, "keys.p256dh"),
                        secret: try need(keys?.auth ?? auth, "keys.auth")))
            case .ntfy:
                return .ntfy(
                    try NtfyAddress(
                        server: try need(server, "server"), topic: try need(topic, "topic"),
                        token: token))
            case .webhook:
                return .webhook(try WebhookAddress(url: try need(url, "url"), secret: secret))
            case .email:
                return .email(try EmailAddress(try need(address, "address")))
            }
        } catch let problem as AddressProblem {
            throw RiderError.invalid(problem.description)
        }
    }
}
