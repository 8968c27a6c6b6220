import Crypto
import Foundation

/// What a rider's device shows to be let in: 32 random bytes in base64url.
///
/// Only its hash is stored, and riders are found by it, so that neither the file nor the time that looking
/// takes tells anybody a token.
package struct RiderToken: Hashable, Sendable {
    /// As it is sent.
    package let text: String
    /// SHA-256 of the text.
    let hash: Data

    /// How many random bytes make a token.
    static let byteCount = 32

    /// A token that a device shows; nil for what can be none.
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

    init(bytes: [UInt8]) {
        self.init(
            checked: Data(bytes).base64EncodedString()
                .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
                .replacingOccurrences(of: "=", with: ""))
    }

    private init(checked text: String) {
        self.text = text
        hash = Data(SHA256.hash(data: Data(text.utf8)))
    }
}

/// A code that lets another device in for a few minutes: eight letters and digits that are not mistaken for one
/// another.
package struct PairingCode: Hashable, Sendable {
    /// As it is read aloud, in capitals.
    package let text: String
    /// SHA-256 of the text.
    let hash: Data

    /// Thirty-two signs, so that each takes five random bits.
    private static let signs = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
    static let length = 8

    /// A code that somebody typed, in whatever case and with whatever blanks; nil for what can be none.
    package init?(text: String) {
        let plain = text.uppercased().filter { !$0.isWhitespace && $0 != "-" }
        guard plain.count == Self.length, plain.allSatisfy(Self.signs.contains) else { return nil }
        self.init(checked: plain)
    }

    /// A code of as many random bytes as it has signs.
    init(bytes: [UInt8]) {
        self.init(checked: String(bytes.prefix(Self.length).map { Self.signs[Int($0 & 31)] }))
    }

    private init(checked text: String) {
        self.text = text
        hash = Data(SHA256.hash(data: Data(text.utf8)))
    }
}
