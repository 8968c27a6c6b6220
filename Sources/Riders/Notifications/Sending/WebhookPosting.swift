import Crypto
import Foundation
import TransitModel

/// Creates webhook requests: JSON, signed with a timestamp against replay.
///
/// The signature is `HMAC-SHA256(secret, "<time>.<body>")`, documented for receivers in
/// docs/notifications.md.
enum WebhookPosting {
    private struct Content: Encodable {
        let id: String
        let topic: String
        let title: String
        let body: String
        let link: String?
        let urgency: MessageUrgency
        let language: String?
        let expires: Int64
    }

    /// `nowSeconds` and `expiresSeconds` are seconds since 1970.
    static func posting(
        _ message: RiderMessage, to address: WebhookAddress, expiresSeconds: Int64,
        nowSeconds: Int64
    ) -> Posting? {
        let content = Content(
            id: message.id, topic: message.topic, title: message.title, body: message.body,
            link: message.link, urgency: message.urgency, language: message.language,
            expires: expiresSeconds)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let body = try? encoder.encode(content) else { return nil }
        return Posting(
            url: address.url,
            headers: [
                "Content-Type": "application/json",
                "Idempotency-Key": message.id,
                "Takt-Signature": signature(
                    of: Array(body), secret: address.secret, seconds: nowSeconds),
            ],
            body: Array(body))
    }

    /// The signature header: `t=<time>,v1=<64 hexadecimal digits>`.
    static func signature(of body: [UInt8], secret: String, seconds: Int64) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Array("\(seconds).".utf8) + body,
            using: SymmetricKey(data: Array(secret.utf8)))
        return "t=\(seconds),v1=\(code.hexText)"
    }
}
