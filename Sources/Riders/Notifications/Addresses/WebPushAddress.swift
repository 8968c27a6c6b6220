import Crypto

/// A browser's push subscription, as `PushSubscription.toJSON()` returns it.
package struct WebPushAddress: Sendable, Hashable {
    /// The push service's URL for this browser.
    package let endpoint: String
    /// The browser's P-256 key, uncompressed: 65 bytes.
    package let publicKey: [UInt8]
    /// The browser's authentication secret: 16 bytes.
    package let secret: [UInt8]

    let web: WebAddress

    /// Validates a subscription.
    ///
    /// `publicKey` and `secret` are `keys.p256dh` and `keys.auth` in base64url.
    ///
    /// - Throws: ``AddressProblem`` if the endpoint or a key is invalid.
    package init(endpoint: String, publicKey: String, secret: String) throws(AddressProblem) {
        guard let web = WebAddress(endpoint) else {
            throw AddressProblem("A push subscription's endpoint must be a web address.")
        }
        guard let key = Base64URL.decode(publicKey), key.count == 65, key[0] == 4,
            (try? P256.KeyAgreement.PublicKey(x963Representation: key)) != nil
        else {
            throw AddressProblem("A push subscription's key 'p256dh' must be a point on P-256.")
        }
        guard let bytes = Base64URL.decode(secret), bytes.count == 16 else {
            throw AddressProblem("A push subscription's secret 'auth' must be 16 bytes long.")
        }
        self.endpoint = endpoint
        self.publicKey = key
        self.secret = bytes
        self.web = web
    }
}
