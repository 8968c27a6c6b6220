import Crypto
import Foundation

/// A recipient of sealed files: the public key of a study, as in `age1…`.
package struct AgeRecipient: Hashable, Sendable, CustomStringConvertible {
    let point: Data
    /// The key in its text form, in lower case.
    package let text: String

    /// Parses a public key; nil if it is invalid.
    package init?(text: some StringProtocol) {
        let plain = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let bytes = Bech32.bytes(plain, prefix: "age"), bytes.count == 32 else { return nil }
        self.init(point: Data(bytes))
    }

    init(point: Data) {
        self.point = point
        text = Bech32.text(Array(point), prefix: "age")
    }

    package var description: String { text }
}

/// An identity that opens files: the private key of a study, as in `AGE-SECRET-KEY-1…`.
package struct AgeIdentity: Sendable {
    private static let prefix = "AGE-SECRET-KEY-"

    let key: Curve25519.KeyAgreement.PrivateKey

    /// The recipient whose files this identity opens.
    package var recipient: AgeRecipient { AgeRecipient(point: key.publicKey.rawRepresentation) }

    /// The private key in its text form; a secret.
    package var text: String {
        Bech32.text(Array(key.rawRepresentation), prefix: Self.prefix.lowercased()).uppercased()
    }

    /// Creates a new key from the system's random source.
    package init() {
        key = Curve25519.KeyAgreement.PrivateKey()
    }

    /// Parses a private key; nil if it is invalid.
    package init?(text: some StringProtocol) {
        let plain = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let bytes = Bech32.bytes(plain, prefix: Self.prefix),
            let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: Data(bytes))
        else { return nil }
        self.key = key
    }

    /// The identities in a key file of `age-keygen`: one key per line, comments begin with `#`.
    ///
    /// - Throws: ``AgeError/badKeyFile(line:)`` if a line is neither, ``AgeError/noKey`` if there
    ///   is no key.
    package static func identities(inFile text: String) throws(AgeError) -> [AgeIdentity] {
        var found: [AgeIdentity] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let plain = line.trimmingCharacters(in: .whitespacesAndNewlines)
            if plain.isEmpty || plain.hasPrefix("#") { continue }
            guard let identity = AgeIdentity(text: plain) else {
                throw .badKeyFile(line: number + 1)
            }
            found.append(identity)
        }
        guard !found.isEmpty else { throw .noKey }
        return found
    }
}

/// Why a file cannot be sealed or opened, each in one sentence.
package enum AgeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file is not an age file of version 1.
    case notAnAgeFile
    /// The header is longer than any written for a study.
    case headerTooLong
    /// The header is invalid, for the short reason given.
    case badHeader(String)
    /// None of the keys opens the file.
    case notForThisKey
    /// The header's MAC does not match.
    case headerChanged
    /// The content was changed, or has chunks from different files.
    case contentChanged
    /// The file is cut off.
    case cutShort
    /// There is data after the end of the content.
    case excess
    /// A line of a key file is not a key.
    case badKeyFile(line: Int)
    /// A key file has no key.
    case noKey

    /// One sentence for people.
    package var description: String {
        switch self {
        case .notAnAgeFile: "This is not an age file of version 1."
        case .headerTooLong: "The file's header is too long."
        case .badHeader(let detail): "The file's header is damaged: \(detail)."
        case .notForThisKey: "The file was sealed to another key."
        case .headerChanged: "The file's header was changed after it was sealed."
        case .contentChanged: "The file's content is damaged or was changed after it was sealed."
        case .cutShort: "The file is not complete."
        case .excess: "There is data after the end of the file's content."
        case .badKeyFile(let line):
            "Line \(line) of the key file is not a private key, as in AGE-SECRET-KEY-1…."
        case .noKey: "The key file contains no private key."
        }
    }
}
