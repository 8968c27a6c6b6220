import Crypto
package import Foundation

/// A token that grants access: 32 random bytes in base64url, shown only once.
///
/// Only its hash is stored, and rows are looked up by it, so that neither the file nor the duration
/// of a look-up reveals a token.
package struct BearerToken: Hashable, Sendable {
    /// The token as it is sent: 43 characters.
    package let text: String
    /// SHA-256 of the text.
    package let hash: Data

    private static let byteCount = 32

    /// Parses a received token; nil if it cannot be one.
    package init?(text: some StringProtocol) {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard isPlain, text.utf8.count == 43 else { return nil }
        self.init(checked: String(text))
    }

    /// Creates a random token.
    package init(_ random: SecretBytes) {
        self.init(
            checked: Data(random(Self.byteCount)).base64EncodedString()
                .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
                .replacingOccurrences(of: "=", with: ""))
    }

    private init(checked text: String) {
        self.text = text
        hash = Data(SHA256.hash(data: Data(text.utf8)))
    }
}
