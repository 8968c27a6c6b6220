import Crypto
import Foundation

/// Encrypts a push message for one browser (RFC 8291), as an `aes128gcm` body (RFC 8188).
///
/// Multiple records are not supported, since a push message has one. Only the delimiter pads it,
/// since hiding a message's length is not worth the bytes.
enum MessageEncryption {
    /// The header: salt, record size, key length and the sender's public key.
    static let headerBytes = 16 + 4 + 1 + 65
    /// The delimiter and the tag.
    static let overheadBytes = 1 + 16
    /// Push services must take bodies of 4,096 bytes (RFC 8030, section 7.2).
    static let maximumBody = 4096
    /// The bytes left for the content.
    static let maximumContent = maximumBody - headerBytes - overheadBytes

    enum Failure: Error, Equatable {
        case tooLong
        case badKey
    }

    /// The values that must be fresh for every message.
    struct Ingredients {
        let salt: [UInt8]
        let senderKey: P256.KeyAgreement.PrivateKey

        static func fresh() -> Ingredients {
            // The hash of a new key gives random bytes without unsafe memory.
            let digest = SHA256.hash(data: P256.KeyAgreement.PrivateKey().rawRepresentation)
            return Ingredients(
                salt: Array(digest.prefix(16)), senderKey: P256.KeyAgreement.PrivateKey())
        }
    }

    /// Returns the body to post.
    static func body(
        _ content: [UInt8], to address: WebPushAddress, with ingredients: Ingredients = .fresh()
    ) throws(Failure) -> [UInt8] {
        guard content.count <= maximumContent else { throw .tooLong }
        do {
            let senderKey = Array(ingredients.senderKey.publicKey.x963Representation)
            let (key, nonce) = try keyAndNonce(address, ingredients, senderKey)
            // The delimiter 2 says that this record is the last (RFC 8188, section 2).
            let sealed = try AES.GCM.seal(content + [2], using: key, nonce: nonce)
            var body = ingredients.salt
            body += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: maximumBody >> $0) }
            body.append(UInt8(senderKey.count))
            body += senderKey
            body += sealed.ciphertext
            body += sealed.tag
            return body
        } catch {
            throw .badKey
        }
    }

    /// Derives key and nonce (RFC 8291, section 3.4).
    private static func keyAndNonce(
        _ address: WebPushAddress, _ ingredients: Ingredients, _ senderKey: [UInt8]
    ) throws -> (SymmetricKey, AES.GCM.Nonce) {
        let receiverKey = try P256.KeyAgreement.PublicKey(x963Representation: address.publicKey)
        let shared = try ingredients.senderKey.sharedSecretFromKeyAgreement(with: receiverKey)
        let info = Array("WebPush: info\0".utf8) + address.publicKey + senderKey
        let input = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: address.secret, sharedInfo: info, outputByteCount: 32)
        // RFC 8188, sections 2.2 and 2.3: one step of HKDF's expansion is an HMAC.
        let extracted = SymmetricKey(
            data: HKDF<SHA256>.extract(inputKeyMaterial: input, salt: ingredients.salt))
        func expanded(_ info: String, count: Int) -> ArraySlice<UInt8> {
            let code = HMAC<SHA256>.authenticationCode(
                for: Array(info.utf8) + [0, 1], using: extracted)
            return Array(code).prefix(count)
        }
        return (
            SymmetricKey(data: expanded("Content-Encoding: aes128gcm", count: 16)),
            try AES.GCM.Nonce(data: expanded("Content-Encoding: nonce", count: 12))
        )
    }
}
