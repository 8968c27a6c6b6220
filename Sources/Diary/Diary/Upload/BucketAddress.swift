import Foundation
import TransitModel

/// The address of a bucket, and how requests name it.
package struct BucketAddress: Hashable, Sendable {
    /// How requests name the bucket.
    package enum Style: String, CaseIterable, Sendable {
        /// `https://store.example/bucket/key`: supported by every server.
        case path
        /// `https://bucket.store.example/key`: required by Amazon.
        case virtualHost = "virtual-host"
    }

    private let scheme: String
    private let host: String
    private let port: Int?
    private let base: String
    package let bucket: String
    /// The region in signatures; self-hosted servers mostly accept any.
    package let region: String
    package let style: Style

    /// A bucket at an endpoint such as `https://s3.eu-central-1.amazonaws.com`.
    ///
    /// Nil if the endpoint is not an http or https URL, has a query or a password, or if the
    /// bucket's name is invalid: 3 to 63 lower-case letters, digits, hyphens and dots are allowed.
    package init?(endpoint: String, bucket: String, region: String, style: Style) {
        guard let url = URL(string: endpoint), let scheme = url.scheme?.lowercased(),
            scheme == "http" || scheme == "https", let host = url.host, !host.isEmpty,
            url.user == nil, url.password == nil, url.query == nil, url.fragment == nil,
            url.port.map({ (1...65_535).contains($0) }) ?? true
        else { return nil }
        let isPlain = bucket.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte) || byte == 0x2d
                || byte == 0x2e
        }
        guard (3...63).contains(bucket.utf8.count), isPlain, !bucket.hasPrefix("."),
            !region.isEmpty, region.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
        else { return nil }
        self.scheme = scheme
        self.host = host
        self.port = url.port
        base = url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
        self.bucket = bucket
        self.region = region
        self.style = style
    }

    /// The value of the `Host` header.
    var hostField: String {
        let name = style == .virtualHost ? "\(bucket).\(host)" : host
        let usual = scheme == "https" ? 443 : 80
        return port.flatMap { $0 == usual ? nil : "\(name):\($0)" } ?? name
    }

    /// The path of an object, not percent-encoded.
    func path(_ key: String) -> String {
        style == .virtualHost ? "\(base)/\(key)" : "\(base)/\(bucket)/\(key)"
    }

    /// The URL of a request for an object.
    func url(_ key: String, query: [(name: String, value: String)]) -> String {
        let encoded = query.map {
            "\($0.name.percentEncoded())=\($0.value.percentEncoded())"
        }.joined(separator: "&")
        return "\(scheme)://\(hostField)\(path(key).percentEncoded(keeping: "/"))"
            + (encoded.isEmpty ? "" : "?\(encoded)")
    }
}
