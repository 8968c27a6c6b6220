import Crypto
import Foundation

/// Whom a file is sealed to: the public half of a study's key, as in `age1…`.
package struct AgeRecipient: Hashable, Sendable, CustomStringConvertible {
    let point: Data
    /// As it is written, in lower case.
    package let text: String

    /// The recipient that a text stands for; nil for what is none.
    package init?(text: some StringProtocol) {
        let plain = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let bytes = Bech32.bytes(plain, prefix: "age"), bytes.count == 32 else { return nil }
        self.init(point: Data(bytes))
    }

    init(point: Data) {
        self.point = point
        text = Bech32.text(Array(point), prefix: "age")
    }

    /// As it is written.
    package var description: String { text }
}

/// What opens a file: the private half of a study's key, as in `AGE-SECRET-KEY-1…`.
package struct AgeIdentity: Sendable {
    private static let prefix = "AGE-SECRET-KEY-"

    let key: Curve25519.KeyAgreement.PrivateKey

    /// The recipient that this identity opens for.
    package var recipient: AgeRecipient { AgeRecipient(point: key.publicKey.rawRepresentation) }

    /// As it is written; a secret.
    package var text: String {
        Bech32.text(Array(key.rawRepresentation), prefix: Self.prefix.lowercased()).uppercased()
    }

    /// A new key from the system's generator.
    package init() {
        key = Curve25519.KeyAgreement.PrivateKey()
    }

    /// The identity that a text stands for; nil for what is none.
    package init?(text: some StringProtocol) {
        let plain = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let bytes = Bech32.bytes(plain, prefix: Self.prefix),
            let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: Data(bytes))
        else { return nil }
        self.key = key
    }

    /// The identities in a key file as `age-keygen` writes it: a key a line, `#` before remarks.
    ///
    /// Throws if a line is neither or if there is no key.
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

/// Why a file cannot be sealed or opened, each as one sentence.
package enum AgeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file does not begin like one of age's, version 1.
    case notAnAgeFile
    /// The header is longer than any that is written for a study.
    case headerTooLong
    /// The header breaks age's rules, in a word or two.
    case badHeader(String)
    /// None of the keys opens the file.
    case notForThisKey
    /// The header was changed after it was written.
    case headerChanged
    /// The content was changed, or was sealed in pieces that do not belong together.
    case contentChanged
    /// The file ends before its content does.
    case cutShort
    /// There is something behind the content's end.
    case excess
    /// A line of a key file is no key.
    case badKeyFile(line: Int)
    /// A key file holds no key.
    case noKey

    /// One sentence for people.
    package var description: String {
        switch self {
        case .notAnAgeFile: "This is no file of age, version 1."
        case .headerTooLong: "The file's header is too long to be one."
        case .badHeader(let detail): "The file's header is damaged: \(detail)."
        case .notForThisKey: "The file was sealed to another key."
        case .headerChanged: "The file's header was changed after it was sealed."
        case .contentChanged: "The file's content is damaged or was changed after it was sealed."
        case .cutShort: "The file is not complete."
        case .excess: "There is something behind the end of the file's content."
        case .badKeyFile(let line):
            "Line \(line) of the key file is no private key, as in AGE-SECRET-KEY-1…."
        case .noKey: "The key file holds no private key."
        }
    }
}
