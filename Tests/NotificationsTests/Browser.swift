import Crypto
import Foundation

@testable import Notifications

/// A browser's side of a push subscription, which decrypts messages (RFC 8291, RFC 8188).
///
/// It is independent of the code under test: HKDF is spelled out as HMACs, and the header is parsed
/// by its own lengths.
struct Browser: Sendable {
    struct Unreadable: Error {}

    let key: P256.KeyAgreement.PrivateKey
    let secret: [UInt8]

    init() {
        key = P256.KeyAgreement.PrivateKey()
        secret = (0..<16).map { _ in UInt8.random(in: 0...255) }
    }

    init(key: P256.KeyAgreement.PrivateKey, secret: [UInt8]) {
        self.key = key
        self.secret = secret
    }

    func address(_ endpoint: String) throws -> WebPushAddress {
        try WebPushAddress(
            endpoint: endpoint, publicKey: Base64URL.encode(key.publicKey.x963Representation),
            secret: Base64URL.encode(secret))
    }

    /// Returns the content of a body with one record.
    func open(_ body: [UInt8]) throws -> [UInt8] {
        guard body.count > 21 else { throw Unreadable() }
        let salt = Array(body[0..<16])
        let recordSize = body[16..<20].reduce(0) { $0 << 8 | Int($1) }
        let keyEnd = 21 + Int(body[20])
        guard body.count > keyEnd, body.count - keyEnd <= recordSize else { throw Unreadable() }
        let senderKey = Array(body[21..<keyEnd])
        let record = Array(body[keyEnd...])

        let sender = try P256.KeyAgreement.PublicKey(x963Representation: senderKey)
        let shared = try key.sharedSecretFromKeyAgreement(with: sender).withUnsafeBytes {
            Array($0)
        }
        let own = Array(key.publicKey.x963Representation)
        let first = hmac(secret, shared)
        let input = hmac(first, Array("WebPush: info".utf8) + [0] + own + senderKey + [1])
        let second = hmac(salt, input)
        let content = hmac(second, Array("Content-Encoding: aes128gcm".utf8) + [0, 1])
        let nonce = hmac(second, Array("Content-Encoding: nonce".utf8) + [0, 1])
        let box = try AES.GCM.SealedBox(
            nonce: try AES.GCM.Nonce(data: nonce.prefix(12)),
            ciphertext: record.dropLast(16), tag: record.suffix(16))
        var plain = Array(
            try AES.GCM.open(box, using: SymmetricKey(data: content.prefix(16))))
        while plain.last == 0 { plain.removeLast() }
        guard plain.popLast() == 2 else { throw Unreadable() }
        return plain
    }

    private func hmac(_ key: [UInt8], _ data: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: key)))
    }
}
