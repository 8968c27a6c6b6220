import Foundation

/// The content of a push message: what a browser shows by itself, and the rider's app in its way.
///
/// Written as a declarative message (W3C Push API, "Declarative push messages"), which browsers
/// that know it show without the app's help. In others the app's service worker reads the same
/// members.
struct WebPushPayload: Encodable {
    struct Shown: Encodable {
        let title: String
        var body: String
        let navigate: String
        let lang: String?
        /// What a later message of the same topic replaces on the screen.
        let tag: String
        let data: Details
    }

    struct Details: Encodable {
        /// By this the app knows that it showed the message already.
        let id: String
        let topic: String
    }

    private enum CodingKeys: String, CodingKey {
        case version = "web_push"
        case notification
    }

    /// The number that says "this is declarative": RFC 8030's.
    let version = 8030
    var notification: Shown

    /// Where a message without a link leads; declarative messages must lead somewhere.
    init(_ message: RiderMessage, home: String) {
        notification = Shown(
            title: message.title, body: message.body, navigate: message.link ?? home,
            lang: message.language, tag: message.topic,
            data: Details(id: message.id, topic: message.topic))
    }

    /// The content, `limit` bytes long at most.
    ///
    /// The body is cut, then the title, at the end of a character, and an ellipsis says so. Nil if
    /// even that is too long.
    static func bytes(_ message: RiderMessage, home: String, limit: Int) -> [UInt8]? {
        var payload = WebPushPayload(message, home: home)
        if let whole = payload.encoded(within: limit) { return whole }
        if let cut = TextCutting.longest(
            of: message.body,
            fitting: { body in
                payload.notification.body = body
                return payload.encoded(within: limit)
            })
        {
            return cut
        }
        return TextCutting.longest(of: message.title) { title in
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
