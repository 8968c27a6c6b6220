import Crypto

/// Creates requests to push services (RFC 8030).
struct WebPushPosting: Sendable {
    private static let topicBytes = 24

    let tokens: VapidTokens
    /// The URL of the rider's app.
    let home: String

    /// Returns nil for a message that cannot be sent: its link leaves no room for text.
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

    /// The topic header (RFC 8030, section 5.4): 32 base64url characters, stable per topic and
    /// browser, that reveal nothing about either.
    static func topic(_ topic: String, for address: WebPushAddress) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Array(topic.utf8), using: SymmetricKey(data: address.secret))
        return Base64URL.encode(Array(code).prefix(topicBytes))
    }
}
