import Foundation

/// An http or https address that was looked at.
struct WebAddress: Hashable {
    static let longest = 2048

    let text: String
    /// Scheme, server and port: what limits are kept per, and what a VAPID token is for.
    let origin: String
    let host: String
    let isEncrypted: Bool

    /// Nil for anything but a plain address: no other scheme, no user name, no blank, no fragment.
    init?(_ text: String) {
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
}
