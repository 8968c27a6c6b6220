import Crypto
package import Foundation

/// A secret that people read aloud and type, made of letters and digits that are hard to confuse.
///
/// Each character represents five random bits. Like tokens, codes are stored as hashes.
package struct PairingCode: Hashable, Sendable {
    /// The code in capitals.
    package let text: String
    /// SHA-256 of the text.
    package let hash: Data

    /// Thirty-two characters, without 0, 1, I and O.
    private static let signs = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")

    /// Parses a typed code, ignoring case and blanks; nil if it cannot be a code of that length.
    package init?(text: String, length: Int) {
        let plain = text.uppercased().filter { !$0.isWhitespace && $0 != "-" }
        guard plain.count == length, plain.allSatisfy(Self.signs.contains) else { return nil }
        self.init(checked: plain)
    }

    /// Creates a random code of `length` characters, at most 32.
    package init(_ random: SecretBytes, length: Int) {
        self.init(checked: String(random(length).map { Self.signs[Int($0 & 31)] }))
    }

    private init(checked text: String) {
        self.text = text
        hash = Data(SHA256.hash(data: Data(text.utf8)))
    }

    /// Returns whether a stored hash is this code's, in constant time.
    package func matches(_ stored: Data) -> Bool {
        stored.count == hash.count
            && zip(stored, hash).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
    }
}
