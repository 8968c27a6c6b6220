import Foundation

/// A validated http or https URL.
struct WebAddress: Hashable {
    static let maximumLength = 2048

    let text: String
    /// Scheme, host and port: the key of limits, and the audience of a VAPID token.
    let origin: String
    let host: String
    let isEncrypted: Bool

    /// Returns nil for other schemes, user names, blanks and fragments.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength,
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
}
