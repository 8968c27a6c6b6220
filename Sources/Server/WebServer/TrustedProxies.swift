package import HTTPFetching

/// Proxies whose word about their own clients is taken: those on this machine, and those that the operator
/// named.
package struct TrustedProxies: Sendable, Equatable {
    private let named: [AddressRange]

    /// Those on this machine, and these.
    package init(_ named: [AddressRange] = []) {
        self.named = named
    }

    /// Whether what asks from an address is believed.
    func include(_ address: String) -> Bool {
        if Self.isThisMachine(address) { return true }
        guard !named.isEmpty, let parsed = IPAddress(address) else { return false }
        return named.contains { $0.contains(parsed) }
    }

    /// Whether an address is this machine's own.
    static func isThisMachine(_ address: String) -> Bool {
        address.hasPrefix("127.") || address == "::1" || address.hasPrefix("::ffff:127.")
    }
}
