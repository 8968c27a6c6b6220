/// A range of addresses with a common prefix, as in `10.0.0.0/8`, or a single address.
package struct AddressRange: Sendable, Equatable {
    private let start: IPAddress
    private let length: Int

    /// Parses a range; nil if the text is not one.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let start = IPAddress(String(parts[0])) else {
            return nil
        }
        let maximum = start.bytes.count * 8
        guard parts.count == 2 else {
            self.start = start
            length = maximum
            return
        }
        guard let length = Int(parts[1]), (0...maximum).contains(length) else { return nil }
        self.start = start
        self.length = length
    }

    /// Returns whether an address is in the range; IPv4 in IPv6 (`::ffff:10.0.0.1`) counts as IPv4.
    package func contains(_ address: IPAddress) -> Bool {
        let address = address.plain
        return address.bytes.count == start.bytes.count
            && address.hasPrefix(start.bytes, length: length)
    }
}

extension IPAddress {
    /// The IPv4 address in one of IPv6 (`::ffff:10.0.0.1`), otherwise the address itself.
    var plain: IPAddress {
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
        return bytes.count == 16 && hasPrefix(mapped, length: 96) ? embedded(at: 12) : self
    }
}
