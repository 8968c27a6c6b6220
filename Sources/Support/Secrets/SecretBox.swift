import CSodium

/// Authenticated encryption with a shared secret: XSalsa20-Poly1305, as NaCl's `secretbox`.
///
/// It uses libsodium, for OwnTracks' encrypted payloads; all other encryption uses swift-crypto.
package enum SecretBox {
    /// The length of the secret, in bytes.
    package static let keyBytes = 32
    private static let nonceBytes = 24
    private static let tagBytes = 16

    /// Decrypts a box that begins with its nonce; nil if the key is wrong or a byte was changed.
    ///
    /// Shorter keys are padded with zeros; longer ones are invalid.
    package static func open(_ box: [UInt8], key: [UInt8]) -> [UInt8]? {
        guard key.count <= keyBytes, box.count >= nonceBytes + tagBytes else { return nil }
        let padded = key + [UInt8](repeating: 0, count: keyBytes - key.count)
        let nonce = Array(box.prefix(nonceBytes))
        let sealed = Array(box.dropFirst(nonceBytes))
        var opened = [UInt8](repeating: 0, count: sealed.count - tagBytes)
        let status = crypto_secretbox_open_easy(
            &opened, sealed, UInt64(sealed.count), nonce, padded)
        return status == 0 ? opened : nil
    }
}
