import Crypto
import Foundation

/// The header of an age file: its recipients and a MAC.
///
/// <https://github.com/C2SP/C2SP/blob/main/age.md>, version 1. Only X25519 recipients are opened;
/// other stanzas are skipped, as the specification requires.
struct AgeHeader {
    static let versionLine = "age-encryption.org/v1"
    /// A header with one recipient has some 200 bytes; this leaves room for a hundred.
    static let maximumBytes = 64 * 1024
    static let fileKeyBytes = 16
    private static let info = Data("age-encryption.org/v1/X25519".utf8)
    private static let lineLength = 64

    private struct Stanza {
        let arguments: [String]
        let body: Data
    }

    /// Writes the header for one or more recipients.
    static func bytes(fileKey: Data, recipients: [AgeRecipient]) throws -> Data {
        var text = versionLine + "\n"
        for recipient in recipients {
            let ephemeral = Curve25519.KeyAgreement.PrivateKey()
            let share = ephemeral.publicKey.rawRepresentation
            let key = try wrapKey(
                ephemeral, with: recipient.point, share: share, recipient: recipient.point)
            let box = try ChaChaPoly.seal(fileKey, using: key, nonce: zeroNonce())
            text += "-> X25519 \(unpadded(share))\n"
            // 32 bytes encode as 43 characters, so the last line is short, as required.
            text += unpadded(box.ciphertext + box.tag) + "\n"
        }
        text += "---"
        return Data("\(text) \(unpadded(mac(Data(text.utf8), fileKey)))\n".utf8)
    }

    /// Unwraps the file key of a header, including its last line break, with one of the identities.
    ///
    /// - Throws: ``AgeError`` if the header is invalid, was changed, or has no stanza for an
    ///   identity.
    static func fileKey(_ header: Data, _ identities: [AgeIdentity]) throws(AgeError)
        -> Data
    {
        guard let text = String(validating: header, as: UTF8.self), header.last == 0x0a,
            text.utf8.allSatisfy({ $0 == 0x0a || (0x20...0x7e).contains($0) })
        else { throw .badHeader("it is not text") }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        guard lines.popFirst() == versionLine[...], let last = lines.popLast(),
            last.hasPrefix("--- "), let given = data(last.dropFirst(4)), given.count == 32
        else { throw .badHeader("its last line is not a seal") }
        let stanzas = try stanzas(lines)
        for identity in identities {
            for stanza in stanzas where stanza.arguments.first == "X25519" {
                guard let key = try fileKey(stanza, identity) else { continue }
                // The MAC covers everything up to the dashes.
                let sealed = header.dropLast(last.utf8.count + 1) + Data("---".utf8)
                guard isEqual(mac(Data(sealed), key), given) else { throw .headerChanged }
                return key
            }
        }
        throw .notForThisKey
    }

    private static func stanzas(_ lines: ArraySlice<Substring>) throws(AgeError) -> [Stanza] {
        var lines = lines
        var stanzas: [Stanza] = []
        while let line = lines.popFirst() {
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            guard words.first == "->", words.count > 1, words.allSatisfy({ !$0.isEmpty }) else {
                throw .badHeader("a recipient has an invalid first line")
            }
            var body = ""
            var isOpen = true
            while isOpen {
                guard let part = lines.popFirst(), part.utf8.count <= lineLength else {
                    throw .badHeader("a recipient has no end")
                }
                body += part
                isOpen = part.utf8.count == lineLength
            }
            guard let bytes = data(body[...]) else {
                throw .badHeader("a recipient is not in base64")
            }
            stanzas.append(Stanza(arguments: words.dropFirst().map(String.init), body: bytes))
        }
        guard !stanzas.isEmpty else { throw .badHeader("it names nobody") }
        return stanzas
    }

    /// The file key in a stanza; nil if it is for another recipient.
    private static func fileKey(_ stanza: Stanza, _ identity: AgeIdentity) throws(AgeError)
        -> Data?
    {
        guard stanza.arguments.count == 2, let share = data(stanza.arguments[1][...]),
            share.count == 32, stanza.body.count == fileKeyBytes + 16
        else { throw .badHeader("a recipient has the wrong size") }
        // A low-order share yields a zero shared secret, which the library rejects.
        guard
            let key = try? wrapKey(
                identity.key, with: share, share: share, recipient: identity.recipient.point)
        else { throw .badHeader("a recipient's share is not a point of the curve") }
        guard
            let box = try? ChaChaPoly.SealedBox(
                nonce: zeroNonce(), ciphertext: stanza.body.prefix(fileKeyBytes),
                tag: stanza.body.suffix(16)), let plain = try? ChaChaPoly.open(box, using: key)
        else { return nil }
        return plain
    }

    private static func wrapKey(
        _ own: Curve25519.KeyAgreement.PrivateKey, with other: Data, share: Data, recipient: Data
    ) throws -> SymmetricKey {
        let secret = try own.sharedSecretFromKeyAgreement(
            with: Curve25519.KeyAgreement.PublicKey(rawRepresentation: other))
        return secret.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: share + recipient, sharedInfo: info, outputByteCount: 32)
    }

    private static func mac(_ header: Data, _ fileKey: Data) -> Data {
        let key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: fileKey), salt: Data(), info: Data("header".utf8),
            outputByteCount: 32)
        return Data(HMAC<SHA256>.authenticationCode(for: header, using: key))
    }

    /// The wrapping key is used only once, so the nonce may be zero.
    private static func zeroNonce() throws -> ChaChaPoly.Nonce {
        try ChaChaPoly.Nonce(data: Data(count: 12))
    }

    /// Compares in constant time.
    private static func isEqual(_ left: Data, _ right: Data) -> Bool {
        left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func unpadded(_ data: Data) -> String {
        var text = data.base64EncodedString()
        while text.utf8.last == UInt8(ascii: "=") { text.removeLast() }
        return text
    }

    /// Decodes canonical base64 without padding; nil for any other encoding.
    private static func data(_ text: Substring) -> Data? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: text + padding), unpadded(data) == text else {
            return nil
        }
        return data
    }
}
