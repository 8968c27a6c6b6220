import Foundation

extension BearerToken {
    /// Parses the value of an `Authorization` header; nil for a missing header or another scheme.
    ///
    /// The token follows `Bearer`. With `allowsBasic` it may also be the password of HTTP Basic,
    /// with any user name.
    package init?(authorization header: String?, allowsBasic: Bool = false) {
        // Bytes, as characters take many times as long.
        let words = (header ?? "").utf8.split(separator: UInt8(ascii: " "))
        guard words.count == 2, let value = String(words[1]) else { return nil }
        switch String(words[0])?.lowercased() {
        case "bearer": self.init(text: value)
        case "basic" where allowsBasic:
            guard let login = Data(base64Encoded: value),
                let colon = login.firstIndex(of: UInt8(ascii: ":"))
            else { return nil }
            self.init(text: String(decoding: login[(colon + 1)...], as: UTF8.self))
        default: return nil
        }
    }
}
