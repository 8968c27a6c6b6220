import Crypto

/// Makes the requests that push services take (RFC 8030).
struct WebPushPosting: Sendable {
    private static let topicBytes = 24

    let tokens: VapidTokens
    /// The address of the rider's app.
    let home: String

    /// Nil for what cannot be sent at all: a link that leaves no room for words.
    func posting(
        _ message: RiderMessage, to address: WebPushAddress, timeToLiveSeconds: Int,
        nowSeconds: Int64
    ) -> Posting? {
        guard
            let content = WebPushPayload.bytes(
                message, home: home, limit: MessageEncryption.maximumContent),
            let body = try? MessageEncryption.body(content, to: address),
            let authorization = tokens.authorization(
                for: address.web.origin, nowSeconds: nowSeconds)
        else { return nil }
        return Posting(
            url: address.endpoint,
            headers: [
                "Authorization": authorization,
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/notification+json",
                "TTL": "\(timeToLiveSeconds)",
                "Urgency": message.urgency.rawValue,
                "Topic": Self.topic(message.topic, for: address),
            ],
            body: body)
    }

    /// What the push service knows a topic by (RFC 8030, section 5.4): 32 letters of base64url, the
    /// same for the same topic and browser, which tell nothing about it.
    static func topic(_ topic: String, for address: WebPushAddress) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Array(topic.utf8), using: SymmetricKey(data: address.secret))
        return Base64URL.encode(Array(code).prefix(topicBytes))
    }
}
