import Foundation

/// An address that was checked and can be fetched.
struct HTTPAddress: Equatable {
    private static let maximumLength = 2048

    private let url: URL
    /// The server's name or IP address, without brackets.
    let host: String
    let isEncrypted: Bool
    let port: Int

    /// The address as it is sent.
    var text: String { url.absoluteString }

    /// Checks an address.
    /// - Throws: ``FetchError/badAddress(_:)`` with the reason.
    init(_ text: String) throws(FetchError) {
        guard text.utf8.count <= Self.maximumLength else {
            throw .badAddress("The address is longer than \(Self.maximumLength) characters.")
        }
        guard let url = URL(string: text) else {
            throw .badAddress("This is not a well-formed address.")
        }
        try self.init(url)
    }

    private init(_ url: URL) throws(FetchError) {
        let scheme = url.scheme?.lowercased()
        guard scheme == "http" || scheme == "https" else {
            throw .badAddress("Only addresses that begin with http:// or https:// are fetched.")
        }
        guard url.user == nil, url.password == nil else {
            throw .badAddress("An address must not contain a user name or a password.")
        }
        let host = (url.host ?? "").trimmingPrefix("[").trimmingSuffix("]")
        guard !host.isEmpty, host.utf8.allSatisfy(Self.isPlain) else {
            throw .badAddress("The address names no server.")
        }
        self.url = url
        self.host = String(host)
        isEncrypted = scheme == "https"
        port = url.port ?? (scheme == "https" ? 443 : 80)
        guard (1...65_535).contains(port) else {
            throw .badAddress("The port must be between 1 and 65535.")
        }
    }

    /// Returns the target of a redirect from here.
    /// - Throws: ``FetchError`` if the redirect is not allowed.
    func redirected(to location: String?) throws(FetchError) -> HTTPAddress {
        guard let location, location.utf8.count <= Self.maximumLength,
            let target = URL(string: location, relativeTo: url)?.absoluteURL
        else { throw .badRedirect }
        let address: HTTPAddress
        do { address = try HTTPAddress(target) } catch { throw .badRedirect }
        guard address.isEncrypted || !isEncrypted else { throw .badRedirect }
        return address
    }

    /// Returns whether both have the same origin, so that one may receive the other's header
    /// fields.
    func hasSameOrigin(as other: HTTPAddress) -> Bool {
        hasSameServer(as: other) && isEncrypted == other.isEncrypted
    }

    /// Returns whether both have the same host and port.
    func hasSameServer(as other: HTTPAddress) -> Bool {
        host.lowercased() == other.host.lowercased() && port == other.port
    }

    /// Returns whether a byte may occur in a host.
    ///
    /// The connecting library must see the same host that was resolved and checked here, so only
    /// characters that are never rewritten are allowed.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: "_"), UInt8(ascii: ":"):
            true
        default: false
        }
    }
}

extension StringProtocol {
    fileprivate func trimmingPrefix(_ prefix: Character) -> SubSequence {
        first == prefix ? dropFirst() : self[...]
    }

    fileprivate func trimmingSuffix(_ suffix: Character) -> SubSequence {
        last == suffix ? dropLast() : self[...]
    }
}
