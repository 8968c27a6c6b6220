import CSodium

/// Boxes that one shared secret closes and opens: XSalsa20-Poly1305, as NaCl's `secretbox`.
///
/// By libsodium, for OwnTracks' encrypted payloads; everything else of ours that is encrypted is by
/// swift-crypto.
package enum SecretBox {
    /// The length of the secret, in bytes.
    package static let keyBytes = 32
    private static let nonceBytes = 24
    private static let tagBytes = 16

    /// What is in a box that begins with its nonce; nil if the key is another one or a byte was
    /// changed.
    ///
    /// Shorter keys are filled up with zeros, longer ones are none.
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
