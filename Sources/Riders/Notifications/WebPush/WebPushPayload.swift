import Foundation

/// The content of a push message.
///
/// The format is a declarative message (W3C Push API, "Declarative push messages"), which
/// supporting browsers show without the app. In others the app's service worker reads the same
/// members.
struct WebPushPayload: Encodable {
    struct Shown: Encodable {
        let title: String
        var body: String
        let navigate: String
        let lang: String?
        /// Notifications with the same tag replace each other on the screen.
        let tag: String
        let data: Details
    }

    struct Details: Encodable {
        /// The id by which the app detects messages that it already showed.
        let id: String
        let topic: String
    }

    private enum CodingKeys: String, CodingKey {
        case version = "web_push"
        case notification
    }

    /// The number that marks a declarative message: RFC 8030's.
    let version = 8030
    var notification: Shown

    /// `home` is the target of messages without a link, since declarative messages require one.
    init(_ message: RiderMessage, home: String) {
        notification = Shown(
            title: message.title, body: message.body, navigate: message.link ?? home,
            lang: message.language, tag: message.topic,
            data: Details(id: message.id, topic: message.topic))
    }

    /// The content in at most `limit` bytes.
    ///
    /// First the body, then the title is shortened at a character boundary, with an ellipsis.
    /// Returns nil if it is still too long.
    static func bytes(_ message: RiderMessage, home: String, limit: Int) -> [UInt8]? {
        var payload = WebPushPayload(message, home: home)
        if let whole = payload.encoded(within: limit) { return whole }
        if let cut = TextCutting.longestPrefix(
            of: message.body,
            fitting: { body in
                payload.notification.body = body
                return payload.encoded(within: limit)
            })
        {
            return cut
        }
        return TextCutting.longestPrefix(of: message.title) { title in
            let bare = RiderMessage(message, title: title, body: "")
            return WebPushPayload(bare, home: home).encoded(within: limit)
        }
    }

    private func encoded(within limit: Int) -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self), data.count <= limit else { return nil }
        return Array(data)
    }
}
