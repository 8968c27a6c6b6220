import Foundation

/// A validated http or https URL.
struct WebAddress: Hashable {
    static let longest = 2048

    let text: String
    /// Scheme, host and port: the key of limits, and the audience of a VAPID token.
    let origin: String
    let host: String
    let isEncrypted: Bool

    /// Returns nil for other schemes, user names, blanks and fragments.
    init?(_ text: String) {
        if let plain = Self(plain: text) { self = plain } else { self.init(any: text) }
    }

    /// Reads a URL of any form.
    init?(any text: String) {
        guard text.utf8.count <= Self.longest,
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            scheme == "https" || scheme == "http", parts.user == nil, parts.password == nil,
            parts.fragment == nil,
            let host = parts.host?.lowercased(), !host.isEmpty,
            parts.port.map({ (1...65_535).contains($0) }) ?? true
        else { return nil }
        self.text = text
        self.host = host
        isEncrypted = scheme == "https"
        let usual = isEncrypted ? 443 : 80
        let port = parts.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
        origin = "\(scheme)://\(host)\(port)"
    }

    /// Reads a URL in the usual form: a scheme, a host of lower-case letters, digits, dots and
    /// hyphens, then a path or a query; nil for all others, also valid ones.
    ///
    /// Each message has a link and an address, and `URLComponents` takes longer than the rest of a
    /// message's checks.
    init?(plain text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.longest else { return nil }
        let isEncrypted = bytes.starts(with: "https://".utf8)
        guard isEncrypted || bytes.starts(with: "http://".utf8) else { return nil }
        let start = isEncrypted ? 8 : 7
        let end = bytes[start...].firstIndex { !Self.isOfPlainHost($0) } ?? bytes.count
        guard end > start, end == bytes.count || Self.endsHost(bytes[end]) else { return nil }
        // Encoded names of other alphabets have two hyphens.
        for next in start + 1..<end
        where bytes[next] == UInt8(ascii: "-") && bytes[next - 1] == UInt8(ascii: "-") {
            return nil
        }
        var next = end
        while next < bytes.count {
            if bytes[next] == UInt8(ascii: "%") {
                guard next + 2 < bytes.count, Self.isHexadecimal(bytes[next + 1]),
                    Self.isHexadecimal(bytes[next + 2])
                else { return nil }
            } else if !Self.isPlain(bytes[next]) {
                return nil
            }
            next += 1
        }
        self.text = text
        self.isEncrypted = isEncrypted
        host = String(decoding: bytes[start..<end], as: UTF8.self)
        origin = String(decoding: bytes[..<end], as: UTF8.self)
    }

    private static func endsHost(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?")
    }

    private static func isOfPlainHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    /// Whether a byte may be in a path or a query as it is (RFC 3986, section 3.3).
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            // From & to ;, that is &'()*+,-./ with all digits, and : and ;.
            UInt8(ascii: "&")...UInt8(ascii: ";"), UInt8(ascii: "!"), UInt8(ascii: "$"),
            UInt8(ascii: "="), UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
