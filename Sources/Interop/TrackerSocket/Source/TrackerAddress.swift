import Foundation

/// Where a tracker socket is.
package struct TrackerAddress: Sendable, Hashable {
    /// The host's name or address.
    package let host: String
    /// The port.
    package let port: Int
    /// Whether the connection is encrypted.
    package let isSecure: Bool
    /// Path and query, with the key if there is one.
    package let target: String

    /// Reads a `ws` or `wss` address; nil for anything else.
    ///
    /// The key is put into the query, where the service wants it, unless there is one already.
    package init?(_ url: String, key: String? = nil) {
        guard let parts = URLComponents(string: url), let host = parts.host, !host.isEmpty,
            parts.scheme == "ws" || parts.scheme == "wss", parts.user == nil
        else { return nil }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        isSecure = parts.scheme == "wss"
        port = parts.port ?? (isSecure ? 443 : 80)
        guard (1...65_535).contains(port) else { return nil }
        var query = parts.percentEncodedQuery ?? ""
        if let key, !(parts.queryItems ?? []).contains(where: { $0.name == "key" }) {
            var plain = CharacterSet.alphanumerics
            plain.insert(charactersIn: "-._~")
            guard let written = key.addingPercentEncoding(withAllowedCharacters: plain) else {
                return nil
            }
            query += (query.isEmpty ? "" : "&") + "key=\(written)"
        }
        let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        target = query.isEmpty ? path : "\(path)?\(query)"
    }
}
