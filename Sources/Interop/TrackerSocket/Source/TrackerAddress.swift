import Foundation
import TransitModel

/// The address of a tracker socket.
package struct TrackerAddress: Sendable, Hashable {
    /// The host's name or IP address.
    package let host: String
    package let port: Int
    /// Whether the connection uses TLS.
    package let isSecure: Bool
    /// The path and query, with the key if there is one.
    package let target: String

    /// Parses a `ws` or `wss` URL; nil for anything else.
    ///
    /// The key is added to the query, unless the URL has one already.
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
            query += (query.isEmpty ? "" : "&") + "key=\(key.percentEncoded())"
        }
        let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        target = query.isEmpty ? path : "\(path)?\(query)"
    }
}
