import Crypto
import Foundation

/// What a phone, a researcher or a person shows to be let in: 32 random bytes in base64url.
///
/// Only its hash is stored, and rows are found by it, so that neither the file nor the time that looking takes
/// tells anybody a token.
package struct DiaryToken: Hashable, Sendable {
    /// As it is sent.
    package let text: String
    /// SHA-256 of the text.
    let hash: Data

    static let byteCount = 32

    /// A token that somebody shows; nil for what can be none.
    package init?(text: some StringProtocol) {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f: true
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

/// What a study hands to those who may join: twelve letters and digits that are not mistaken for one another.
package struct EnrolmentCode: Hashable, Sendable {
    /// As it is printed, in capitals.
    package let text: String
    let hash: Data

    /// Thirty-two signs, so that each takes five random bits.
    private static let signs = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
    static let length = 12

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
