import Foundation

/// Base64 for addresses (RFC 4648, section 5), without padding.
enum Base64URL {
    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// Nil for anything else; padding, and the two letters of plain base64, are let pass.
    static func decode(_ text: String) -> [UInt8]? {
        var plain = text.replacingOccurrences(of: "-", with: "+")
            .replacingOccurrences(of: "_", with: "/")
        while plain.hasSuffix("=") { plain.removeLast() }
        plain += String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        return Data(base64Encoded: plain).map { Array($0) }
    }
}
