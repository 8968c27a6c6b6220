import Crypto
package import Foundation

/// A secret that people read aloud and type: letters and digits that are not mistaken for one
/// another.
///
/// Each sign is five random bits. Like tokens, codes are stored by their hash.
package struct PairingCode: Hashable, Sendable {
    /// As it is read aloud, in capitals.
    package let text: String
    /// SHA-256 of the text.
    package let hash: Data

    /// Thirty-two signs: no 0, 1, I and O.
    private static let signs = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")

    /// A code that somebody typed, in whatever case and with whatever blanks; nil for what cannot
    /// be one of that length.
    package init?(text: String, length: Int) {
        let plain = text.uppercased().filter { !$0.isWhitespace && $0 != "-" }
        guard plain.count == length, plain.allSatisfy(Self.signs.contains) else { return nil }
        self.init(checked: plain)
    }

    /// A new code of so many signs, at most 32.
    package init(_ random: SecretBytes, length: Int) {
        self.init(checked: String(random(length).map { Self.signs[Int($0 & 31)] }))
    }

    private init(checked text: String) {
        self.text = text
        hash = Data(SHA256.hash(data: Data(text.utf8)))
    }

    /// Whether a stored hash is this code's, in a time that does not depend on where they differ.
    package func matches(_ stored: Data) -> Bool {
        stored.count == hash.count
            && zip(stored, hash).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
    }
}
