package import HTTPFetching

/// Proxies whose forwarding headers are trusted: those on this machine, and those that the operator
/// named.
package struct TrustedProxies: Sendable, Equatable {
    private let named: [AddressRange]

    /// Trusts this machine and the named ranges.
    package init(_ named: [AddressRange] = []) {
        self.named = named
    }

    /// Returns whether an address belongs to a trusted proxy.
    package func include(_ address: String) -> Bool {
        if Self.isThisMachine(address) { return true }
        guard !named.isEmpty, let parsed = IPAddress(address) else { return false }
        return named.contains { $0.contains(parsed) }
    }

    /// Returns whether an address is a loopback address.
    package static func isThisMachine(_ address: String) -> Bool {
        address.hasPrefix("127.") || address == "::1" || address.hasPrefix("::ffff:127.")
    }
}
